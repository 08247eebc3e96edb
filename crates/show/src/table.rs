//! Several verdicts: a row for each response and asker, written as it is known.

use std::io::{self, Write};

use robots_policy::engines::Profile;
use robots_policy::ledger::{Asked, Input};
use robots_policy::uses::Activity;
use robots_policy::{Provenance, Unread, Verdict, Why};
use robots_policy_input::names::plain_line;
use robots_policy_input::{Asker, Askers};
use unicode_width::UnicodeWidthStr;

use super::access;
use super::ai;
use super::answers::{self, Answer, FETCH, Row, Witness};
use super::engine;
use super::grid::{Cell, write_cells};
use super::layout::{Layout, ends};
use super::page::Page;
use super::sentence::OF_PAGE;
use super::uses;
use super::view::View;

/// A table whose columns are known before its rows.
pub(super) struct Table {
    /// The heading that all rows share: the one response, or the one asker.
    heading: Option<String>,
    /// The columns of names and of askers, if they differ from row to row.
    name: Option<usize>,
    asker: Option<usize>,
    view: View,
    is_begun: bool,
    /// The owner of the last row, in the view of AI.
    owner: &'static str,
    /// The sources that were not given, where a `?` follows from that: once below the table, and not in each row.
    not_given: Vec<Input>,
}

impl Table {
    /// A table of these responses and askers.
    pub(super) fn new(layout: &Layout, names: &[String], askers: &Askers) -> Table {
        let most = layout.width.map_or(WIDEST_NAME, |width| width / 3);
        let longest = |widths: &mut dyn Iterator<Item = usize>, title: &str| {
            widths.max().unwrap_or(0).max(title.len()).min(most)
        };
        let mut names_widths = names.iter().map(|name| plain_line(name).width());
        let mut asker_widths = askers.iter().map(|asker| asker.name().width());
        let view = View::of(askers);
        let title = view.asker();
        let is_of_one = askers.clients().len() == 1;
        let heading = match names {
            [name] => Some(plain_line(name).into_owned()),
            _ => askers.iter().next().filter(|_| is_of_one).map(asker_name),
        };
        Table {
            heading,
            name: (names.len() > 1).then(|| longest(&mut names_widths, NAME)),
            asker: (!is_of_one).then(|| longest(&mut asker_widths, title)),
            view,
            is_begun: false,
            owner: "",
            not_given: Vec::new(),
        }
    }

    /// A table of engines below what is said about the one response.
    pub(super) fn below(layout: &Layout, askers: &Askers) -> Table {
        Table {
            heading: None,
            ..Table::new(layout, &[String::new()], askers)
        }
    }

    /// Whether a verdict restricts what the table shows of it; `None` if that is not known. The view of AI has one answer that is not
    /// about a use.
    pub(super) fn restricted(&self, verdict: &Verdict<'_>) -> Option<bool> {
        match self.view {
            View::Ai => verdict.access().allowed().map(|allowed| !allowed),
            View::Clients | View::Engines => verdict.page_restricted(),
        }
    }

    /// Writes the rows of a response.
    pub(super) fn page(
        &mut self,
        out: &mut dyn Write,
        page: &Page<'_>,
        layout: &Layout,
    ) -> io::Result<()> {
        if !self.is_begun {
            self.begin(out, page, layout)?;
        }
        self.is_begun = true;
        for verdict in page.verdicts {
            self.owner(out, verdict, layout)?;
            let asker = Asker::of(verdict).name();
            let mut cells = self.start(page.name, &asker, layout);
            let answers = answers(page, verdict, self.view);
            let unknown = unknown(page, verdict, &answers, self.view);
            self.note_not_given(&unknown);
            let answers = answers.into_iter().zip(self.view.columns());
            cells.extend(answers.map(|(answer, column)| cell(page, verdict, answer, *column)));
            let because = match self.view {
                View::Ai => ai::because(page, verdict),
                _ => because(page, verdict, &unknown),
            };
            write_cells(out, &cells, &because, layout)?;
        }
        Ok(())
    }

    /// Writes the owner above the first of its engines, in the view of AI.
    fn owner(
        &mut self,
        out: &mut dyn Write,
        verdict: &Verdict<'_>,
        layout: &Layout,
    ) -> io::Result<()> {
        let owner = verdict.profile().map(Profile::operator);
        let Some(owner) = owner.filter(|owner| self.view == View::Ai && *owner != self.owner)
        else {
            return Ok(());
        };
        self.owner = owner;
        writeln!(out, "{}", layout.bold(owner))
    }

