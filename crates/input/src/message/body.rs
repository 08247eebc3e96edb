//! The body of a stored response, with its codings undone if they are still there.
//!
//! Crawlers store a body as it was transferred, or undo a coding and leave the field that names it; so each coding that
//! the fields name is checked against the bytes.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use robots_policy::header::{TextStart, coding_by_mark};

use crate::message::block::Length;
use crate::message::chunked::{Chunked, WrongChunk, begins_chunk, begins_like_chunk};
use crate::message::coding::{self, Coding};
use crate::message::damage::{Damage, DamageCode};
use crate::message::framing::{Field, Framing};

/// A stored body, before it is looked at.
pub struct Stored<'m> {
    /// Its bytes.
    pub source: &'m mut (dyn BufRead + 'm),
    /// The number of its stored bytes, if its record or file is not cut.
    pub left: u64,
    /// The byte at which its record or file begins.
    pub offset: u64,
}

impl<'m> Stored<'m> {
    /// The rest of a file in memory.
    pub(crate) fn in_memory(source: &'m mut &[u8]) -> Stored<'m> {
        Stored {
            left: source.len() as u64,
            source,
            offset: 0,
        }
    }
}

/// A body that is decoded as it is read. Reading it never fails: damage ends it early.
pub struct Body<'m> {
    source: BodySource<'m>,
    offset: u64,
    damage: Option<Damage>,
    /// Whether the bytes show the codings that the fields name.
    codings: Codings,
    /// The number of its bytes, until the first is read; `None` if it is not known.
    whole: Option<u64>,
}

/// Whether the content codings that the fields name were found in the bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Codings {
    /// The fields name none.
    None,
    /// They were undone before the body was stored, which begins with a tag.
    Gone,
    /// None of the named codings was found: they were undone before, or the fields are wrong.
    NotFound,
    /// The body is coded, and is decoded here.
    There,
}

enum BodySource<'m> {
    Plain(&'m mut (dyn BufRead + 'm)),
    Coded(Box<dyn BufRead + 'm>),
    Ended,
}

impl<'m> Body<'m> {
    /// The body with this framing. Its first bytes, `start`, were consumed already.
    pub(crate) fn new(start: Vec<u8>, stored: Stored<'m>, framing: &Framing<'_>) -> Body<'m> {
        let offset = stored.offset;
        let mut body = Body {
            source: BodySource::Ended,
            offset,
            damage: None,
            codings: Codings::There,
            whole: Some(stored.left),
        };
        match undone(start, stored, framing) {
            Ok((source, codings)) => (body.source, body.codings) = (source, codings),
            Err(damage) => body.damage = Some(damage),
        }
        body
    }

    /// No body.
    pub(crate) fn nothing() -> Body<'m> {
        Body {
            source: BodySource::Ended,
            offset: 0,
            damage: None,
            codings: Codings::None,
            whole: None,
        }
    }

    /// All of the body, if no byte was read and it is in memory as it is: nothing need be copied or undone. It is not consumed.
    pub fn whole(&mut self) -> Option<&[u8]> {
        let BodySource::Plain(source) = &mut self.source else {
            return None;
        };
        let whole = source.fill_buf().ok()?;
        (Some(whole.len() as u64) == self.whole).then_some(whole)
    }

    /// Whether the fields name content codings, none of which was found.
    pub(crate) fn lacks_codings(&self) -> bool {
        self.codings == Codings::NotFound
    }

    fn is_undone(&self) -> bool {
        matches!(self.codings, Codings::Gone | Codings::NotFound)
    }

    /// The byte at which its record or file begins.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether a body of which `left` bytes are stored lacks some, by `Content-Length`, or, of an empty one, by its
    /// chunks, which have an end. The length counts the coded bytes (RFC 9110 §8.6), so it does not apply to a body
    /// that was decoded before it was stored.
    pub(crate) fn is_short(&self, left: u64, framing: &Framing<'_>) -> bool {
        let is_short = match framing.stated_length() {
            _ if framing.has(Field::TransferCodings) => return left == 0,
            Length::Octets(length) => left < length,
            Length::Unusable => true,
            Length::Unstated => false,
        };
        is_short && (left == 0 || !self.is_undone())
    }

    pub(crate) fn damage(&self) -> Option<&Damage> {
        self.damage.as_ref()
    }
}

impl Read for Body<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.whole = None;
        loop {
            let result = match &mut self.source {
                BodySource::Plain(source) => source.read(buffer),
                BodySource::Coded(source) => source.read(buffer),
                BodySource::Ended => Ok(0),
            };
            match result {
                Ok(read) => return Ok(read),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.damage = Some(undecodable(&error, self.offset));
                    self.source = BodySource::Ended;
                }
            }
        }
    }
}

