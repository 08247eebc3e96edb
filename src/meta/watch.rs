//! Keeps the tokenizer from reading a tag of very many attributes, which costs it time that grows with their square.

use super::tag::{Mark, TagMachine, is_space};

/// Follows the text that is forwarded to the tokenizer and counts the attributes of each tag.
///
/// Two things it cannot know, and asks: whether `<![CDATA[` begins a section, and whether an end tag in the text of a
/// script is one.
#[derive(Debug)]
pub(crate) struct AttributeWatch {
    state: State,
    /// The element whose raw text this is; only its own end tag ends it.
    raw: Option<Box<str>>,
}

#[derive(Debug)]
enum State {
    Text,
    TagOpen,
    EndTagOpen,
    /// In the name of an end tag in raw text, so many letters of which were right.
    RawEndTag(usize),
    /// A comment or a declaration, until the tokenizer says that it has ended; so much of `[CDATA[` was seen.
    Markup(Option<usize>),
    /// A section, behind so many brackets.
    Cdata(usize),
    Tag(TagMachine, usize),
    Dropping(TagMachine),
}

/// What the watch has to say about the text it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// `<![CDATA[` was read; answer with [`AttributeWatch::cdata`] if it begins a section.
    Cdata,
    /// `</` and a letter were read in raw text.
    EndTagBegins,
    /// The name of the end tag is complete; answer with [`AttributeWatch::no_tag`] if the tokenizer has emitted text
    /// since it began.
    EndTagNamed,
    /// The tag of which something was dropped ends here, by this text.
    Closed(&'static str),
}

impl AttributeWatch {
    /// Stands in front of a document, or of what it holds behind a tag or a comment; in the raw text of an element if
    /// one is named.
    pub(crate) fn new(raw: Option<&str>) -> AttributeWatch {
        AttributeWatch {
            state: State::Text,
            raw: raw.map(Box::from),
        }
    }

    /// Answers [`Notice::Cdata`].
    pub(crate) fn cdata(&mut self) {
        self.state = State::Cdata(0);
    }

    /// Answers [`Notice::EndTagNamed`].
    pub(crate) fn no_tag(&mut self) {
        self.state = State::Text;
    }

    /// Whether what follows is not to be forwarded.
    pub(crate) fn is_dropping(&self) -> bool {
        matches!(self.state, State::Dropping(_))
    }

    /// Reads `text` up to the next notice, or to where dropping begins, and tells how many bytes that were.
    pub(crate) fn advance(&mut self, text: &[u8]) -> (usize, Option<Notice>) {
        let was_dropping = self.is_dropping();
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let (used, notice) = self.step(rest);
            at += used;
            if notice.is_some() || self.is_dropping() != was_dropping {
                return (at, notice);
            }
        }
        (at, None)
    }

    fn step(&mut self, rest: &[u8]) -> (usize, Option<Notice>) {
        let byte = rest.first().copied().unwrap_or_default();
        let notice = match &mut self.state {
            State::Text => {
                let found = memchr::memchr(b'<', rest);
                if found.is_some() {
                    self.state = State::TagOpen;
                }
                return (found.map_or(rest.len(), |at| at + 1), None);
            }
            State::Markup(None) => return (rest.len(), None),
            State::Markup(Some(seen)) => {
                let seen = *seen;
                self.markup(byte, seen)
            }
            State::RawEndTag(matched) => {
                let matched = *matched;
                self.raw_end_tag(byte, matched)
            }
            State::TagOpen => self.tag_open(byte),
            State::EndTagOpen => self.end_tag_open(byte),
            State::Cdata(brackets) => {
                match byte {
                    b']' => *brackets += 1,
                    b'>' if *brackets >= 2 => self.state = State::Text,
                    _ => *brackets = 0,
                }
                None
            }
            State::Tag(machine, count) => {
                match machine.step(byte) {
                    Some(Mark::Closed) => self.state = State::Text,
                    Some(Mark::NameStart) => *count += 1,
                    _ => {}
                }
                self.drop_if_full();
                None
            }
            State::Dropping(machine) => {
                let end = if machine.is_self_closing() {
                    " />"
                } else {
                    ">"
                };
                let closed = machine.step(byte) == Some(Mark::Closed);
                if closed {
                    self.state = State::Text;
                }
                closed.then_some(Notice::Closed(end))
            }
        };
        (1, notice)
    }

    fn tag_open(&mut self, byte: u8) -> Option<Notice> {
        self.state = match byte {
            b'/' => State::EndTagOpen,
            b'<' => State::TagOpen,
            b'!' if self.raw.is_none() => State::Markup(Some(0)),
            b'?' if self.raw.is_none() => State::Markup(None),
            _ if byte.is_ascii_alphabetic() && self.raw.is_none() => open_tag(),
            _ => State::Text,
        };
        None
    }

    fn end_tag_open(&mut self, byte: u8) -> Option<Notice> {
        if self.raw.is_some() {
            self.state = State::RawEndTag(0);
            let _ = self.raw_end_tag(byte, 0);
            let begins = matches!(self.state, State::RawEndTag(_));
            return begins.then_some(Notice::EndTagBegins);
        }
        self.state = match byte {
            b'>' => State::Text,
            _ if byte.is_ascii_alphabetic() => open_tag(),
            _ => State::Markup(None),
        };
        None
    }

    fn raw_end_tag(&mut self, byte: u8, matched: usize) -> Option<Notice> {
        let name = self.raw.as_deref().unwrap_or_default().as_bytes();
        let ends = is_space(byte) || matches!(byte, b'/' | b'>');
        if matched == name.len() && ends {
            let mut machine = TagMachine::new();
            let closed = machine.step(byte) == Some(Mark::Closed);
            self.state = if closed {
                State::Text
            } else {
                State::Tag(machine, 0)
            };
            return Some(Notice::EndTagNamed);
        }
        self.state = match name.get(matched) {
            Some(letter) if letter.eq_ignore_ascii_case(&byte) => State::RawEndTag(matched + 1),
            _ if byte == b'<' => State::TagOpen,
            _ => State::Text,
        };
        None
    }

    fn markup(&mut self, byte: u8, seen: usize) -> Option<Notice> {
        let seen = (CDATA.get(seen) == Some(&byte)).then_some(seen + 1);
        self.state = State::Markup(seen.filter(|seen| *seen < CDATA.len()));
        (seen == Some(CDATA.len())).then_some(Notice::Cdata)
    }

    fn drop_if_full(&mut self) {
        if let State::Tag(machine, ATTRIBUTES) = &self.state {
            self.state = State::Dropping(*machine);
        }
    }
}

