//! Saved responses: the errors of reading one, and how to save it correctly.

mod blocks;
mod curl;
mod encoding;
mod httpie;
pub mod marks;
mod mhtml;
mod page;
mod robots;
mod wget;

use robots_policy::{MetaExtractor, Why};

use crate::message::Message;
use crate::message::block;
use crate::message::damage::{Damage, DamageCode};

pub use self::blocks::Undone;
pub use self::encoding::text;
pub use self::page::{SavedAs, is_copy, is_page};
pub use self::robots::robots;

/// Reads a saved response with its status line.
///
/// # Errors
/// Why the text is not a response: it does not begin with a status line, or a line of its header block is not a field line or
/// has an invalid name.
pub fn response<'m>(saved: &'m mut &[u8], memory: &'m mut Vec<u8>) -> Result<Message<'m>, String> {
    let lines = *saved;
    let message = Message::of_saved(saved, memory).map_err(|damage| why(lines, &damage))?;
    checked(message, lines)
}

/// Reads field lines, without a status line or with one.
///
/// # Errors
/// Why they are not fields: a line is not a field line, or has an invalid name; a status line begins no response but what comes
/// before one.
pub fn fields<'m>(lines: &'m mut &[u8], memory: &'m mut Vec<u8>) -> Result<Message<'m>, String> {
    if lines.starts_with(STATUS_LINE) {
        let message = response(lines, memory)?;
        // Its fields are not those of the page.
        if message.is_preliminary() {
            return Err(PRELIMINARY.to_owned());
        }
        return Ok(message);
    }
    checked(Message::of_fields(lines, memory), lines)
}

/// Gives `each` the responses in the bytes before another one, the last one first: the redirects that `curl -iL` writes.
pub fn before(file: &[u8], mut each: impl FnMut(&Message<'_>)) {
    let mut end = file.len();
    for _ in 0..MOST_BEFORE {
        let mut rest = file.get(..end).unwrap_or_default();
        let mut memory = Vec::new();
        let Ok(message) = response(&mut rest, &mut memory) else {
            return;
        };
        each(&message);
        match message.block_at() {
            at if at < end && at > 0 => end = at,
            _ => return,
        }
    }
}

/// The byte at which the first line begins that is not blank; blank lines may be before fields that people type.
pub fn first_line_at(text: &[u8]) -> usize {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let blank = lines.take_while(|line| line.trim_ascii().is_empty());
    blank.map(<[u8]>::len).sum()
}

fn checked<'m>(message: Message<'m>, file: &[u8]) -> Result<Message<'m>, String> {
    let (before, block) = file.split_at(message.block_at().min(file.len()));
    if let Some((line, why)) = stray(block) {
        let number = line + before.split(|byte| *byte == b'\n').skip(1).count();
        return Err(format!("line {number} {why}"));
    }
    let field_name = |line: &[u8]| line.split(|b| *b == b':').next().map(<[u8]>::to_vec);
    if let Some(line) = message.wrong_line() {
        let number = line_number(file, |own| own.trim_ascii_end() == line);
        let shown = String::from_utf8_lossy(line);
        let shown = shown.escape_debug();
        return Err(format!(
            "line {number} has no colon: `{shown}`; write `Name: value`"
        ));
    }
    let mut names = message.fields().map(|(name, _)| name);
    if let Some(name) = names.find(|name| !block::is_name(name)) {
        let is_it = |line: &[u8]| field_name(line).is_some_and(|own| own.trim_ascii() == name);
        let number = line_number(file, is_it);
        let shown = String::from_utf8_lossy(name);
        let shown = shown.escape_debug();
        return Err(format!(
            "line {number}: `{shown}` is not a field name; write `Name: value`"
        ));
    }
    Ok(message)
}

/// The number of a line that begins with a blank and is not the rest of a field, and why not: joined to the line before it, as
/// folded lines are, its own field would be lost.
fn stray(block: &[u8]) -> Option<(usize, &'static str)> {
    let mut has_field = false;
    for (index, line) in block.split(|byte| *byte == b'\n').enumerate() {
        let text = line.trim_ascii();
        match line {
            [] | [b'\r'] => return None,
            [b' ' | b'\t', ..] if text.is_empty() => {}
            [b' ' | b'\t', ..] if !has_field => {
                return Some((index + 1, "begins with a blank, and no field is before it"));
            }
            [b' ' | b'\t', ..] if block::strict_status(text).is_some() => {
                return Some((index + 1, "begins another response"));
            }
            line => has_field = !line.starts_with(STATUS_LINE),
        }
    }
    None
}

