//! The output of `wget -S -O - URL > FILE 2>&1`: header blocks that are indented, and the page; without -q also lines
//! about the progress, which may come in the middle of the page.

use crate::message::Message;
use crate::message::block::is_name;

use super::STATUS_LINE;
use super::blocks::{Ambiguous, Blocks, Undone, length, split_line};

/// Whether a file begins like such output.
pub(super) fn is_of(file: &[u8]) -> bool {
    is_quiet(file)
        || is_dated(file) && {
            let mut lines = file.split(|b| *b == b'\n');
            lines.any(is_quiet)
        }
}

/// Whether a text begins with an indented status line.
fn is_quiet(text: &[u8]) -> bool {
    indented(text).is_some_and(|line| line.starts_with(STATUS_LINE))
}

/// Whether a text begins as in `--2026-11-22 11:11:03--  http://…`.
fn is_dated(text: &[u8]) -> bool {
    let date = text.strip_prefix(b"--").and_then(|rest| rest.get(..10));
    date.is_some_and(|date| {
        let is_of_date = |b: &u8| b.is_ascii_digit() || *b == b'-';
        date.iter().all(is_of_date)
    })
}

fn indented(line: &[u8]) -> Option<&[u8]> {
    line.strip_prefix(b"  ")
        .filter(|rest| !rest.starts_with(b" "))
}

/// The response without wget's lines.
///
/// # Errors
/// The response cannot be separated from wget's lines.
pub(super) fn undo(file: &[u8]) -> Result<Undone, Ambiguous> {
    if is_quiet(file) {
        let (blocks, page) = blocks(file, |_| false)?;
        // No empty line ends the fields; only the start of a page does.
        if page.is_empty() {
            return Err(Ambiguous::NoPage);
        }
        if page.starts_with(b" ") {
            return Err(Ambiguous::Mixed);
        }
        return blocks.with_body(page, |_| false);
    }
    let saving = memchr::memmem::find(file, SAVING).ok_or(Ambiguous::Mixed)?;
    let (before, after) = file.split_at(saving + 1);
    let (blocks, rest) = blocks(before, |line| !line.starts_with(b" "))?;
    if !rest.is_empty() {
        return Err(Ambiguous::Mixed);
    }
    let (_, rest) = split_line(after);
    let page = before_progress(&blocks, rest).ok_or(Ambiguous::Mixed)?;
    blocks.with_body(page, |_| false)
}

/// The header blocks at the start of a text, skipping the lines between them for which `is_own` holds, and the rest.
fn blocks(text: &[u8], is_own: fn(&[u8]) -> bool) -> Result<(Blocks, &[u8]), Ambiguous> {
    let (mut rest, mut blocks) = (text, Blocks::default());
    let mut is_open = false;
    while !rest.is_empty() {
        let (first, others) = split_line(rest);
        let field = indented(first).map(<[u8]>::trim_ascii_end);
        match field {
            Some(field) if field.starts_with(STATUS_LINE) || is_open && is_field(field) => {
                is_open = true;
                blocks.add(field);
            }
            _ if is_own(first) => is_open = false,
            _ => break,
        }
        rest = others;
    }
    if blocks.is_empty() {
        return Err(Ambiguous::NoPage);
    }
    Ok((blocks, rest))
}

/// Whether a line begins with a name of a field (RFC 9110 §5.6.2) and a colon.
fn is_field(line: &[u8]) -> bool {
    let name = line.split(|b| *b == b':').next().unwrap_or_default();
    name.len() < line.len() && is_name(name)
}

/// The page of the stated length, if the first line of the progress follows it: the page arrived in one piece.
fn before_progress<'p>(blocks: &Blocks, rest: &'p [u8]) -> Option<&'p [u8]> {
    let head = blocks.last()?;
    let (mut saved, mut memory) = (head.as_slice(), Vec::new());
    let message = Message::of_saved(&mut saved, &mut memory).ok()?;
    let (page, after) = rest.split_at_checked(length(&message)?)?;
    after.starts_with(PROGRESS).then_some(page)
}

/// The line before the page.
const SAVING: &[u8] = b"\nSaving to: ";
/// The beginning of the progress.
const PROGRESS: &[u8] = b"\n     0K ";
