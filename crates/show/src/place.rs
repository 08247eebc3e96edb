//! The places of statements, as editors count them: the file that the user gave, a line, and a column in characters, both
//! from 1.

use std::borrow::Cow;
use std::ops::Range;

use http::HeaderMap;
use memchr::{memchr, memchr_iter, memchr2};
use robots_policy::{Provenance, Source};
use robots_policy_input::UseDocuments;

use super::answers::field_name;
use super::excerpt::Kept;
use super::line::{Located, SourceLine, decoded, located};

/// The inputs of one response.
#[derive(Default)]
pub struct Inputs<'i> {
    /// Its field lines.
    pub fields: FieldInput<'i>,
    /// Its document.
    pub page: Option<Input<'i>>,
    /// The robots.txt of its site.
    pub robots: Option<Input<'i>>,
    /// The documents about AI use.
    pub uses: Option<&'i SavedUses>,
    /// The lines that were kept of a response. A statement without one is shown alone.
    pub kept: Option<&'i Kept>,
}

/// An input with a name: a file, or the answer of a server.
#[derive(Clone, Debug)]
pub struct Input<'i> {
    /// What places in it begin with.
    pub name: String,
    /// All of its bytes.
    pub bytes: Cow<'i, [u8]>,
    /// The byte from which places count.
    pub start: usize,
}

/// The documents about AI use that a run has: a `tdmrep.json`, and licences in RSL.
#[derive(Clone, Debug, Default)]
pub struct SavedUses {
    /// The `tdmrep.json`.
    pub tdmrep: Option<Input<'static>>,
    /// The address of each licence, and its file.
    pub licenses: Vec<(String, Input<'static>)>,
}

/// The field lines of the response.
#[derive(Default)]
pub enum FieldInput<'i> {
    /// There are none.
    #[default]
    None,
    /// A file of them, which begins at the start of the input, with a status line or without one.
    File(Input<'i>),
    /// The answer of a server; each field is its own input.
    Received(&'i HeaderMap),
}

impl Inputs<'_> {
    /// The place of a statement or of a diagnostic, as text.
    pub fn place(&self, at: &Provenance) -> String {
        self.locate(at).place
    }

    /// The place of a statement or of a diagnostic, with its line.
    pub(super) fn locate(&self, at: &Provenance) -> Located {
        let span = at.span().start..at.span().end;
        let found = match at.source() {
            Source::Meta(_) | Source::LinkElement(_) => self.locate_in_page(span),
            Source::TdmRepJson => self
                .uses
                .and_then(|uses| uses.tdmrep.as_ref())
                .map(|file| file.locate(span)),
            Source::Rsl => self.only_license().map(|file| file.locate(span)),
            Source::RobotsTxt => self
                .robots
                .as_ref()
                .zip(at.line())
                .map(|(robots, number)| robots.locate_in_line(number, at)),
            _ => self
                .fields
                .locate(at)
                .or_else(|| self.kept?.locate_field(at)),
        };
        let mut found = found.unwrap_or_else(|| {
            let alone = self.kept.map(|_| SourceLine::alone(at));
            Located {
                place: at.to_string(),
                line: alone.filter(|line| !line.text.is_empty()),
            }
        });
        // The diagnostic is about the whole input.
        if (at.span().start, at.span().end, at.text()) == (0, 0, "")
            && let Some(line) = found.line.take()
        {
            found.place = line.input;
        }
        found
    }
}

impl<'i> Inputs<'i> {
    /// The place of a statement about AI use, which is in this document if it is in a licence, and else in a response. A
    /// licence without an address is part of the page.
    pub(super) fn locate_stated(&self, document: Option<&str>, at: &Provenance) -> Located {
        let span = at.span().start..at.span().end;
        let found = match (at.source(), document) {
            (Source::Rsl, Some(address)) => {
                let licenses = self.uses.map(|uses| uses.licenses.as_slice());
                let mut licenses = licenses.unwrap_or_default().iter();
                let license = licenses.find(|(own, _)| own == address);
                license.map(|(_, file)| file.locate(span))
            }
            (Source::Rsl, None) => self.locate_in_page(span),
            _ => None,
        };
        found.unwrap_or_else(|| self.locate(at))
    }

    /// The place of these bytes of the document.
    pub(super) fn locate_in_page(&self, span: Range<usize>) -> Option<Located> {
        match &self.page {
            Some(page) => Some(page.locate(span)),
            None => self.kept?.locate_in_page(span),
        }
    }

