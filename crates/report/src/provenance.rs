//! How the runs of a page were made: the program, the texts that it follows, the clock, the store and the settings of each scan.

use std::fmt::Write as _;
use std::path::PathBuf;

use robots_policy_archives::names::shown;

use super::html;
use super::scanned::Scanned;

/// A fact, and its value.
type Fact = (String, String);

/// The scans of a page: each folder, and what its `scan.json` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scans(Vec<(String, Vec<Fact>)>);

impl Scans {
    /// The scans that wrote these folders. One that says nothing about itself has no part.
    pub(super) fn of(folders: &[PathBuf]) -> Scans {
        let scanned = folders.iter().filter_map(|folder| {
            let facts = Scanned::of(folder)?.facts();
            Some((shown(folder.as_os_str()), facts))
        });
        Scans(scanned.collect())
    }

    /// A part of the page that is closed until it is opened; nothing where no scan is known.
    pub(super) fn html(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let mut part = String::from("<details class=\"made\"><summary>How it was made</summary>\n");
        for (folder, facts) in self.0.iter().take(MOST) {
            let name = html::short(folder, 80);
            let _ = writeln!(part, "<h3><bdi>{name}</bdi></h3>\n<dl>");
            for (fact, value) in facts {
                let (fact, value) = (html::text(fact), html::short(value, 400));
                let _ = writeln!(part, "<dt>{fact}</dt><dd>{value}</dd>");
            }
            part.push_str("</dl>\n");
        }
        if let Some(left) = self.0.len().checked_sub(MOST).filter(|left| *left > 0) {
            let _ = writeln!(
                part,
                "<p>And {left} further folders; scan.json of each says the same of it.</p>"
            );
        }
        part.push_str("<p>The report beside each table identifies its archive.</p>\n</details>\n");
        part
    }
}

/// The scans that are shown.
const MOST: usize = 8;