    fn note_not_given(&mut self, unknown: &[Unread]) {
        let not_given = unknown.iter().filter(|it| it.why() == Why::NotGiven);
        for source in not_given.map(Unread::source) {
            if !self.not_given.contains(&source) {
                self.not_given.push(source);
            }
        }
    }

    /// The line about the sources that were not given; none where no answer follows from that.
    pub(super) fn not_given(&self) -> Option<String> {
        let names: Vec<String> = self.not_given.iter().map(ToString::to_string).collect();
        let names = names.join(", ");
        (!names.is_empty()).then(|| format!("not given, so that answers are `?`: {names}"))
    }

    fn begin(&self, out: &mut dyn Write, page: &Page<'_>, layout: &Layout) -> io::Result<()> {
        if let Some(heading) = &self.heading {
            // Rows without a name are those of one response.
            let heading = match self.name {
                None => &page.title(),
                Some(_) => heading,
            };
            writeln!(out, "{}", layout.bold(&layout.cropped(heading, 0)))?;
        }
        let mut cells = self.start(NAME, self.view.asker(), layout);
        let columns = self.view.columns();
        cells.extend(columns.map(|(title, width)| Cell::new(*title, None, *width)));
        write_cells(out, &cells, BECAUSE, layout)
    }

    /// The cells of the response and of the asker. In a file or a pipe they are not cropped, even if that breaks the
    /// column.
    fn start<'c>(&self, name: &'c str, asker: &'c str, layout: &Layout) -> Vec<Cell<'c>> {
        let cell = |(text, width): (&'c str, Option<usize>)| {
            let (text, width) = (plain_line(text), width?);
            // Names of files differ in their starts and their ends.
            let half = width.saturating_sub(1) / 2;
            let text = match layout.width {
                Some(_) => ends(&text, width.saturating_sub(half + 1), half).into(),
                None => text,
            };
            Some(Cell::new(text, None, width))
        };
        let cells = [(name, self.name), (asker, self.asker)];
        cells.into_iter().filter_map(cell).collect()
    }
}

/// The answers of a verdict, in the order of the columns.
fn answers(page: &Page<'_>, verdict: &Verdict<'_>, view: View) -> Vec<Answer> {
    let mut all = vec![access::fetch(page, verdict, verdict.access())];
    if view != View::Ai {
        let snippet = verdict.snippet();
        all.extend::<[Answer; 4]>([
            Answer::up_to(verdict.index(), verdict.index_until().is_some()),
            verdict.follow().into(),
            verdict.archive().into(),
            Answer::up_to(snippet.allowed, snippet.max_chars.is_some()),
        ]);
    }
    match view {
        View::Clients => all.push(uses::ai(verdict)),
        View::Engines | View::Ai => all.extend(ai::answers(verdict)),
    }
    all
}

/// An answer, in brackets if it is about a page that is not fetched because of robots.txt.
fn cell(
    page: &Page<'_>,
    verdict: &Verdict<'_>,
    answer: Answer,
    (title, width): (&'static str, usize),
) -> Cell<'static> {
    // What a source asks of an engine of AI holds whether it may fetch or not.
    let is_about_page = title != FETCH && !ai::COLUMNS.iter().any(|(of_ai, _)| *of_ai == title);
    let (text, answer) = match answer {
        Answer::Stated => (NOTHING.into(), None),
        answer if is_about_page && !page.is_read && !restricts(answer) => {
            (Answer::Unread.word().into(), Some(Answer::Unread))
        }
        answer if is_about_page && page.is_read && !verdict.is_obtainable() => {
            (format!("({})", answer.word()).into(), Some(answer))
        }
        answer => (answer.word().into(), Some(answer)),
    };
    Cell {
        title: Some(title),
        text,
        answer,
        width,
    }
}

