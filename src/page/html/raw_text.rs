//! Raw text: the RCDATA, RAWTEXT and script data states (HTML §13.2.5.2 to §13.2.5.4, §13.2.5.9 to
//! §13.2.5.31).
//!
//! **What it is.** The 26 states of the standard, reduced to those that decide where the text ends.
//! Most bytes of a head are in scripts and styles, so the machine searches for the next `<`, and in
//! the comments of a script for the next dash too; it steps byte by byte only from there.
//!
//! A text that a chunk holds whole, which nearly all do, needs no state ([`RawText::pass`]).
//!
//! **Invariants.** The machine is a `Copy` value, stops after any byte and resumes with the next
//! one. Its state alone decides; no text is kept. The searching way, the stepping way and the way without states end at the
//! same byte.
//!
//! **What breaks if touched.** A script that ends too early turns its text into markup, and any
//! letter of it ends the head. One that ends too late hides the rest of the document. The double
//! escape of scripts (`<!--<script>` makes the next `</script>` text) is the part that a rewrite
//! forgets.
//!
//! **Which test notices.** `r_90_raw_text_ends_as_the_standard_says` gives each case whole, byte
//! by byte and cut at every place; `html::tests` and `tests/all/meta_oracle.rs` compare with html5ever.

use crate::page::html::name::Element;
use crate::page::html::tag::ends_name;
use crate::page::html::{seek, swar, tag_end};

/// The text of an element in which nothing but its own end tag is markup.
///
/// A character reference in RCDATA cannot hide a `<`, so RCDATA and RAWTEXT end alike. A letter that does not match the
/// name leads back to the text state: the letters up to the next byte that is not a letter would be text in either
/// state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawText {
    /// The name of the element, in lower case.
    name: &'static [u8],
    /// The name as one number, for a comparison in one step.
    packed: u64,
    state: RawTextState,
}

/// The state of the machine; the names are the standard's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RawTextState {
    /// The text state of the level: RCDATA, RAWTEXT, script data, or one of the escaped states.
    Text(ScriptLevel),
    /// Less-than sign state of the level.
    LessThan(ScriptLevel),
    /// After `</`: the end tag open state of the level.
    EndTagOpen(ScriptLevel),
    /// After this number of letters of the name: the end tag name state of the level.
    EndTagName(ScriptLevel, usize),
    /// After `<!`: script data escape start state (§13.2.5.18).
    EscapeStart,
    /// After `<!-`: script data escape start dash state (§13.2.5.19).
    EscapeStartDash,
    /// Script data escaped dash state, and double escaped (§13.2.5.21, §13.2.5.28).
    Dash(ScriptLevel),
    /// Script data escaped dash dash state, and double escaped (§13.2.5.22, §13.2.5.29).
    DashDash(ScriptLevel),
    /// After this number of letters of `script`: script data double escape start state and end state (§13.2.5.26,
    /// §13.2.5.31), which lead to the other level after the whole name.
    Toggle(ScriptLevel, usize),
}

/// How deep in `<!--` a script is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScriptLevel {
    /// Not a script: RCDATA or RAWTEXT, where `<!--` has no effect.
    Plain,
    /// Script data state.
    Script,
    /// Script data escaped state: after `<!--`.
    Escaped,
    /// Script data double escaped state: after `<!--` and `<script`. No end tag ends it.
    DoubleEscaped,
}

impl RawText {
    /// The machine directly after the start tag of an element that has raw text in the head, with scripting enabled;
    /// `None` for the others.
    #[inline]
    pub(crate) fn of(element: Element) -> Option<RawText> {
        Some(match element {
            Element::Script => RawText::SCRIPT,
            Element::Title => const { RawText::within(b"title", ScriptLevel::Plain) },
            Element::Style => const { RawText::within(b"style", ScriptLevel::Plain) },
            Element::Noframes => const { RawText::within(b"noframes", ScriptLevel::Plain) },
            Element::Noscript => const { RawText::within(b"noscript", ScriptLevel::Plain) },
            _ => return None,
        })
    }

    /// The machine directly after the start tag of an element of this name, for which the tree builder answered that
    /// its text is raw. `None` for a name that never has raw text.
    pub(crate) fn named(name: &str) -> Option<RawText> {
        let mut names = NAMES.iter();
        let name = names.find(|known| **known == name.as_bytes())?;
        let level = if *name == SCRIPT {
            ScriptLevel::Script
        } else {
            ScriptLevel::Plain
        };
        Some(RawText::within(name, level))
    }

