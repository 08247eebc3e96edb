//! Where the reading of an engine leaves the general one, and what is not known about it: one row each.

use std::fmt;

use crate::profile::{Cell, Evidence};
use crate::provenance::Provenance;

macro_rules! marks {
    ($($(#[$meaning:meta])* $variant:ident = $name:literal, $sentence:literal;)+) => {
        crate::names::named! {
            /// How the reading of an engine leaves the general one, or what is not known of it.
            #[non_exhaustive]
            pub enum MarkKind {
                $($(#[$meaning])* #[doc = concat!("`", $name, "`: ", $sentence, ".")] $variant = $name;)+
            }
        }

        impl MarkKind {
            /// One sentence for people, without a final dot.
            pub fn meaning(self) -> &'static str {
                match self { $(MarkKind::$variant => $sentence,)+ }
            }
        }
    };
}

marks! {
    RobotsTxtNotObeyed = "robots-txt-not-obeyed", "it fetches, whatever robots.txt says";
    RobotsTxtMayNotBeObeyed = "robots-txt-may-not-be-obeyed", "its owner says that it may not obey robots.txt";
    FailsOpen = "fails-open", "it fetches although robots.txt could not be had";
    FailsClosed = "fails-closed", "it fetches nothing as long as robots.txt cannot be had";
    SiteUnknown = "site-unknown", "it fetches if the site answers other requests, which is not known";
    CountsAsAbsent = "counts-as-absent", "a robots.txt of this size counts as absent";
    ReadOtherwise = "read-otherwise", "its parser reads this robots.txt otherwise than RFC 9309 does";
    FallbackGroup = "fallback-group", "it is not named; the group of another crawler binds it";
    GeneralRuleNotBinding = "general-rule-not-binding", "what is for every client does not bind it";
    GroupUnsaid = "group-unsaid", "its owner does not say which group binds it where none has its name";
    FirstGroupAlone = "first-group-alone", "of several groups for it the first one counts";
    DelayNotFollowed = "delay-not-followed", "it does not follow Crawl-delay";
    DelayOfEveryClient = "delay-of-every-client", "it follows the Crawl-delay of `*` beside its own group";
    FieldNotRead = "field-not-read", "it does not read the fields of the response";
    OtherName = "other-name", "a statement to another of its names addresses it";
    NameNotRead = "name-not-read", "it does not read statements to its own name here";
    BodyCounts = "body-counts", "a meta in the body counts";
    PlaceNotCounted = "place-not-counted", "a meta in this place does not count";
    NoneIs = "none-is", "`none` is not what the general reading has";
    PermissionWins = "permission-wins", "a permissive word wins over its opposite";
    TakenAs = "taken-as", "directives together count as others";
    ClosedLine = "closed-line", "an unknown word with a colon closes its line of the field";
    BodyNotRead = "body-not-read", "metas in the body count, and the body was not read";
    PartsNotSeen = "parts-not-seen", "parts of the body may be marked as not for excerpts; marks in the body are not read";
    OutsideTheResponse = "outside-the-response", "its owner has controls that no response shows";
    Undocumented = "undocumented", "nothing is documented; the general reading is used";
    Disputed = "disputed", "sources contradict each other, or leave it open";
}

impl MarkKind {
    /// Whether it is under every verdict of an engine, whatever the response is.
    pub fn is_standing(self) -> bool {
        matches!(self, MarkKind::PartsNotSeen | MarkKind::OutsideTheResponse)
    }

    /// Whether it makes an answer doubtful and does not change one.
    pub fn is_doubt(self) -> bool {
        matches!(
            self,
            MarkKind::Undocumented
                | MarkKind::Disputed
                | MarkKind::PartsNotSeen
                | MarkKind::OutsideTheResponse
        )
    }
}

/// One departure from the general reading, or one doubt: the cell of the profile, its document, and the bytes that it is about.
///
/// Its text form is the name and the cell: `disputed: tokens`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    kind: MarkKind,
    cell: &'static str,
    evidence: Option<Evidence>,
    at: Option<Provenance>,
}

impl Mark {
    /// A mark about a cell.
    pub(super) fn new<T>(kind: MarkKind, name: &'static str, cell: &Cell<T>) -> Mark {
        Mark {
            kind,
            cell: name,
            evidence: cell.evidence,
            at: None,
        }
    }

    /// The mark with the bytes that it is about.
    #[must_use]
    pub(super) fn at(self, at: Option<Provenance>) -> Mark {
        Mark { at, ..self }
    }

    /// How it leaves the general reading.
    pub fn kind(&self) -> MarkKind {
        self.kind
    }

    /// The cell of the profile that decides it, as [`Profile::cells`](crate::engines::Profile::cells) names it.
    pub fn cell(&self) -> &'static str {
        self.cell
    }

    /// The document that says so; `None` where nothing is documented.
    pub fn evidence(&self) -> Option<Evidence> {
        self.evidence
    }

    /// The statement that it is about.
    pub fn provenance(&self) -> Option<&Provenance> {
        self.at.as_ref()
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.cell)
    }
}

/// Marks in the order they were found, each kind once for each cell, with the first statement that it is about. So there are
/// hardly more than the table has cells, however many statements a hostile page has.
#[derive(Default)]
pub(super) struct Marks(pub(super) Vec<Mark>);

impl Marks {
    pub(super) fn add(&mut self, mark: Mark) {
        let mut known = self.0.iter();
        if !known.any(|known| (known.kind, known.cell) == (mark.kind, mark.cell)) {
            self.0.push(mark);
        }
    }

    /// Adds what is doubtful about a cell that mattered.
    pub(super) fn doubt<T>(&mut self, name: &'static str, cell: &Cell<T>) {
        if cell.is_disputed {
            self.add(Mark::new(MarkKind::Disputed, name, cell));
        } else if cell.evidence.is_none() {
            self.add(Mark::new(MarkKind::Undocumented, name, cell));
        }
    }

    /// Adds a departure, and a doubt about the cell that causes it if there is one.
    pub(super) fn depart<T>(
        &mut self,
        kind: MarkKind,
        name: &'static str,
        cell: &Cell<T>,
        at: Option<Provenance>,
    ) {
        self.add(Mark::new(kind, name, cell).at(at));
        if cell.is_disputed {
            self.doubt(name, cell);
        }
    }
}