/// The places of the statements that forbid something, or why the page was not read.
fn because(page: &Page<'_>, verdict: &Verdict<'_>, unknown: &[Unread]) -> String {
    let problem = page.problem.filter(|_| !page.is_read);
    let problem = problem.map(|problem| plain_line(&format!("not read: {problem}")).into_owned());
    let of_page = answers::of_page_read(verdict, page.is_read);
    if let Some(problem) = &problem
        && of_page.is_empty()
    {
        return problem.clone();
    }
    let name = plain_line(page.name);
    // The row has the name of its response already.
    let place = |at: &Provenance| {
        let place = page.inputs.place(at);
        let own = place.strip_prefix(&*name);
        let own = own.and_then(|own| own.strip_prefix(':'));
        own.map(str::to_owned).unwrap_or(place)
    };
    let mut rows = access::of_access(page, verdict);
    rows.extend(of_page);
    // What an engine is asked about the uses of its columns has one statement each.
    let is_column = |row: &Row<'_>| uses::OF_ENGINES.iter().any(|own| own.name() == row.label);
    let of_uses = uses::of_uses(verdict, &place).into_iter();
    rows.extend(of_uses.filter(|row| verdict.profile().is_none() || !is_column(row)));
    let mut all: Vec<String> = other_status(page).into_iter().chain(problem).collect();
    add_restrictions(&mut all, &rows, &place);
    if verdict.profile().is_some() {
        ai::add_asking(&mut all, verdict, &place);
    }
    if !page.is_given() {
        all.push(String::from(Page::NOT_GIVEN));
        return all.join(", ");
    }
    let unread = unknown.iter().filter(|it| it.why() != Why::NotGiven);
    all.extend(unread.map(not_read));
    all.extend(engine::departures(verdict));
    all.join(", ")
}

/// Adds the statements of rows that forbid something, each once.
fn add_restrictions(
    all: &mut Vec<String>,
    rows: &[Row<'_>],
    place: &dyn Fn(&Provenance) -> String,
) {
    for row in rows {
        let is_noted = restricts(row.answer) && row.reasons.is_empty() && !row.note.is_empty();
        if is_noted && !all.contains(&row.note) {
            all.push(row.note.clone());
        }
        for reason in restricting(row) {
            let said = answers::with_field(reason);
            let text = format!("{} {said}", place(&reason.provenance()));
            if !all.iter().any(|own: &String| own.contains(&text)) {
                all.push(text);
            }
        }
    }
}

/// A source that was not read, and why, unless its name says so.
fn not_read(unread: &Unread) -> String {
    let (source, why) = (unread.source().to_string(), unread.why().to_string());
    if why == source {
        format!("{source} not read")
    } else {
        format!("{source} not read: {why}")
    }
}

/// The status of a response in a row, if it is not that of a page.
fn other_status(page: &Page<'_>) -> Option<String> {
    let status = page.status.filter(|status| *status != 200)?;
    Some(format!("status {status}"))
}

/// The sources that are not known, as far as a `?` of the row follows from them.
fn unknown(page: &Page<'_>, verdict: &Verdict<'_>, answers: &[Answer], view: View) -> Vec<Unread> {
    let mut of_uses = answers.iter().skip(view.of_page());
    let is_use_unread = of_uses.any(|answer| matches!(answer, Answer::Unread));
    let is_shown = |unread: &Unread| {
        let keeps = |asked: &[Asked]| asked.iter().any(|one| unread.keeps(*one));
        let of_page =
            keeps(OF_PAGE) || is_use_unread && Activity::OF_AI.iter().any(|one| unread.keeps(*one));
        let is_asked = unread.why() != Why::NotGiven;
        page.is_read && of_page || is_asked && unread.keeps(Asked::Access)
    };
    verdict.unread().filter(is_shown).collect()
}

/// The statements that restrict what a row is about: the first that forbids it, else the first of each directive that limits it.
fn restricting<'r, 'v>(row: &'r Row<'v>) -> Vec<&'r Witness<'v>> {
    if restricts(row.answer) {
        return row.reasons.first().into_iter().collect();
    }
    let mut limits: Vec<&Witness<'_>> = Vec::new();
    for reason in row.reasons.iter().filter(|reason| reason.limits()) {
        let is_known = |own: &&Witness<'_>| own.directive() == reason.directive();
        if !limits.iter().any(is_known) {
            limits.push(reason);
        }
    }
    limits
}

/// Whether an answer needs its statements beside it.
fn restricts(answer: Answer) -> bool {
    matches!(answer, Answer::No | Answer::Limited | Answer::Terms)
}

/// The asker of a heading.
fn asker_name(asker: Asker<'_>) -> String {
    match asker {
        Asker::Client(client) if client.tokens().is_empty() => {
            String::from("a client without a name")
        }
        asker => asker.name().into_owned(),
    }
}

const BECAUSE: &str = "because";
const NAME: &str = "response";
/// The mark for a missing answer.
const NOTHING: &str = "-";
/// The columns of a name in a file or a pipe.
const WIDEST_NAME: usize = 100;