fn open_tag() -> State {
    State::Tag(TagMachine::new(), 0)
}

/// Attributes of a tag that are forwarded; no page has so many, and the square of this is a small time.
pub(crate) const ATTRIBUTES: usize = 1024;

/// What follows `<!` at the start of a section.
const CDATA: &[u8] = b"[CDATA[";

#[cfg(test)]
mod tests {
    use super::*;

    fn dropped(text: &str, raw: Option<&str>) -> (usize, Vec<Notice>) {
        let mut watch = AttributeWatch::new(raw);
        let mut rest = text.as_bytes();
        let mut notices = Vec::new();
        let mut dropped = 0;
        while !rest.is_empty() {
            let is_dropping = watch.is_dropping();
            let (used, notice) = watch.advance(rest);
            rest = &rest[used..];
            dropped += if is_dropping { used } else { 0 };
            notices.extend(notice);
        }
        (dropped, notices)
    }

    #[test]
    fn r_105_a_tag_of_many_attributes_is_cut() {
        let many = " a".repeat(2 * ATTRIBUTES);
        let half = many.len() / 2;
        let closed = |end| (half + 1, vec![Notice::Closed(end)]);
        assert_eq!(dropped(&format!("x<<p{many}>"), None), closed(">"));
        assert_eq!(dropped(&format!("</p{many}>"), None), closed(">"));
        assert_eq!(
            dropped(&format!("<p{many}/>"), None).1,
            [Notice::Closed(" />")]
        );
        assert_eq!(
            dropped(&format!("<p{many}><p{many}>"), None).0,
            2 * (half + 1)
        );
        let raw = dropped(&format!("</b x=\"</TITLE{many}>"), Some("title"));
        assert_eq!(raw.0, half + 1);
        assert_eq!(raw.1[..2], [Notice::EndTagBegins, Notice::EndTagNamed]);
    }

    #[test]
    fn what_is_no_tag_is_left_alone() {
        let many = " a".repeat(2 * ATTRIBUTES);
        for text in ["<!--", "<?p", "</ ", "< p", "<p></><p>", "<![CDATX[<p"] {
            assert_eq!(
                dropped(&format!("{text}{many}"), None),
                (0, vec![]),
                "{text}"
            );
        }
        for text in ["<p", "</titles", "<!</p"] {
            assert_eq!(
                dropped(&format!("{text}{many}>"), Some("title")).0,
                0,
                "{text}"
            );
        }
    }

    #[test]
    fn a_section_ends_by_itself() {
        let many = " a".repeat(2 * ATTRIBUTES);
        let text = format!("<![CDATA[<p x=\" ]]><p{many}>");
        let mut watch = AttributeWatch::new(None);
        let (used, notice) = watch.advance(text.as_bytes());
        assert_eq!(notice, Some(Notice::Cdata));
        watch.cdata();
        watch.advance(&text.as_bytes()[used..]);
        assert!(watch.is_dropping());
    }
}
