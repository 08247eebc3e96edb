//! A response and what is known about it, of which the text is made.

use robots_policy::Verdict;
use robots_policy::parts::Parts;
use robots_policy_input::names::plain_line;

use super::place::Inputs;

/// The facts about one response.
pub struct Page<'p> {
    /// Its file or its address.
    pub name: &'p str,
    /// The status of a saved response, if it is known.
    pub status: Option<u16>,
    /// The verdict for each asker, or for some of them.
    pub verdicts: &'p [Verdict<'p>],
    /// Where its bytes are.
    pub inputs: &'p Inputs<'p>,
    /// The steps to it: redirects, and an answer of a former run.
    pub steps: &'p [String],
    /// The reason why it was not read.
    pub problem: Option<&'p str>,
    /// Whether at least its fields were read.
    pub is_read: bool,
    /// The outcome of the fetch of robots.txt, if no rule of it decides.
    pub robots: Option<&'p RobotsNote>,
    /// The parts of its document.
    pub parts: AskedParts<'p>,
}

impl<'p> Page<'p> {
    /// A response whose fields were read.
    pub fn read(name: &'p str, verdicts: &'p [Verdict<'p>], inputs: &'p Inputs<'p>) -> Page<'p> {
        Page {
            name,
            status: None,
            verdicts,
            inputs,
            steps: &[],
            problem: None,
            is_read: true,
            robots: None,
            parts: AskedParts::None,
        }
    }
}

impl Page<'_> {
    /// The problem if the question is about robots.txt alone.
    pub const NOT_GIVEN: &'static str = "no response was given";

    /// The name and the status, for a heading.
    pub(super) fn title(&self) -> String {
        let name = plain_line(self.name);
        match self.status {
            Some(status) => format!("{name} (status {status})"),
            None => name.into_owned(),
        }
    }

    /// Whether there is a response at all.
    pub(super) fn is_given(&self) -> bool {
        self.problem != Some(Page::NOT_GIVEN)
    }
}

/// The outcome of a fetch of robots.txt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsNote {
    /// What happened, and what follows from it.
    pub words: String,
    /// Whether it decides if the page may be fetched. Nothing is known about a host that was not found.
    pub decides: bool,
}

impl Page<'_> {
    /// Whether it is unknown if the page may be fetched, although crawlers would not fetch it.
    pub(super) fn is_fetch_unknown(&self) -> bool {
        self.robots.is_some_and(|robots| !robots.decides)
    }
}

/// The parts of a document, where they are asked for.
#[derive(Clone, Copy, Default)]
pub enum AskedParts<'p> {
    /// Nobody asks for them.
    #[default]
    None,
    /// Those of this document, if there is one.
    Of(Option<&'p Parts<'p>>),
}
