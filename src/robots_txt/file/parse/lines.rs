//! The octets of a file as lines, and a line as key and value.
//!
//! **What it is.** [`FileText::take`] applies the limit, finds a byte order mark, and decodes UTF-16; everything after it works
//! on one run of octets. [`Lines`] cuts that at CR, LF and CRLF, [`content`] a line at its colon and its `#`. Octets are
//! never required to be UTF-8, as some real files are not, although RFC 9309 §2.3 requires it: such a byte means itself.
//!
//! **Lines as most are, in one pass.** Most lines have a frequent key, a colon, one blank, and a value with neither a blank nor a
//! comment. [`Lines::next_with_key`] looks for the key, skips the blank and looks for the first octet that is at most `#`, eight at a
//! time ([`first_low`]): if that ends the line it ends the value too. Only a value with another such octet is searched for `#` and
//! trimmed on both sides, and only a line without such a key is searched for its end first.
//!
//! **Invariants.** Spans count in the line, from its first octet, byte order mark included, and never leave it; only
//! [`RawLine::start`] counts in the file. A value that is called plain has no white space, no `#` and no control
//! character anywhere; the reverse need not hold, so other code may use the flag to spare work and for nothing else.
//!
//! **What breaks if touched.** A value that keeps a blank or a comment is a pattern that matches nothing: a rule is lost
//! without a diagnostic. A span that is off by one quotes the wrong text in every verdict.
//!
//! **Which test notices.** The cases `r-56` and `r-66` of `fixtures/rfc9309`; `every_record_is_cut_from_its_line` in
//! `tests/all/laws_of_sources.rs`; `r_50_files_answer_like_the_naive_reader` of
//! `tests/all/robots_txt_oracle.rs` with values of all lengths; the fuzz target `robots_txt`.

use crate::decode::{Encoding, UTF_16BE, UTF_16LE};
use bytes::Bytes;
use memchr::{memchr, memchr2, memrchr2};

use crate::decode::decode;
use crate::diagnostic::DiagnosticCode;
use crate::provenance::Span;
use crate::record_key::RecordKey;
use crate::robots_txt::file::options::{GoogleDifference, Options};

/// The octets of a file up to the limit, in one encoding.
#[derive(Clone, Debug)]
pub(crate) struct FileText {
    /// The octets; of a file in UTF-16 those of its text in UTF-8.
    pub(crate) bytes: Bytes,
    /// The octets of a file in UTF-16 that was decoded, as they came. Few files are, so that they are kept for readers that do
    /// not decode.
    pub(crate) raw: Option<Box<Bytes>>,
    /// The length of the byte order mark at the start, in octets: 0 to 3. It stays in `bytes`, so that spans count it.
    pub(crate) mark: u8,
    /// Whether the file has octets after the limit.
    pub(crate) is_truncated: bool,
    /// Whether the limit is inside the last line, which is then not read.
    pub(crate) has_cut_line: bool,
    /// A diagnostic about the encoding.
    pub(crate) peculiarity: Option<DiagnosticCode>,
}

impl FileText {
    /// The octets that it keeps in memory.
    pub(crate) fn weight(&self) -> usize {
        self.bytes.len() + self.raw.as_ref().map_or(0, |raw| raw.len())
    }

    /// Takes at most `limit` octets of `file`, shared where possible; UTF-16 is decoded unless the options forbid it.
    ///
    /// A line that ends exactly at the limit is whole; the octet after the limit shows it. After decoding, that octet cannot
    /// be looked at, so the last line then counts as cut unless it has a line end.
    pub(crate) fn take(file: &Bytes, limit: usize, options: Options) -> FileText {
        let kept = file.slice(..file.len().min(limit.min(LARGEST)));
        let is_truncated = kept.len() < file.len();
        let next = file.get(kept.len());
        // A share of a long file would keep all of it.
        let kept = if is_truncated {
            Bytes::copy_from_slice(&kept)
        } else {
            kept
        };
        let encoding = encoding(&kept).filter(|_| !options.has(GoogleDifference::Utf8Alone));
        let (bytes, raw) = match encoding {
            Some((encoding, _)) => {
                let (_, mark) = Encoding::for_bom(&kept).unwrap_or((encoding, 0));
                let text = kept.get(mark..).unwrap_or_default();
                let text = decode(encoding, text).0.into_owned();
                (Bytes::from(text.into_bytes()), Some(Box::new(kept)))
            }
            None => (kept, None),
        };
        let next = next.filter(|_| encoding.is_none());
        let ends_a_line = |byte: Option<&u8>| matches!(byte, Some(b'\n' | b'\r'));
        let has_cut_line = is_truncated && !ends_a_line(next) && !ends_a_line(bytes.last());
        let (mark, peculiarity) = match encoding {
            Some((_, peculiarity)) => (0, Some(peculiarity)),
            None => byte_order_mark(&bytes),
        };
        FileText {
            bytes,
            raw,
            mark,
            is_truncated,
            has_cut_line,
            peculiarity,
        }
    }