/// The body without the codings that the fields name and the bytes have.
fn undone<'m>(
    start: Vec<u8>,
    stored: Stored<'m>,
    framing: &Framing<'_>,
) -> Result<(BodySource<'m>, Codings), Damage> {
    let offset = stored.offset;
    let content = coding::listed(framing.lines(Field::Codings));
    let (transfer, is_chunked) = transfer(framing);
    let is_plain = !is_chunked && content.as_deref() == Ok(&[]) && transfer.as_deref() == Ok(&[]);
    if is_plain && start.is_empty() {
        return Ok((BodySource::Plain(stored.source), Codings::None));
    }
    let left = stored.left + start.len() as u64;
    let mut source: Box<dyn BufRead + 'm> = Box::new(Cursor::new(start).chain(stored.source));
    if is_plain {
        return Ok((BodySource::Coded(source), Codings::None));
    }
    let mut found = match content.as_deref() {
        Ok([]) => Codings::None,
        _ => Codings::NotFound,
    };
    if is_chunked {
        let (start, whole) = look(source);
        source = whole;
        if begins_chunk(&start, left) || begins_like_chunk(&start) {
            source = Box::new(Chunked::new(source));
        }
    }
    // A page in an unknown coding of the transfer was decoded before it was stored only if it begins with a tag.
    let needs_tag = framing.is_html() && transfer.is_err();
    for (codings, found) in [(transfer, &mut Codings::None), (content, &mut found)] {
        let (start, whole) = look(source);
        source = whole;
        if *found == Codings::NotFound && begins_tag(&start) {
            *found = Codings::Gone;
        }
        match codings {
            Ok(codings) => {
                let decoded = decoded(source, &codings, found);
                source = decoded.map_err(|error| undecodable(&error, offset))?;
            }
            // A body that is text already is not coded, even if a coding is unknown.
            Err(_) if begins_tag(&start) || TextStart::of(&start).is_some() && !needs_tag => {}
            Err(name) => return Err(Damage::new(DamageCode::UnknownCoding, offset).because(name)),
        }
    }
    Ok((BodySource::Coded(source), found))
}

/// Whether the fields name chunks and the body has them.
pub(crate) fn is_chunked_there(framing: &Framing<'_>, body: &[u8]) -> bool {
    let start = body.get(..TextStart::OCTETS).unwrap_or(body);
    transfer(framing).1 && begins_chunk(start, body.len() as u64)
}

/// Whether these bytes are the start of text that begins with a tag, so that its coding is plain.
fn begins_tag(start: &[u8]) -> bool {
    start.trim_ascii_start().starts_with(b"<") && TextStart::of(start).is_some()
}

/// The codings in `Transfer-Encoding` except `chunked`, and whether `chunked` is there (RFC 9112 §6.1).
fn transfer(framing: &Framing<'_>) -> (Result<Vec<Coding>, String>, bool) {
    let lines = || framing.lines(Field::TransferCodings);
    let names = || lines().flat_map(|line| line.split(|b| *b == b','));
    let is_chunked = |name: &&[u8]| name.trim_ascii().eq_ignore_ascii_case(b"chunked");
    let others = coding::listed(names().filter(|name| !is_chunked(name)));
    (others, names().any(|name| is_chunked(&name)))
}

fn decoded<'m>(
    mut source: Box<dyn BufRead + 'm>,
    codings: &[Coding],
    found: &mut Codings,
) -> io::Result<Box<dyn BufRead + 'm>> {
    for coding in codings.iter().rev() {
        let (start, whole) = look(source);
        source = whole;
        if is_coded(*coding, &start) {
            let decoder = coding::decoder(*coding, source)?;
            *found = Codings::There;
            source = Box::new(BufReader::with_capacity(PIECE, decoder));
        }
    }
    Ok(source)
}

/// The first bytes of a source, and the source with them.
fn look<'m>(mut source: Box<dyn BufRead + 'm>) -> (Vec<u8>, Box<dyn BufRead + 'm>) {
    let mut start = Vec::with_capacity(TextStart::OCTETS);
    let result = source
        .by_ref()
        .take(TextStart::OCTETS as u64)
        .read_to_end(&mut start);
    let whole = Cursor::new(start.clone());
    match result {
        Ok(_) => (start, Box::new(whole.chain(source))),
        Err(error) => (start, Box::new(whole.chain(Failed(Some(error))))),
    }
}

/// Returns an error at the place where it occurred.
struct Failed(Option<io::Error>);

impl BufRead for Failed {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.take().map_or(Ok(&[]), Err)
    }

    fn consume(&mut self, _: usize) {}
}

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.fill_buf().map(<[u8]>::len)
    }
}

/// Whether a body with this beginning is in this coding, and was not decoded before it was stored.
fn is_coded(coding: Coding, start: &[u8]) -> bool {
    match (coding, start) {
        // In brotli, a block that begins with this byte is of a reserved kind.
        (_, []) | (Coding::Brotli, [b'<', ..]) => false,
        (Coding::Gzip, start) => coding_by_mark(start) == Some(coding.name()),
        (Coding::Zstandard, [a, rest @ ..]) => {
            let is_skippable = a & 0xF0 == 0x50 && rest.starts_with(b"\x2A\x4D\x18");
            is_skippable || coding_by_mark(start) == Some(coding.name())
        }
        // A sum of the two bytes, and text in which the second is none of ASCII's begins with a letter of two bytes.
        (Coding::Deflate, [a, b @ 0x80..=0xFF, ..])
            if a & 0x0F == 8 && u16::from_be_bytes([*a, *b]) % 31 == 0 =>
        {
            true
        }
        (Coding::Deflate | Coding::Brotli, start) => TextStart::of(start).is_none(),
    }
}

/// The damage of a body at `offset` that a decoder cannot read on.
fn undecodable(error: &io::Error, offset: u64) -> Damage {
    let chunk: Option<&WrongChunk> = error.get_ref().and_then(|e| e.downcast_ref());
    let code = match error.kind() {
        _ if chunk.is_some() => DamageCode::WrongChunk,
        io::ErrorKind::UnexpectedEof => DamageCode::CutBody,
        io::ErrorKind::Unsupported => DamageCode::UnknownCoding,
        _ => DamageCode::Undecodable,
    };
    Damage::new(code, offset).because(error)
}

/// The most bytes that a decoder returns at once.
const PIECE: usize = 16 * 1024;
