//! A page as browsers save it in one file: MHTML (RFC 2557), a message of many parts, of which the root is the page.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::message::Message;
use crate::message::framing::essence;

use super::blocks::split_line;

/// Whether a file begins like a message of related parts.
pub(super) fn is_of(file: &[u8]) -> bool {
    let start = file.get(..file.len().min(LOOKED_AT)).unwrap_or_default();
    let mut memory = Vec::new();
    let head = MimePart::of(start, &mut memory);
    head.value(b"MIME-Version").is_some() && head.is_of(b"multipart/related")
}

/// The page, its transfer coding undone.
///
/// # Errors
/// Why there is none.
pub(super) fn root(file: &[u8]) -> Result<Vec<u8>, String> {
    let mut memory = Vec::new();
    let head = MimePart::of(file, &mut memory);
    let types = head.value(b"Content-Type").unwrap_or_default();
    let boundary = parameter(types, b"boundary").ok_or("it is MHTML without a boundary")?;
    let start = parameter(types, b"start");
    let is_root = |part: &&&[u8]| {
        let mut memory = Vec::new();
        let part = MimePart::of(part, &mut memory);
        start.is_none() || part.value(b"Content-ID") == start
    };
    let parts = parts(head.body, boundary);
    let root = parts
        .iter()
        .find(is_root)
        .ok_or("no part of it is a page")?;
    let mut memory = Vec::new();
    let root = MimePart::of(root, &mut memory);
    if !root.is_of(b"text/html") && !root.is_of(b"application/xhtml+xml") {
        return Err(String::from("the first part of it is not an HTML page"));
    }
    root.octets()
}

/// Fields and what follows them: the whole message, or a part of it.
struct MimePart<'p> {
    fields: Message<'p>,
    body: &'p [u8],
}

impl<'p> MimePart<'p> {
    fn of(text: &'p [u8], memory: &'p mut Vec<u8>) -> MimePart<'p> {
        let fields = Message::of_fields(text, memory);
        let body = text.get(fields.body_at()..).unwrap_or_default();
        MimePart { fields, body }
    }

    fn value(&self, name: &[u8]) -> Option<&'p [u8]> {
        let mut fields = self.fields.fields();
        let found = fields.find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }

    /// Whether it has this type.
    fn is_of(&self, name: &[u8]) -> bool {
        let types = self.value(b"Content-Type").unwrap_or_default();
        essence(types).eq_ignore_ascii_case(name)
    }

    /// The body without its transfer coding.
    fn octets(&self) -> Result<Vec<u8>, String> {
        let coding = self.value(b"Content-Transfer-Encoding").unwrap_or_default();
        match coding.to_ascii_lowercase().as_slice() {
            b"quoted-printable" => Ok(unquoted(self.body)),
            b"base64" => {
                let is_digit = |b: &u8| !b.is_ascii_whitespace();
                let digits: Vec<u8> = self.body.iter().copied().filter(is_digit).collect();
                let octets = BASE64_STANDARD.decode(digits);
                octets.map_err(|error| format!("its page is not base64: {error}"))
            }
            b"" | b"7bit" | b"8bit" | b"binary" => Ok(self.body.to_vec()),
            _ => Err(String::from("the coding of its page is not known")),
        }
    }
}

/// A parameter of a type, without its quotes.
fn parameter<'v>(types: &'v [u8], name: &[u8]) -> Option<&'v [u8]> {
    let mut parameters = types.split(|b| *b == b';').skip(1);
    parameters.find_map(|one| {
        let at = one.iter().position(|b| *b == b'=')?;
        let (own, value) = one.split_at(at);
        let is_it = own.trim_ascii().eq_ignore_ascii_case(name);
        let value = value.get(1..)?.trim_ascii();
        let quoted = value
            .strip_prefix(b"\"")
            .and_then(|value| value.strip_suffix(b"\""));
        is_it.then(|| quoted.unwrap_or(value))
    })
}

/// The parts between the lines of a boundary; the last one may have no end.
fn parts<'b>(body: &'b [u8], boundary: &[u8]) -> Vec<&'b [u8]> {
    let begin = [b"--", boundary].concat();
    let (mut parts, mut start, mut at) = (Vec::new(), None, 0);
    while let Some(rest) = body.get(at..).filter(|rest| !rest.is_empty()) {
        let (line, _) = split_line(rest);
        let mark = line.trim_ascii_end().strip_prefix(begin.as_slice());
        if let Some(b"" | b"--") = mark {
            parts.extend(start.and_then(|start| body.get(start..at)));
            start = (mark == Some(b"")).then_some(at + line.len());
        }
        at += line.len();
    }
    parts.extend(start.and_then(|start| body.get(start..)));
    parts
}

/// The octets of quoted-printable text (RFC 2045 §6.7). Other text stays as it is.
fn unquoted(text: &[u8]) -> Vec<u8> {
    let mut octets = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, others @ ..] = rest {
        let digit = |b: u8| char::from(b).to_digit(16);
        let (octet, after) = match rest {
            [b'=', b'\r', b'\n', after @ ..] | [b'=', b'\n', after @ ..] => (None, after),
            [b'=', high, low, after @ ..] => match digit(*high).zip(digit(*low)) {
                Some((high, low)) => (u8::try_from(high * 16 + low).ok(), after),
                None => (Some(b'='), others),
            },
            _ => (Some(*first), others),
        };
        octets.extend(octet);
        rest = after;
    }
    octets
}

/// The number of bytes in which the fields of a message must be.
const LOOKED_AT: usize = 16 * 1024;
