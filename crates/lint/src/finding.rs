//! A finding: a rule, its places, what it means here, and who is affected.

use std::ops::Range;

use serde::Serialize;

use crate::code::Code;
use crate::effect::{Compared, Effect};
use crate::level::Level;
use crate::place::Place;

/// A finding about one statement, or about several that belong together.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The rule.
    pub code: Code,
    /// Its weight here.
    pub level: Level,
    /// The finding in a sentence, with the text of the input in it. Text of an input is escaped.
    pub message: String,
    /// The bytes that it is about.
    pub place: Place,
    /// Further bytes, each with what they are.
    pub others: Vec<Other>,
    /// The page that it is about, if it is not the input itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Who is affected, and how, by asking each engine twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// Text to put in the place of bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
    /// The number of lines, or of pages, in which it was found.
    pub count: usize,
    /// The question that it is about, if another one of its rule may be at its place.
    #[serde(skip)]
    pub topic: String,
    /// The names of the first inputs of several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
}

/// The names of inputs that a finding about several has.
pub(crate) const MOST_INPUTS: usize = 5;

/// The further places of several in one input that a finding has.
pub(crate) const MOST_OTHERS: usize = 8;

/// A further place of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Other {
    /// The bytes.
    pub place: Place,
    /// Their part in the finding, in a few words.
    pub label: String,
}

/// A change of an input that mends a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// Whether every reading stays as it is, which was proven by reading both. Another fix changes verdicts: those of
    /// [`Finding::effect`].
    pub is_safe: bool,
    /// The changes, in the order of their bytes; none overlaps another.
    pub edits: Vec<Edit>,
}

/// Text in the place of bytes of an input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Edit {
    /// The first byte that goes.
    pub start: usize,
    /// The end of the bytes that go.
    pub end: usize,
    /// The text that comes.
    pub text: String,
}

impl Finding {
    /// A finding of this rule at this place.
    pub(crate) fn new(code: Code, place: Place, message: String) -> Finding {
        Finding {
            code,
            level: code.rule().level,
            message,
            place,
            others: Vec::new(),
            url: None,
            effect: None,
            fix: None,
            count: 1,
            topic: String::new(),
            inputs: Vec::new(),
        }
    }

    pub(crate) fn and(mut self, place: Place, label: impl Into<String>) -> Finding {
        let label = label.into();
        self.others.push(Other { place, label });
        self
    }

    /// A number that stays when lines move: of the code, the input and the text.
    ///
    /// It is the 64 bits of FNV-1a, as 16 hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        let subject = self.url.as_deref().unwrap_or(&self.place.input);
        let marked = self.place.text.get(self.place.marked.clone());
        let parts = [self.code.name(), subject, marked.unwrap_or_default()];
        let topic = Some(self.topic.as_str()).filter(|topic| !topic.is_empty());
        let parts = parts.into_iter().chain(topic);
        let bytes = parts.flat_map(|part| part.bytes().chain([0]));
        let hash = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        });
        format!("{hash:016x}")
    }
}

impl Edit {
    /// The change that takes bytes away.
    pub(crate) fn without(bytes: Range<usize>) -> Edit {
        Edit {
            start: bytes.start,
            end: bytes.end,
            text: String::new(),
        }
    }

    /// The text of an input after these changes, which are in the order of their bytes.
    pub fn apply(edits: &[Edit], input: &[u8]) -> Vec<u8> {
        let mut changed = Vec::with_capacity(input.len());
        let mut at = 0;
        for edit in edits {
            changed.extend_from_slice(input.get(at..edit.start).unwrap_or_default());
            changed.extend_from_slice(edit.text.as_bytes());
            at = edit.end.max(at);
        }
        changed.extend_from_slice(input.get(at..).unwrap_or_default());
        changed
    }
}

/// A finding before anybody is asked.
pub(crate) struct Draft<S> {
    pub(crate) finding: Finding,
    /// The second reading, which shows the effect, and how it differs.
    pub(crate) second: Option<(Compared, S)>,
}

impl<S> Draft<S> {
    pub(crate) fn new(finding: Finding) -> Draft<S> {
        Draft {
            finding,
            second: None,
        }
    }

    pub(crate) fn of(code: Code, place: Place, message: String) -> Draft<S> {
        Draft::new(Finding::new(code, place, message))
    }

    pub(crate) fn second(mut self, compared: Compared, second: S) -> Draft<S> {
        self.second = Some((compared, second));
        self
    }
}