/// The number of the first line for which `is_it` holds.
fn line_number(file: &[u8], is_it: impl Fn(&[u8]) -> bool) -> usize {
    let mut lines = file.split(|b| *b == b'\n');
    lines.position(is_it).unwrap_or_default() + 1
}

/// The message of a file without any octet.
pub const EMPTY: &str = "it is empty; save the whole response with `curl -si URL`";

fn why(file: &[u8], damage: &Damage) -> String {
    let why = match damage.code() {
        DamageCode::NoStatusLine if file.is_empty() => EMPTY,
        DamageCode::NoStatusLine if file.starts_with(b"HTTP/") => {
            "its status line has no status; write `HTTP/1.1 200 OK`"
        }
        DamageCode::NoStatusLine => {
            "no status line at its start; save the response with `curl -i`, or use --headers and --html"
        }
        _ => "its header block has more than 262,144 bytes; save the response again with `curl -i`",
    };
    why.to_owned()
}

/// The message that a second response begins at this byte, that only the first was used, and how to save the second.
pub fn second(at: usize, done: &str) -> String {
    format!(
        "a second response begins at byte {at}, and only the first {done}; save one response per file"
    )
}

/// The message that a page has no body, unless its response states that, and the fix.
pub fn without_body(message: &Message<'_>) -> Option<&'static str> {
    let is_bodiless = matches!(message.status()?, 100..=199 | 204 | 205 | 300..=399);
    if is_bodiless || message.has_body() || message.is_cut() || !message.is_whole_block() {
        return None;
    }
    let mut types = message.content_types().peekable();
    let extractor = MetaExtractor::new();
    let mut extractor = match types.peek() {
        Some(_) => extractor.with_content_type_lines(types),
        None => extractor,
    };
    // A response that is not a document is not read.
    if message.states_none() || extractor.feed(b"").is_done() {
        return None;
    }
    Some(
        "the body is empty, or was not saved, so only the fields were read; save it with `curl -si`, not with -I",
    )
}

/// Why a response that comes before another one is not that of a page.
pub const PRELIMINARY: &str = "it holds an interim response, or the answer of a proxy to CONNECT, and the response after it is missing; save it again with `curl -si`";

/// The reason why the document of a response was not read, and the fix.
pub fn fix(why: Why, message: &Message<'_>) -> String {
    let coding = || match message.damage() {
        Some(damage) => format!(" ({})", damage.detail()),
        None => String::new(),
    };
    match why {
        Why::ContentCoding => format!(
            "its body is still coded{}, so only its fields were read; save it with `curl --compressed -i`, or decode the file first",
            coding()
        ),
        Why::Incomplete if message.is_preliminary() => PRELIMINARY.to_owned(),
        Why::Incomplete if !message.is_whole_block() => String::from(
            "no empty line ends its header block, so its document was not read; save the whole response with `curl -si`",
        ),
        Why::Incomplete if message.known_status() == Some(304) => String::from(
            "it answers a conditional request (304) without the page, so only its fields were read; save it without If-None-Match and If-Modified-Since",
        ),
        Why::Incomplete if message.is_part() => String::from(
            "it is a part of the page (206), so some metas may be missing; save it without Range (`curl -si`, not with -r or -C)",
        ),
        Why::Incomplete if !message.has_body() => String::from(
            "its body was not saved, so only its fields were read; save it with `curl -si`, not with -I",
        ),
        Why::Status => format!(
            "its status is {}, so it is not an answer about the page, and only what it forbids counts; save the response of the page",
            message.known_status().unwrap_or_default()
        ),
        Why::Limit => String::from(
            "a field is longer than its parsing limit, and the rest was not read; send fewer rules, or in fewer lines",
        ),
        Why::ScopeUncertain => String::from(
            "its field lines were joined, so it is not known who a rule addresses; save the lines as they came",
        ),
        Why::IllFormed => String::from(
            "its XHTML is not well-formed before the end of its head, so the rest of the head was not read; correct it",
        ),
        Why::Empty => String::from(
            "its document is empty, and the response does not say so; save the whole response with `curl -si`",
        ),
        Why::Incomplete => String::from(
            "its document ends, or was left, before the end of its head, so some metas may be missing; save the whole response with `curl -si`",
        ),
        Why::Markup => String::from(
            "metas of it count for some readers alone, or its document type declares entities, so what it states is not known; send plain markup with the type of it",
        ),
        _ => String::from(
            "the octets of its document are not text in its encoding, so no meta was read; correct its Content-Type, or save the page again",
        ),
    }
}

/// The most responses before another one that are looked at.
const MOST_BEFORE: usize = 16;
/// The beginning of a status line.
const STATUS_LINE: &[u8] = b"HTTP/";
