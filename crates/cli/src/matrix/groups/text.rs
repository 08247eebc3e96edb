//! The groups as a table: a row for each, below it what it states and which engines it binds.

use std::io::{self, Write};

use robots_policy::engines::Profile;
use robots_policy::robots_txt::Record;
use robots_policy_input::names::plain_line;
use robots_policy_show::{Answer, Grid, GridCell, GridColumn, Layout};
use unicode_width::UnicodeWidthStr;

use super::reach::Reach;
use super::{Groups, ShownGroup};
use crate::say::number;

impl Groups<'_> {
    /// Writes the groups, and then what holds for other names, the sitemaps and the licences.
    pub(in super::super) fn write(&self, out: &mut impl Write, layout: &Layout) -> io::Result<()> {
        self.write_rows(out, layout)?;
        for line in self.after(layout) {
            writeln!(out, "{}", layout.wrapped(&plain_line(&line), INDENT))?;
        }
        Ok(())
    }

    /// The lines after the table.
    fn after(&self, layout: &Layout) -> Vec<String> {
        if self.is_of_askers {
            let is_empty = self.shown.is_empty();
            let none = is_empty.then(|| String::from("no group is for these askers"));
            return none.into_iter().collect();
        }
        let mut lines = vec![format!("names without a group: {}", self.others())];
        let most = if layout.is_verbose { usize::MAX } else { FEW };
        let placed = |record: Record<'_>| format!("{} ({})", record.value(), record.line());
        let before = self.before().map(said).collect();
        let sitemaps = self.sitemaps().map(placed).collect();
        let licenses = self.licenses().map(placed).collect();
        for (title, texts) in [
            ("before the first group", before),
            ("sitemaps", sitemaps),
            ("licences", licenses),
        ] {
            let texts: Vec<String> = texts;
            if !texts.is_empty() {
                lines.push(format!("{title}: {}", some(texts, most)));
            }
        }
        let unbound = self.unbound.iter();
        if layout.is_verbose {
            lines.extend(unbound.map(|(why, engines)| format!("{why}: {}", names(engines))));
        } else if let count @ 1.. = unbound.map(|(_, engines)| engines.len()).sum::<usize>() {
            let engines = number(count as u64, "known engine");
            lines.push(format!("{engines} that no group binds (-v names them)"));
        }
        lines
    }

    fn write_rows(&self, out: &mut impl Write, layout: &Layout) -> io::Result<()> {
        if self.shown.is_empty() {
            return Ok(());
        }
        let widths = self.shown.iter().map(|shown| shown.title().width());
        let first = widths.filter(|width| *width <= WIDEST).max();
        let last = self.shown.iter().map(|shown| shown.last);
        let digits = last.max().unwrap_or(0).to_string().len();
        let columns = vec![
            GridColumn::new("fetch", "closed ".len() + digits),
            GridColumn::new("rules", 0),
            GridColumn::new("lines", 2 * digits + 1),
        ];
        let grid = Grid::new(layout, first.unwrap_or(0).max(GROUP.len()), columns);
        grid.write_titles(out, GROUP, "states")?;
        for shown in &self.shown {
            let (beside, below) = shown.states(layout, self.is_of_askers);
            grid.write_row(out, &shown.title(), &shown.cells(), &beside)?;
            for below in below {
                let below = format!("{:INDENT$}{}", "", plain_line(&below));
                writeln!(out, "{}", layout.wrapped(&below, INDENT + 2))?;
            }
        }
        Ok(())
    }

    /// The answer for a name that no group has.
    fn others(&self) -> String {
        match self.for_all() {
            Some(group) => format!("the group of * ({}), {}", group.lines(), group.word()),
            None if self.others == Some(Reach::Open) => {
                String::from("no group is for them, so they may fetch everything")
            }
            None => String::from("no group that was read is for them"),
        }
    }
}

