//! The chunked transfer coding (RFC 9112 §7.1).

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Read};

/// A body without its chunks' sizes; trailer fields are left unread.
pub(crate) struct Chunked<S> {
    source: S,
    state: ChunkState,
}

#[derive(Clone, Copy, Default)]
enum ChunkState {
    /// Before the size of a chunk.
    #[default]
    Size,
    /// Inside a chunk of which this many bytes are left.
    Data(u64),
    /// After the bytes of a chunk.
    After,
    Ended,
}

impl ChunkState {
    /// The state after the line of a size, or after the one that ends a chunk.
    fn after_line(self, line: &[u8]) -> Result<ChunkState, WrongChunk> {
        match (self, size(line)) {
            (ChunkState::Size, Some(0)) => Ok(ChunkState::Ended),
            (ChunkState::Size, Some(size)) => Ok(ChunkState::Data(size)),
            (ChunkState::Size, None) => Err(WrongChunk("it has no size")),
            _ if line.trim_ascii().is_empty() => Ok(ChunkState::Size),
            _ => Err(WrongChunk("it does not end where its size says")),
        }
    }
}

impl<S: BufRead> Chunked<S> {
    pub(crate) fn new(source: S) -> Chunked<S> {
        Chunked {
            source,
            state: ChunkState::Size,
        }
    }

    /// A line, its end included.
    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.source
            .by_ref()
            .take(MOST_LINE)
            .read_until(b'\n', &mut line)?;
        match line.last() {
            Some(b'\n') => Ok(line),
            _ if line.len() as u64 == MOST_LINE => {
                Err(io::Error::other(WrongChunk("its line does not end")))
            }
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl<S: BufRead> BufRead for Chunked<S> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let left = loop {
            self.state = match self.state {
                ChunkState::Size | ChunkState::After => {
                    let line = self.line()?;
                    self.state.after_line(&line).map_err(io::Error::other)?
                }
                ChunkState::Data(0) => ChunkState::After,
                ChunkState::Data(left) => break left,
                ChunkState::Ended => return Ok(&[]),
            };
        };
        let view = self.source.fill_buf()?;
        if view.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        Ok(view.get(..left).unwrap_or(view))
    }

    fn consume(&mut self, count: usize) {
        if let ChunkState::Data(left) = &mut self.state {
            *left = left.saturating_sub(count as u64);
            self.source.consume(count);
        }
    }
}

impl<S: BufRead> Read for Chunked<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

/// A stored body without its chunks' sizes; `None` for one that is not in chunks.
pub fn unchunked(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    let read = Chunked::new(&mut body).read_to_end(&mut whole);
    read.ok().map(|_| whole)
}

/// The bytes of chunks in a body that comes in pieces.
#[derive(Default)]
pub struct Unchunking {
    state: ChunkState,
    /// The line that has begun.
    line: Vec<u8>,
}

impl Unchunking {
    /// The next bytes of a chunk in `piece`, which then begins after them; empty where no further ones are in it. After
    /// something that is no chunk there are none.
    ///
    /// ```
    /// use robots_policy_input::Unchunking;
    ///
    /// let (mut chunks, mut whole) = (Unchunking::default(), Vec::new());
    /// for mut piece in [&b"3\r"[..], b"\nabc\r\n2;x\r\nd", b"e\r\n0\r\n\r\n"] {
    ///     while let bytes @ [_, ..] = chunks.next(&mut piece) {
    ///         whole.extend_from_slice(bytes);
    ///     }
    /// }
    /// assert_eq!(whole, b"abcde");
    /// ```
    pub fn next<'p>(&mut self, piece: &mut &'p [u8]) -> &'p [u8] {
        while !piece.is_empty() {
            match self.state {
                ChunkState::Ended => *piece = &[],
                ChunkState::Data(0) => self.state = ChunkState::After,
                ChunkState::Data(left) => {
                    let len = usize::try_from(left).unwrap_or(usize::MAX).min(piece.len());
                    self.state = ChunkState::Data(left - len as u64);
                    let (bytes, rest) = piece.split_at_checked(len).unwrap_or_default();
                    *piece = rest;
                    return bytes;
                }
                ChunkState::Size | ChunkState::After => self.take_line(piece),
            }
        }
        &[]
    }

    fn take_line(&mut self, piece: &mut &[u8]) {
        let end = memchr::memchr(b'\n', piece).map(|at| at + 1);
        let (start, rest) = piece
            .split_at_checked(end.unwrap_or(piece.len()))
            .unwrap_or_default();
        *piece = rest;
        self.line.extend_from_slice(start);
        if self.line.len() as u64 > MOST_LINE {
            self.state = ChunkState::Ended;
        } else if end.is_some() {
            self.state = self
                .state
                .after_line(&self.line)
                .unwrap_or(ChunkState::Ended);
            self.line.clear();
        }
    }
}

