//! The views of a table: which answers it has, by its askers.

use robots_policy::engines::Profile;
use robots_policy_input::Askers;

use super::ai;
use super::answers::FETCH;

/// The answers that a table has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    Clients,
    Engines,
    /// Every engine of AI (`--as ai`): whether it may fetch, what it is asked, and whether its owner says that it listens.
    Ai,
}

impl View {
    /// The answers that are of use to these askers.
    pub(super) fn of(askers: &Askers) -> View {
        let of_ai = Profile::list("ai").unwrap_or_default().into_iter();
        let engines = askers.engines().iter();
        if askers.engines().is_empty() {
            View::Clients
        } else if engines
            .map(|engine| engine.name())
            .eq(of_ai.map(Profile::name))
        {
            View::Ai
        } else {
            View::Engines
        }
    }

    /// The title of the askers.
    pub(super) fn asker(self) -> &'static str {
        match self {
            View::Clients => ASKER,
            View::Engines | View::Ai => ENGINE,
        }
    }

    /// The titles of the answers and the widths of their columns.
    pub(super) fn columns(self) -> impl Iterator<Item = &'static (&'static str, usize)> {
        let (of_page, last) = match self {
            View::Clients => (COLUMNS, LAST),
            View::Engines => (COLUMNS, ai::COLUMNS),
            View::Ai => (COLUMNS.get(..1).unwrap_or_default(), ai::COLUMNS),
        };
        of_page.iter().chain(last)
    }

    /// The number of the first answers, which are not about a use.
    pub(super) fn of_page(self) -> usize {
        match self {
            View::Clients | View::Engines => COLUMNS.len(),
            View::Ai => 1,
        }
    }
}

/// The columns that every table has.
const COLUMNS: &[(&str, usize)] = &[
    (FETCH, 5),
    ("index", 5),
    ("follow", 6),
    ("archive", 7),
    ("snippet", 7),
];
/// The column about AI.
const LAST: &[(&str, usize)] = &[("AI use", 6)];
const ASKER: &str = "agent";
const ENGINE: &str = "engine";