    /// This text as a reader with these options would have taken it: decoded, if it is UTF-16 and was not. The flags of the
    /// limit stay.
    pub(crate) fn decoded(self, options: Options) -> FileText {
        let (is_truncated, has_cut_line) = (self.is_truncated, self.has_cut_line);
        FileText {
            is_truncated,
            has_cut_line,
            ..FileText::take(&self.bytes, LARGEST, options)
        }
    }

    /// This text, of whose file more octets are known to exist.
    pub(crate) fn cut(self) -> FileText {
        if self.is_truncated {
            return self;
        }
        let last = self.bytes.last();
        FileText {
            is_truncated: true,
            has_cut_line: last.is_some_and(|last| !matches!(last, b'\n' | b'\r')),
            ..self
        }
    }

    /// Its lines, from the first.
    pub(crate) fn lines(&self) -> Lines<'_> {
        Lines {
            bytes: &self.bytes,
            next: 0,
            number: 0,
        }
    }
}

/// The encoding of a file that is UTF-16, and the diagnostic about it; `None` for any other file.
///
/// Without a byte order mark two ASCII characters in a row are enough: no readable robots.txt in UTF-8 has a NUL in its
/// first four octets.
fn encoding(file: &[u8]) -> Option<(&'static Encoding, DiagnosticCode)> {
    match file {
        [0xFF, 0xFE, ..] => Some((UTF_16LE, DiagnosticCode::Utf16)),
        [0xFE, 0xFF, ..] => Some((UTF_16BE, DiagnosticCode::Utf16)),
        [1..=0x7F, 0, 1..=0x7F, 0, ..] => Some((UTF_16LE, DiagnosticCode::GuessedUtf16)),
        [0, 1..=0x7F, 0, 1..=0x7F, ..] => Some((UTF_16BE, DiagnosticCode::GuessedUtf16)),
        _ => None,
    }
}

/// How many octets of a byte order mark the file begins with. Part of one is skipped, too, as Google's parser does: no key
/// begins with such octets.
fn byte_order_mark(file: &[u8]) -> (u8, Option<DiagnosticCode>) {
    match file {
        [0xEF, 0xBB, 0xBF, ..] => (3, Some(DiagnosticCode::ByteOrderMark)),
        [0xEF, 0xBB, ..] => (2, Some(DiagnosticCode::CutByteOrderMark)),
        [0xEF, ..] => (1, Some(DiagnosticCode::CutByteOrderMark)),
        _ => (0, None),
    }
}

/// One line, without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawLine<'t> {
    pub(crate) bytes: &'t [u8],
    /// Offset of its first octet in the file.
    pub(crate) start: usize,
    /// From 1.
    pub(crate) number: usize,
}

/// The lines of a file: each ends with CR, LF or CRLF (RFC 9309 §2.2), the last one also at the end of the file. An empty
/// line counts; nothing follows a final line end.
#[derive(Clone, Debug)]
pub(crate) struct Lines<'t> {
    bytes: &'t [u8],
    next: usize,
    number: usize,
}

impl<'t> Lines<'t> {
    /// The next line, and its key and value if it begins with a frequent key.
    #[inline]
    pub(crate) fn next_with_key(
        &mut self,
    ) -> Option<(RawLine<'t>, Option<(RecordKey, RecordValue)>)> {
        let rest = self.bytes.get(self.next..)?;
        let Some(key) = RecordKey::in_front(rest) else {
            return Some((self.next()?, None));
        };
        let colon = key.name().len();
        let after = rest.get(colon + 1..).unwrap_or_default();
        let blank = usize::from(after.first() == Some(&b' '));
        let start = colon + 1 + blank;
        let end = start + first_low(rest.get(start..).unwrap_or_default());
        if !matches!(rest.get(end), None | Some(b'\n' | b'\r')) {
            let line = self.next()?;
            return Some((line, Some((key, value(line.bytes, colon + 1)))));
        }
        // An empty value is where it could begin.
        let span = if start == end {
            Span::new(colon + 1, colon + 1)
        } else {
            Span::new(start, end)
        };
        let value = RecordValue {
            span,
            is_plain: true,
        };
        Some((self.line(rest, end), Some((key, value))))
    }

    /// The line of this length at the start of the rest.
    #[inline]
    fn line(&mut self, rest: &'t [u8], len: usize) -> RawLine<'t> {
        let start = self.next;
        let (bytes, end) = rest.split_at(len);
        let end = match end {
            [b'\r', b'\n', ..] => 2,
            [] => 0,
            _ => 1,
        };
        self.next = start + len + end;
        self.number += 1;
        RawLine {
            bytes,
            start,
            number: self.number,
        }
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = RawLine<'t>;

    fn next(&mut self) -> Option<RawLine<'t>> {
        let rest = self
            .bytes
            .get(self.next..)
            .filter(|rest| !rest.is_empty())?;
        let len = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        Some(self.line(rest, len))
    }
}

/// The offset of the first octet of the line that contains the offset `at`.
pub(crate) fn line_start(file: &[u8], at: usize) -> usize {
    let before = file.get(..at).unwrap_or_default();
    memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1)
}