    /// The machine directly after the start tag of a script.
    pub(crate) const SCRIPT: RawText = RawText::within(SCRIPT, ScriptLevel::Script);

    /// The machine at the start of the text.
    const fn within(name: &'static [u8], level: ScriptLevel) -> RawText {
        RawText {
            name,
            packed: swar::packed(name),
            state: RawTextState::Text(level),
        }
    }

    /// The number of bytes of `</` and the name.
    pub(crate) fn end_tag_len(self) -> usize {
        2 + self.name.len()
    }

    /// Reads up to after the name of the end tag and returns the number of bytes read; `None` if
    /// the end tag comes after `bytes`.
    ///
    /// The next byte belongs to the end tag, which may have attributes. If a chunk cuts the name,
    /// the number counts only the part that is in `bytes`.
    pub(crate) fn skip(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            let rest = bytes.get(at..)?;
            at += match self.state {
                RawTextState::Text(level @ (ScriptLevel::Plain | ScriptLevel::Script)) => {
                    let found = memchr::memchr_iter(b'<', rest)
                        .find(|at| self.may_matter(rest.get(at + 1..), level))?;
                    if self.is_end_tag(rest.get(found + 2..)) {
                        return Some(at + found + self.end_tag_len());
                    }
                    self.state = RawTextState::LessThan(level);
                    found + 1
                }
                RawTextState::Text(_) => memchr::memchr2(b'<', b'-', rest)?,
                _ => 0,
            };
            let byte = *bytes.get(at)?;
            if self.ends(byte) {
                return Some(at);
            }
            self.state = self.next(byte);
            at += 1;
        }
    }

    /// Passes a text from its first byte `at` on, without any state, and returns the offset after the `>` of its end tag.
    ///
    /// Where the chunk ends first, or a script may be escaped, the error is the offset up to which all is plain text:
    /// [`RawText::skip`] resumes there.
    #[inline]
    pub(crate) fn pass(&self, chunk: &[u8], mut at: usize) -> Result<usize, usize> {
        let is_script = self.state == RawTextState::Text(ScriptLevel::Script);
        loop {
            let rest = chunk.get(at..).unwrap_or_default();
            let Some(found) = seek::find_near(b'<', rest) else {
                return Err(chunk.len());
            };
            at += found;
            let after = rest.get(found + 1..).unwrap_or_default();
            match after {
                [b'/', letter, ..] if self.name.first() == Some(&(letter | 0x20)) => {
                    let name = after.get(1..);
                    if self.is_end_tag(name) {
                        return tag_end::of(chunk, at + self.end_tag_len()).ok_or(at);
                    }
                    if name.is_none_or(|name| name.len() <= swar::WORD) {
                        return Err(at);
                    }
                    at += 1;
                }
                [b'!', b'-', b'-', ..] if is_script => return Err(at),
                [_, _, _, ..] => at += 1,
                _ => return Err(at),
            }
        }
    }

    /// Whether a `<` may begin an end tag or an escape, judged by the bytes after it. Where they are missing it says
    /// yes, and the states decide.
    #[inline]
    fn may_matter(&self, after: Option<&[u8]>, level: ScriptLevel) -> bool {
        match after {
            Some([b'/', letter, ..]) => self.name.first().is_some_and(|l| *l == letter | 0x20),
            Some([b'!', ..]) => level == ScriptLevel::Script,
            Some([b'/'] | []) | None => true,
            Some(_) => false,
        }
    }

    /// Whether the name after a `</` is that of the end tag, and is there with the byte that ends it.
    fn is_end_tag(&self, after: Option<&[u8]>) -> bool {
        let len = self.name.len();
        after.is_some_and(|bytes| {
            bytes.get(len).is_some_and(|b| ends_name(*b))
                && swar::load8(bytes).is_some_and(|o| swar::lower(o, len) == self.packed)
        })
    }

    /// Whether the text has ended: the whole name was read, and `byte` ends a name.
    fn ends(self, byte: u8) -> bool {
        matches!(self.state, RawTextState::EndTagName(_, matched) if matched == self.name.len())
            && ends_name(byte)
    }

    /// The state after one more byte that does not end the text.
    fn next(self, byte: u8) -> RawTextState {
        match self.state {
            RawTextState::LessThan(level) => less_than(level, byte),
            RawTextState::EndTagOpen(level) => self.end_tag_name(level, 0, byte),
            RawTextState::EndTagName(level, matched) => self.end_tag_name(level, matched, byte),
            RawTextState::EscapeStart if byte == b'-' => RawTextState::EscapeStartDash,
            RawTextState::EscapeStartDash if byte == b'-' => {
                RawTextState::DashDash(ScriptLevel::Escaped)
            }
            RawTextState::EscapeStart | RawTextState::EscapeStartDash => {
                text(ScriptLevel::Script, byte)
            }
            RawTextState::Dash(level) if byte == b'-' => RawTextState::DashDash(level),
            RawTextState::DashDash(level) if byte == b'-' => RawTextState::DashDash(level),
            RawTextState::DashDash(_) if byte == b'>' => RawTextState::Text(ScriptLevel::Script),
            RawTextState::Text(level)
            | RawTextState::Dash(level)
            | RawTextState::DashDash(level) => text(level, byte),
            RawTextState::Toggle(level, matched) => toggle(level, matched, byte),
        }
    }

    /// The state after a letter of the end tag's name, or after a byte that does not match it.
    fn end_tag_name(self, level: ScriptLevel, matched: usize, byte: u8) -> RawTextState {
        match self.name.get(matched) {
            Some(letter) if letter.eq_ignore_ascii_case(&byte) => {
                RawTextState::EndTagName(level, matched + 1)
            }
            _ => text(level, byte),
        }
    }
}

