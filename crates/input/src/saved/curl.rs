//! The output of `curl -v URL > FILE 2>&1`: lines of curl's own (`* `), of the request (`> `) and of the header blocks
//! (`< `), a line for each piece of data, the progress, and the page, which may come in pieces between them.

use crate::message::block::first_line;

use super::STATUS_LINE;
use super::blocks::{Ambiguous, Blocks, Undone, split_line};

/// Whether a file begins like such output.
pub(super) fn is_of(file: &[u8]) -> bool {
    let begins = [&b"* "[..], b"> ", b"< HTTP/", METER];
    let has_status_line = || {
        let mut lines = file.split(|b| *b == b'\n');
        lines.any(|line| marked(line, b'<').is_some_and(|line| line.starts_with(STATUS_LINE)))
    };
    begins.iter().any(|begin| file.starts_with(begin)) && has_status_line()
}

/// The response without curl's lines.
///
/// # Errors
/// The response cannot be separated from curl's lines.
pub(super) fn undo(file: &[u8]) -> Result<Undone, Ambiguous> {
    let file = without_meter(file);
    let (mut rest, mut blocks) = (file.as_slice(), Blocks::default());
    let mut is_open = false;
    while !rest.is_empty() {
        let (first, others) = split_line(rest);
        match marked(first, b'<') {
            Some(field) if is_open || field.starts_with(STATUS_LINE) => {
                if is_open && field.starts_with(STATUS_LINE) {
                    return Err(Ambiguous::Mixed);
                }
                is_open = !field.is_empty();
                // The file ends within a line.
                if !is_open && !first.ends_with(b"\n") {
                    return Err(Ambiguous::Mixed);
                }
                if is_open {
                    blocks.add(field);
                }
            }
            _ if marked(first, b'*').is_some() || marked(first, b'>').is_some() => {}
            _ if is_data(first) || blocks.is_empty() && first.trim_ascii().is_empty() => {}
            _ => break,
        }
        rest = others;
    }
    if is_open || blocks.is_empty() {
        return Err(Ambiguous::Mixed);
    }
    let body = without_own_lines(rest);
    // The file may end within a line of curl.
    if let [b'*' | b'<' | b'>' | b'{' | b'}'] = body.trim_ascii() {
        return Err(Ambiguous::NoPage);
    }
    if body.starts_with(STATUS_LINE) {
        // With -i too, the header blocks are before the page as well.
        if first_line(&body) != blocks.first_line() {
            return Err(Ambiguous::Several);
        }
        let whole = Undone::whole(body);
        return whole.checked(is_foreign);
    }
    blocks.with_body(&body, is_foreign)
}

/// A line without its mark and its end; `None` if it has another mark.
fn marked(line: &[u8], mark: u8) -> Option<&[u8]> {
    match line.trim_ascii_end() {
        [first] if *first == mark => Some(b""),
        [first, b' ', rest @ ..] if *first == mark => Some(rest),
        _ => None,
    }
}

/// Whether a line states how many bytes were received or sent.
fn is_data(line: &[u8]) -> bool {
    let number = line.trim_ascii_end().strip_suffix(b" bytes data]");
    let number = number.and_then(|line| line.strip_prefix(b"{ [").or(line.strip_prefix(b"} [")));
    number.is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
}

/// Whether a line of a page looks like one of curl.
fn is_foreign(line: &[u8]) -> bool {
    let marks = [b'*', b'<', b'>', b'{', b'}'];
    marks.iter().any(|mark| {
        line.strip_prefix(&[*mark, b' '])
            .is_some_and(|rest| !rest.trim_ascii().is_empty())
    })
}

/// The page without the lines that curl writes during the transfer, even in the middle of a line of the page.
fn without_own_lines(text: &[u8]) -> Vec<u8> {
    let mut page = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.iter().position(|b| matches!(b, b'*' | b'{' | b'}')) {
        let (before, own) = rest.split_at(at);
        page.extend_from_slice(before);
        let start = own.get(..own.len().min(MOST_LINE)).unwrap_or_default();
        let (first, _) = split_line(start);
        let len = if is_data(first) || is_message(first) {
            first.len()
        } else {
            page.extend(own.first());
            1
        };
        rest = own.get(len..).unwrap_or_default();
    }
    page.extend_from_slice(rest);
    page
}

/// Whether a line is one that curl writes during the transfer of a page, or at its end.
fn is_message(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let is_of_tls = line.starts_with(b"* TLSv1")
        && line.ends_with(b":")
        && line
            .windows(4)
            .any(|part| part == b"(IN)" || part == b"(OUT")
        && line.contains(&b',');
    let closing = line.strip_prefix(b"* Closing connection");
    let is_number = |rest: &[u8]| rest.iter().all(|b| b.is_ascii_digit() || b" #".contains(b));
    line.starts_with(b"* Connection #") && line.ends_with(b" left intact")
        || closing.is_some_and(is_number)
        || line == b"* old SSL session ID is stale, removing"
        || is_of_tls
}

/// The file without the progress that curl shows where it has no terminal.
fn without_meter(file: &[u8]) -> Vec<u8> {
    if !file.starts_with(METER) {
        return file.to_vec();
    }
    let (_, rest) = split_line(file);
    let (second, others) = split_line(rest);
    let mut rest = if first_line(second).trim_ascii().starts_with(b"Dload") {
        others
    } else {
        rest
    };
    let mut kept = Vec::with_capacity(rest.len());
    while let Some(at) = memchr::memchr(b'\r', rest) {
        let (before, own) = rest.split_at(at);
        kept.extend_from_slice(before);
        let is_own = |b: &u8| b.is_ascii_digit() || b" .:-kMGTP".contains(b);
        let run = own.iter().skip(1).take(METER_COLUMNS);
        let run = run.take_while(|b| is_own(b)).count();
        let mut len = 1;
        if run >= METER_LEAST || own.len() == 1 + run {
            len += run;
            len += usize::from(own.get(len) == Some(&b'\n'));
        } else {
            kept.push(b'\r');
        }
        rest = own.get(len..).unwrap_or_default();
    }
    kept.extend_from_slice(rest);
    kept
}

/// The beginning of the progress titles.
const METER: &[u8] = b"  % Total";
/// Columns of the progress.
const METER_COLUMNS: usize = 78;
/// Columns of the progress in versions that write fewer.
const METER_LEAST: usize = 60;
/// The longest line that is examined, in bytes.
const MOST_LINE: usize = 512;