/// The line of this number that contains the offset `at`.
pub(crate) fn line_at(file: &[u8], at: usize, number: usize) -> RawLine<'_> {
    let start = line_start(file, at);
    let rest = file.get(start..).unwrap_or_default();
    let len = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    RawLine {
        bytes: rest.split_at(len).0,
        start,
        number,
    }
}

/// The content of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineContent {
    /// Nothing but white space or a comment.
    Nothing,
    /// A key and a value, without the white space around them; offsets count in the line.
    Record { key: Span, value: RecordValue },
    /// Text without a colon before its comment, or with nothing before the colon.
    Unreadable(Span),
}

/// The value of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordValue {
    pub(crate) span: Span,
    /// Whether it is known to have no blank in it and no comment after it, so that it cannot be several values. False proves nothing.
    pub(crate) is_plain: bool,
}

/// Reads a line whose first `skip` octets are a byte order mark. The first colon ends the key, unless a `#` comes before it.
pub(crate) fn content(line: &[u8], skip: usize) -> LineContent {
    let text = line.get(skip..).unwrap_or_default();
    let Some(at) = memchr2(b':', b'#', text) else {
        return without_colon(line, Span::new(skip, line.len()));
    };
    let (before, after) = (skip + at, skip + at + 1);
    let Some(b':') = line.get(before) else {
        return without_colon(line, Span::new(skip, before));
    };
    let key = trimmed(line, Span::new(skip, before));
    if key.is_empty() {
        return without_colon(line, Span::new(skip, line.len()));
    }
    LineContent::Record {
        key,
        value: value(line, after),
    }
}

/// The value of a line whose colon is before `start`: up to the first `#`, without the blanks and tabs around it.
pub(crate) fn value(line: &[u8], start: usize) -> RecordValue {
    let rest = line.get(start..).unwrap_or_default();
    let len = memchr(b'#', rest).unwrap_or(rest.len());
    let span = trimmed(line, Span::new(start, start + len));
    let text = span.of(line);
    RecordValue {
        span,
        is_plain: len == rest.len() && first_low(text) == text.len(),
    }
}

/// The length of a text before its first octet that is at most `#`: a blank, the start of a comment, or a control character.
///
/// A subtraction may borrow from the next octet and mark that, too, but only after an octet that is marked rightly: the first mark is
/// exact.
#[inline]
fn first_low(text: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let (chunks, rest) = text.as_chunks();
    for (at, chunk) in chunks.iter().enumerate() {
        let octets = u64::from_le_bytes(*chunk);
        // The high bit of each octet that is at most `#`.
        let low = octets.wrapping_sub(ONES * u64::from(b'#' + 1)) & !octets & (ONES << 7);
        if low != 0 {
            return at * 8 + low.trailing_zeros() as usize / 8;
        }
    }
    let end = rest.iter().position(|octet| *octet <= b'#');
    text.len() - rest.len() + end.unwrap_or(rest.len())
}

/// The content of a line whose text, up to a comment, has no usable colon.
fn without_colon(line: &[u8], text: Span) -> LineContent {
    match trimmed(line, text) {
        text if text.is_empty() => LineContent::Nothing,
        text => LineContent::Unreadable(text),
    }
}

/// Two words without a colon, as [`GoogleDifference::MissingColon`] reads them.
///
/// [`GoogleDifference::MissingColon`]: crate::robots_txt::file::GoogleDifference::MissingColon
pub(crate) fn two_words(line: &[u8], text: Span) -> Option<(Span, RecordValue)> {
    let bytes = text.of(line);
    let blank = memchr2(b' ', b'\t', bytes)?;
    let value = trimmed(line, Span::new(text.start + blank, text.end));
    let is_plain = memchr2(b' ', b'\t', value.of(line)).is_none();
    let key = Span::new(text.start, text.start + blank);
    is_plain.then_some((
        key,
        RecordValue {
            span: value,
            is_plain,
        },
    ))
}

/// The span without blanks and tabs around it. A span of nothing else becomes an empty one at its start.
fn trimmed(line: &[u8], span: Span) -> Span {
    let is_text = |byte: &u8| !matches!(byte, b' ' | b'\t');
    let text = span.of(line);
    match (
        text.iter().position(is_text),
        text.iter().rposition(is_text),
    ) {
        (Some(first), Some(last)) => Span::new(span.start + first, span.start + last + 1),
        _ => Span::new(span.start, span.start),
    }
}

/// The span without the white space of C around it, as [`GoogleDifference::VerticalSpace`] has it.
#[cold]
pub(crate) fn trimmed_of_vertical_space(line: &[u8], span: Span) -> Span {
    let text = span.of(line);
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | 0x0B | 0x0C);
    let first = text.iter().take_while(|byte| is_space(byte)).count();
    let last = text.iter().rev().take_while(|byte| is_space(byte)).count();
    Span::new(span.start + first, span.end.saturating_sub(last))
}

/// Most octets that are read of a file, whatever its limit.
///
/// Lengths are kept in 27 bits, see [`Line`](super::line::Line), and a text in UTF-16 grows by half when it becomes UTF-8.
/// 64 MiB is the largest power of two for which both fit; the asserts in `line` and `matching::rows` hold it to that.
pub(crate) const LARGEST: usize = 64 << 20;