/// The state after a byte in the text of the level. Only the escaped levels count dashes, because `-->` ends them.
fn text(level: ScriptLevel, byte: u8) -> RawTextState {
    match (level, byte) {
        (_, b'<') => RawTextState::LessThan(level),
        (ScriptLevel::Escaped | ScriptLevel::DoubleEscaped, b'-') => RawTextState::Dash(level),
        _ => RawTextState::Text(level),
    }
}

/// The state after `<` and this byte.
fn less_than(level: ScriptLevel, byte: u8) -> RawTextState {
    match (level, byte) {
        (ScriptLevel::DoubleEscaped, b'/') => RawTextState::Toggle(level, 0),
        (_, b'/') => RawTextState::EndTagOpen(level),
        (ScriptLevel::Script, b'!') => RawTextState::EscapeStart,
        (ScriptLevel::Escaped, _) => toggle(level, 0, byte),
        _ => text(level, byte),
    }
}

/// The state after one more byte of the word that may be `script`, which enters the double escape or leaves it.
fn toggle(level: ScriptLevel, matched: usize, byte: u8) -> RawTextState {
    match SCRIPT.get(matched) {
        None if ends_name(byte) => RawTextState::Text(match level {
            ScriptLevel::Escaped => ScriptLevel::DoubleEscaped,
            _ => ScriptLevel::Escaped,
        }),
        Some(letter) if letter.eq_ignore_ascii_case(&byte) => {
            RawTextState::Toggle(level, matched + 1)
        }
        _ => text(level, byte),
    }
}

const SCRIPT: &[u8] = b"script";

/// The elements whose text the tree builder may declare raw: all of RCDATA and RAWTEXT in HTML §13.2.6.4.4 and
/// §13.2.6.4.7, and `script`. `plaintext` never ends and is not among them.
const NAMES: [&[u8]; 9] = [
    SCRIPT,
    b"style",
    b"title",
    b"textarea",
    b"noscript",
    b"iframe",
    b"noframes",
    b"noembed",
    b"xmp",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn r_90_raw_text_ends_as_the_standard_says() {
        for (element, text, end) in
            rows::<(String, String, Option<usize>)>(include_str!("raw_text/ends.jsonl"))
        {
            let element = match &*element {
                "Title" => Element::Title,
                _ => Element::Script,
            };
            let raw = RawText::of(element).unwrap();
            let whole = raw.clone().skip(text.as_bytes());
            let mut cut = raw;
            let bytewise = text.bytes().position(|b| cut.skip(&[b]).is_some());
            assert_eq!(whole, end, "{text}");
            assert_eq!(bytewise, end, "{text}");
            let closed = format!("{text} a=b>x");
            for len in 0..=closed.len() {
                let bytes = &closed.as_bytes()[..len];
                let skipped = |at: usize| Some(at + raw.clone().skip(&bytes[at..])?);
                match raw.pass(bytes, 0) {
                    Ok(after) => {
                        let end = tag_end::of(bytes, skipped(0).unwrap());
                        assert_eq!(end, Some(after), "{text}");
                    }
                    Err(at) => assert_eq!(skipped(at), skipped(0), "{text}"),
                }
            }
        }
    }
}
