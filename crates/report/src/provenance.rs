//! How a page was made: the archives and their days, the program, the texts that it follows, the clock, the store, the settings
//! and the commands. The head has a line a run, the foot has all.

use std::fmt::Write as _;
use std::path::PathBuf;

use robots_policy::Timestamp;
use robots_policy_input::names::shown;
use robots_policy_input::number::number;

use super::html;
use super::run::Run;
use super::scan::Scan;
use super::sums::Sums;

/// How the page was made: its command, and what the `scan.json` of each folder says.
#[derive(Default)]
pub(super) struct Scans {
    /// The program that draws the page, with its version.
    pub(super) program: String,
    /// The command that draws it.
    pub(super) command: String,
    /// The folders by name, each with the scan that wrote it.
    folders: Vec<(String, Scan)>,
}

impl Scans {
    /// The scans that wrote these folders. One that says nothing about itself has no part.
    pub(super) fn of(folders: &[PathBuf], program: &str, command: String) -> Scans {
        let scanned = folders.iter();
        let scanned =
            scanned.filter_map(|folder| Some((shown(folder.as_os_str()), Scan::of(folder)?)));
        Scans {
            program: program.to_owned(),
            command,
            folders: scanned.collect(),
        }
    }

    /// The lines of the head: a line for each run, and the way to the foot.
    pub(super) fn lines(&self, runs: &[Run]) -> String {
        let mut lines = String::new();
        for (at, run) in runs.iter().enumerate() {
            let which = match (runs.len(), at) {
                (1, _) => "",
                (_, 0) => "Before: ",
                _ => "After: ",
            };
            let scan = match runs.len() {
                1 => self.folders.first().map(|(_, scan)| scan),
                _ => self.of_run(run),
            };
            let facts = [run.sums.as_ref().map(captured), scan.map(line)];
            let facts: Vec<String> = facts.into_iter().flatten().collect();
            if !facts.is_empty() {
                let facts = html::short(&facts.join("; "), 400);
                let _ = writeln!(lines, "<p class=\"origin\">{which}{facts}.</p>");
            }
        }
        lines + "<p class=\"origin\"><a href=\"#made\">How this page was made</a></p>\n"
    }

    /// The program with its version, if it is known.
    fn program(&self) -> String {
        match self.program.as_str() {
            "" => String::new(),
            version => format!("robots-policy {version}"),
        }
    }

    /// The scan of the folder of this run.
    fn of_run(&self, run: &Run) -> Option<&Scan> {
        let mut folders = self.folders.iter();
        let own = folders.find(|(folder, _)| *folder == run.name);
        own.map(|(_, scan)| scan)
    }

    /// The part at the foot of the page.
    pub(super) fn html(&self, runs: &[Run]) -> String {
        let mut part = String::from(
            "<section class=\"made\" aria-labelledby=\"made\"><h2 id=\"made\">How this page was made</h2>\n",
        );
        part.push_str(&list(&[
            (String::from("drawn by"), self.program()),
            (String::from("command"), self.command.clone()),
        ]));
        for run in runs {
            let name = html::short(&run.name, 80);
            let _ = writeln!(part, "<h3><bdi>{name}</bdi></h3>");
            let facts = run.sums.as_ref().map_or_else(
                || {
                    vec![(
                        String::from("counts"),
                        String::from("out of a file, which does not say how they were made"),
                    )]
                },
                archives,
            );
            let own = self.of_run(run).map(Scan::facts);
            part.push_str(&list(&[facts, own.unwrap_or_default()].concat()));
        }
        let parts = self
            .folders
            .iter()
            .filter(|(folder, _)| runs.iter().all(|run| run.name != *folder));
        for (folder, scan) in parts.take(MOST) {
            let name = html::short(folder, 80);
            let _ = writeln!(part, "<h3>Scan of <bdi>{name}</bdi></h3>");
            part.push_str(&list(&scan.facts()));
        }
        if let Some(left) = self
            .folders
            .len()
            .checked_sub(MOST)
            .filter(|left| *left > 0)
        {
            let _ = writeln!(
                part,
                "<p>And {left} further folders; scan.json of each says the same of it.</p>"
            );
        }
        part.push_str("<p>The report beside each table identifies its archive.</p>\n</section>\n");
        part
    }
}

/// The day and the program of a scan, in words.
fn line(scan: &Scan) -> String {
    let day = scan.began().map(|began| format!(" on {}", day(began)));
    let by = scan.program();
    let by = by.map(|program| format!(" by robots-policy {program}"));
    let words = [day, by].into_iter().flatten().collect::<String>();
    format!("scanned{words}")
}

/// The facts as a list, without those that have no value.
fn list(facts: &[(String, String)]) -> String {
    let mut list = String::from("<dl>\n");
    for (fact, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
        let (fact, value) = (html::text(fact), html::short(value, LONGEST));
        let _ = writeln!(list, "<dt>{fact}</dt><dd>{value}</dd>");
    }
    list + "</dl>\n"
}

/// The archives of a run and the days of their records, in words: the first names, and how many more there are.
fn captured(sums: &Sums) -> String {
    let days = days(sums).map(|days| format!(", captured {days}"));
    format!("{}{}", named(sums, 3), days.unwrap_or_default())
}

/// The facts about the archives, with as many names as there is room for.
fn archives(sums: &Sums) -> Vec<(String, String)> {
    vec![
        (String::from("archives"), named(sums, usize::MAX)),
        (String::from("records of"), days(sums).unwrap_or_default()),
    ]
}

fn named(sums: &Sums, most: usize) -> String {
    let first = sums.names.iter().filter(|name| !name.is_empty()).take(most);
    // The head has few names and no room for folders.
    let shown = |name: &'_ String| match name.rsplit_once('/') {
        Some((_, file)) if most < MOST => file.to_owned(),
        _ => name.clone(),
    };
    let first: Vec<String> = first.map(shown).collect();
    let count = number(sums.archives, "archive");
    match sums.archives.saturating_sub(first.len() as u64) {
        _ if first.is_empty() => count,
        0 => format!("{count}: {}", first.join(", ")),
        more => format!("{count}: {} and {more} more", first.join(", ")),
    }
}

fn days(sums: &Sums) -> Option<String> {
    let [first, last] = sums.all.captured?.map(|at| day(Timestamp::from_unix(at)));
    Some(if first == last {
        format!("on {first}")
    } else {
        format!("from {first} to {last}")
    })
}

/// The day of a moment, in UTC.
fn day(at: Timestamp) -> String {
    let text = at.to_string();
    let day = text.split_once('T').map(|(day, _)| day.to_owned());
    day.unwrap_or(text)
}

/// The scans that are shown.
const MOST: usize = 8;
/// The longest value.
const LONGEST: usize = 2000;