/// Where a body of chunks ends, its trailer fields and the empty line after them included.
pub(crate) fn end(body: &[u8]) -> Option<usize> {
    let mut rest = body;
    io::copy(&mut Chunked::new(&mut rest), &mut io::sink()).ok()?;
    let mut at = body.len() - rest.len();
    loop {
        let rest = body.get(at..)?;
        let len = memchr::memchr(b'\n', rest)? + 1;
        at += len;
        if rest.get(..len)?.trim_ascii().is_empty() {
            return Some(at);
        }
    }
}

/// Whether a body with this beginning and at most `left` further bytes begins with a chunk: a size in a line of its own,
/// and the end of a line after the bytes that it counts, if these are available.
pub(crate) fn begins_chunk(start: &[u8], left: u64) -> bool {
    let Some(end) = memchr::memchr(b'\n', start) else {
        return false;
    };
    let (line, rest) = start.split_at(end + 1);
    let Some(size) = size(line) else {
        return false;
    };
    // Writers of chunks write both; a number in a line of its own may be all of a text.
    if !line.ends_with(b"\r\n") && size > left {
        return false;
    }
    let after = usize::try_from(size).ok().and_then(|size| rest.get(size..));
    size == 0 || after.is_none_or(|rest| matches!(rest, [] | [b'\r' | b'\n', ..]))
}

/// Whether the first line is meant as the size of a chunk, and is none: it ends with CRLF, and is written as a number. What the
/// chunks were cannot be told then; a body whose chunks were undone begins with its own text. That may be a number, in a line before
/// others, but none before markup.
pub(crate) fn begins_like_chunk(start: &[u8]) -> bool {
    let end = memchr::memchr(b'\n', start).unwrap_or_default();
    let (line, rest) = start.split_at_checked(end).unwrap_or_default();
    let Some(line) = line
        .strip_suffix(b"\r")
        .filter(|line| line.len() <= MOST_SIZE)
    else {
        return false;
    };
    let is_meant = |b: &u8| b.is_ascii_hexdigit() || b"+-xX.,; \t".contains(b);
    let is_meant = match size(line) {
        Some(_) => rest.trim_ascii_start().starts_with(b"<"),
        None => line.iter().all(is_meant),
    };
    is_meant && line.iter().any(u8::is_ascii_digit)
}

/// The size that a line gives, its extensions left out.
fn size(line: &[u8]) -> Option<u64> {
    let digits = line.split(|b| *b == b';').next()?.trim_ascii();
    let is_hex = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
    let digits = str::from_utf8(digits).ok().filter(|_| is_hex)?;
    u64::from_str_radix(digits, 16).ok()
}

/// The error in a chunk, passed through the decoders above it.
#[derive(Debug)]
pub(crate) struct WrongChunk(&'static str);

impl fmt::Display for WrongChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for WrongChunk {}

/// The most bytes of a line that is taken for a size where it is none.
const MOST_SIZE: usize = 32;
/// The most bytes of the line of a size.
const MOST_LINE: u64 = 4 * 1024;