impl ShownGroup<'_> {
    fn title(&self) -> String {
        plain_line(&self.names.join(", ")).into_owned()
    }

    fn word(&self) -> &'static str {
        self.reach.map_or("?", Reach::name)
    }

    fn lines(&self) -> String {
        match (self.first, self.last) {
            (first, last) if first == last => format!("line {first}"),
            (first, last) => format!("lines {first}-{last}"),
        }
    }

    fn cells(&self) -> [GridCell; 3] {
        let answer = match self.reach {
            Some(Reach::Open) => Answer::Yes,
            Some(Reach::Part) => Answer::Limited,
            Some(Reach::Closed) => Answer::No,
            None => Answer::Unread,
        };
        let (allow, disallow) = self.rules();
        let plain = |text: String| GridCell { text, answer: None };
        let lines = self.lines();
        let lines = lines.split(' ').next_back().unwrap_or_default();
        [
            GridCell::said(answer, self.word(), self.closed_by),
            plain((allow + disallow).to_string()),
            plain(lines.to_owned()),
        ]
    }

    /// Its statements beside the row, and the lines below: the engines that it binds, if there is room for them.
    fn states(&self, layout: &Layout, is_of_askers: bool) -> (String, Vec<String>) {
        let states: Vec<String> = self.statements().map(said).collect();
        let states = plain_line(&states.join(", ")).into_owned();
        let mut below = self.below(layout, is_of_askers);
        if is_of_askers {
            return (states, below);
        }
        let bound = self.bound(layout);
        if states.is_empty() {
            return (bound, below);
        }
        below.push(bound);
        (states, below)
    }

    /// The lines below the row.
    fn below(&self, layout: &Layout, is_of_askers: bool) -> Vec<String> {
        let most = |usual| if layout.is_verbose { usize::MAX } else { usual };
        let mut below = Vec::new();
        let (allow, _) = self.rules();
        if self.reach == Some(Reach::Closed) && allow > 0 {
            below.push(format!("except {}", number(allow as u64, "Allow line")));
        }
        let subjects: Vec<String> = self.group.subjects().map(|own| own.to_string()).collect();
        let (joined, others) = self.all.joined(&subjects, self.place, most(FEW));
        if !joined.is_empty() {
            let joined = joined.iter();
            let joined = joined.map(|(first, last)| format!("{first}-{last}"));
            let joined = with_others(joined.collect(), others);
            below.push(format!(
                "joined with the groups of its names in lines {joined}"
            ));
        }
        if layout.is_verbose || is_of_askers {
            let rules = self.group.rules().map(|rule| said(rule.record()));
            let rules = some(rules.collect(), most(RULES));
            below.extend((!rules.is_empty()).then_some(rules));
        }
        if !self.unknown.is_empty() && !self.engines.is_empty() {
            let unknown = self.unknown.iter().map(ToString::to_string);
            let unknown = some(unknown.collect(), most(FEW));
            below.push(format!("not the name of a known engine: {unknown}"));
        }
        below
    }

    /// The engines that it binds.
    fn bound(&self, layout: &Layout) -> String {
        let is_many = self.engines.len() > MANY && !layout.is_verbose;
        match self.engines.as_slice() {
            [] => String::from("binds no known engine"),
            engines if is_many => {
                let engines = number(engines.len() as u64, "known engine");
                format!("binds {engines} (-v names them)")
            }
            engines => format!("binds {}", names(engines)),
        }
    }
}

/// A statement, and its line.
fn said(record: Record<'_>) -> String {
    format!("{} ({})", record.text(), record.line())
}

fn names(engines: &[Profile]) -> String {
    let names: Vec<&str> = engines.iter().map(|engine| engine.name()).collect();
    names.join(", ")
}

/// The first of some texts, and the number of the others.
fn some(mut texts: Vec<String>, most: usize) -> String {
    let others = texts.len().saturating_sub(most);
    texts.truncate(most);
    with_others(texts, others)
}

/// Some texts, and the number of those that are left out.
fn with_others(mut shown: Vec<String>, others: usize) -> String {
    if others > 0 {
        shown.push(format!("{others} more (-v shows them)"));
    }
    shown.join(", ")
}

/// The title of the names.
const GROUP: &str = "group";
/// The most columns of names beside their answers.
const WIDEST: usize = 24;
/// Blanks before a line below a row.
const INDENT: usize = 4;
/// The most sitemaps, licences and other groups that are listed.
const FEW: usize = 4;
/// The most rules of a group that are listed for an asker.
const RULES: usize = 12;
/// The most engines of a group that are named.
const MANY: usize = 24;
