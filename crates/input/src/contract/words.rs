//! The words that values of records are, from the tables of the library.

use robots_policy::engines::{Honour, UseAnswer};
use robots_policy::ledger::{Asked, Input, State};
use robots_policy::parts::{LinkElement, PartMarkKind, Rel};
use robots_policy::uses::{Activity, Answer, Unused};
use robots_policy::{Severity, Why};

use super::Words;

/// Words of a table that `ALL` lists.
macro_rules! words {
    ($($constant:ident = $type:ty, $name:literal, $about:literal;)+) => {$(
        #[doc = $about]
        pub(crate) static $constant: Words = Words {
            name: $name,
            about: $about,
            all: || <$type>::ALL.iter().map(|one| one.name()).collect(),
        };
    )+};
}

words! {
    USE = Activity, "Use", "A use of a response by AI.";
    USE_ANSWER = Answer, "UseAnswer", "The statements about a use, as one answer.";
    LEDGER_SOURCE = Input, "LedgerSource", "A source that may speak about a response.";
    STATE = State, "", "The state of a source.";
    WHY = Why, "Why", "Why a source is not known.";
    ASKED = Asked, "Asked", "An answer that may not be known.";
    NOT_SAID = Unused, "", "Why it is not said whether an engine uses a page.";
    SEVERITY = Severity, "", "The weight of a diagnostic.";
    PART_MARK_KIND = PartMarkKind, "", "A way to say that a part of a page is not to be quoted.";
    REL = Rel, "", "A word of `rel` about following a link.";
    LINK_ELEMENT = LinkElement, "", "An element with a link.";
}

/// A source by name, or every source that is not given.
pub(crate) static ASSUMED: Words = Words {
    name: "Assumed",
    about: "A source by name, or every source that is not given.",
    all: || (LEDGER_SOURCE.all)().into_iter().chain(["rest"]).collect(),
};

/// Why an engine leaves a directive undone.
pub(crate) static LEFT: Words = Words {
    name: "",
    about: "Why an engine leaves a directive undone: its owner says so, or its list lacks the directive.",
    all: || vec![Honour::Stated.name(), Honour::Unlisted.name()],
};

/// The answer about a use, where it is neither yes nor no.
pub(crate) static LIMITED: Words = Words {
    name: "",
    about: "A use that is limited.",
    all: || vec![UseAnswer::Limited.name()],
};