    /// The licence that a place without an address is in, if there is one alone.
    fn only_license(&self) -> Option<&'i Input<'static>> {
        match self.uses?.licenses.as_slice() {
            [(_, file)] => Some(file),
            _ => None,
        }
    }
}

impl SavedUses {
    /// The documents as a caller gives them.
    pub fn given(&self) -> UseDocuments<'_> {
        let licenses = self.licenses.iter();
        UseDocuments {
            tdmrep_status: None,
            tdmrep: self.tdmrep.as_ref().map(|file| &*file.bytes),
            licenses: licenses
                .map(|(url, file)| (url.as_str(), &*file.bytes))
                .collect(),
        }
    }
}

impl<'i> Input<'i> {
    /// An input whose places count from its first byte.
    pub fn new(name: String, bytes: impl Into<Cow<'i, [u8]>>) -> Input<'i> {
        Input {
            name,
            bytes: bytes.into(),
            start: 0,
        }
    }

    /// The bytes from which places count.
    pub fn block(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    /// The place of these bytes, counted from the start.
    fn locate(&self, span: Range<usize>) -> Located {
        let (before, bytes) = self.bytes.split_at(self.start.min(self.bytes.len()));
        if let Some((text, range)) = decoded(bytes, &span) {
            let first = 1 + memchr_iter(b'\n', before).count();
            return located(&self.name, text.as_bytes(), range, first);
        }
        let range = self.start + span.start..self.start + span.end;
        located(&self.name, &self.bytes, range, 1)
    }

    /// The place in a line of robots.txt, of which CR and LF end one.
    fn locate_in_line(&self, number: usize, at: &Provenance) -> Located {
        let (before, bytes) = self.bytes.split_at(self.start.min(self.bytes.len()));
        let before = memchr_iter(b'\n', before).count();
        let text = decoded(bytes, &(0..0)).map(|(text, _)| text.into_bytes());
        let mut rest = text.as_deref().unwrap_or(bytes);
        for _ in 1..number {
            let Some(end) = memchr2(b'\r', b'\n', rest) else {
                break;
            };
            let is_pair = rest.get(end..end + 2) == Some(b"\r\n");
            rest = rest
                .get(end + 1 + usize::from(is_pair)..)
                .unwrap_or_default();
        }
        let end = memchr2(b'\r', b'\n', rest).unwrap_or(rest.len());
        let line = rest.get(..end).unwrap_or_default();
        // Without the bytes, only the statement itself can be shown.
        if line.is_empty() {
            let blanks = vec![b' '; at.span().start];
            let line = [&blanks, at.text().as_bytes()].concat();
            return located(&self.name, &line, at.span().start..line.len(), number);
        }
        located(
            &self.name,
            line,
            at.span().start..at.span().end,
            before + number,
        )
    }
}

impl FieldInput<'_> {
    /// The place in the value of a field; of a diagnostic without a line, the name that it is about.
    fn locate(&self, at: &Provenance) -> Option<Located> {
        let Some(number) = at.line() else {
            return self.locate_name(at.text());
        };
        let name = at.source().name();
        let span = at.span().start..at.span().end;
        match self {
            FieldInput::None => None,
            FieldInput::File(file) => {
                let (_, value) = nth_line(file.block(), name, number)?;
                Some(file.locate(value + span.start..value + span.end))
            }
            FieldInput::Received(fields) => {
                let value = fields.get_all(name).iter().nth(number.checked_sub(1)?)?;
                let name = field_name(at.source());
                Some(located(name, value.as_bytes(), span, number))
            }
        }
    }

    fn locate_name(&self, name: &str) -> Option<Located> {
        match self {
            FieldInput::None => None,
            FieldInput::File(file) => {
                let (name, _) = nth_line(file.block(), name, 1)?;
                Some(file.locate(name))
            }
            FieldInput::Received(fields) => {
                let line = fields.contains_key(name).then_some(None)?;
                let place = name.to_owned();
                Some(Located { place, line })
            }
        }
    }
}

/// The field line with this number, from 1 on, among the lines of its name in a header block: the bytes of its name, and where its
/// value begins.
fn nth_line(block: &[u8], name: &str, number: usize) -> Option<(Range<usize>, usize)> {
    let mut start = 0;
    let mut seen = 0;
    for line in block.split_inclusive(|b| *b == b'\n') {
        let at = start;
        start += line.len();
        if line.trim_ascii().is_empty() {
            return None;
        }
        let Some(colon) = memchr(b':', line) else {
            continue;
        };
        let own = line.get(..colon)?;
        // A line that begins with a blank continues the one before it.
        if own.first().is_some_and(u8::is_ascii_whitespace)
            || !own.trim_ascii().eq_ignore_ascii_case(name.as_bytes())
        {
            continue;
        }
        seen += 1;
        if seen == number {
            let value = block.get(at + colon + 1..)?;
            let blanks = value.iter().take_while(|b| b.is_ascii_whitespace());
            let name = at..at + own.trim_ascii_end().len();
            return Some((name, at + colon + 1 + blanks.count()));
        }
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use robots_policy::Span;
    use robots_policy::meta::Placement;

    use super::*;

    fn file(bytes: &[u8], start: usize) -> Input<'_> {
        Input {
            name: String::from("a"),
            bytes: Cow::Borrowed(bytes),
            start,
        }
    }

    #[test]
    fn the_place_of_a_misspelt_field_is_its_name() {
        let saved = b"HTTP/2 200\r\nX-Robot-Tag: noindex\r\n\r\n";
        let fields = HeaderMap::from_iter([(
            http::HeaderName::from_static("x-robot-tag"),
            http::HeaderValue::from_static("noindex"),
        )]);
        let at = Provenance::new(Source::XRobotsTag, None, Span::default(), "x-robot-tag");
        for (fields, expected) in [
            (FieldInput::File(file(saved, 0)), "a:2:1"),
            (FieldInput::Received(&fields), "x-robot-tag"),
        ] {
            let inputs = Inputs {
                fields,
                ..Inputs::default()
            };
            assert_eq!(inputs.place(&at), expected);
        }
    }

    fn place(inputs: &Inputs<'_>, source: Source, line: Option<usize>, start: usize) -> String {
        let at = Provenance::new(source, line, Span::new(start, start + 1), "x");
        inputs.place(&at)
    }

    #[test]
    fn lines_and_columns_are_those_of_an_editor() {
        const META: Source = Source::Meta(Placement::Head);
        const FIELD: Source = Source::XRobotsTag;
        const ROBOTS: Source = Source::RobotsTxt;
        let saved = "HTTP/2 200\r\nX-Robots-Tag: a\r\nx-robots-tag:\r\n  b,\r\n\tc\r\nOther: x\r\n\r\n<p>\r\n\u{E9}\u{30C4}<meta>";
        let body = saved.find("<p>").unwrap();
        let wide: Vec<u8> = "\u{FEFF}a\n\u{E9}b"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        for (bytes, start, source, line, at, expected) in [
            (saved.as_bytes(), 0, FIELD, Some(1), 0, "a:2:15"),
            (saved.as_bytes(), 0, FIELD, Some(2), 0, "a:4:3"),
            // The fold has as many bytes in the value as in the file.
            (saved.as_bytes(), 0, FIELD, Some(2), 5, "a:5:2"),
            (
                saved.as_bytes(),
                0,
                FIELD,
                Some(3),
                0,
                "x-robots-tag line 3, bytes 0-1",
            ),
            (saved.as_bytes(), body, META, None, 0, "a:8:1"),
            (saved.as_bytes(), body, META, None, 10, "a:9:3"),
            (b"\xEF\xBB\xBFab", 0, META, None, 3, "a:1:1"),
            (b"\xE9\xE9<", 0, META, None, 2, "a:1:3"),
            (&wide, 0, META, None, 6, "a:2:1"),
            (&wide, 0, META, None, 8, "a:2:2"),
            (b"a", 0, META, None, 900, "a:1:2"),
            (b"a\rb\r\nc\nd", 0, ROBOTS, Some(4), 0, "a:4:1"),
            (b"", 0, ROBOTS, Some(4), 2, "a:4:3"),
        ] {
            let input = file(bytes, start);
            let inputs = Inputs {
                fields: FieldInput::File(input.clone()),
                page: Some(input.clone()),
                robots: Some(input),
                ..Inputs::default()
            };
            assert_eq!(place(&inputs, source, line, at), expected, "{source} {at}");
        }
        assert_eq!(
            place(&Inputs::default(), META, None, 7),
            "meta in head, bytes 7-8"
        );
    }
}
