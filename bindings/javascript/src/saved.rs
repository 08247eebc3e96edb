//! Files and texts that people give to the page: saved responses, a robots.txt, fields that are typed.
//!
//! They are read as `robots-policy eval` reads them, and become the text of the fields and keys of a record. What a text area or a
//! record cannot hold is refused.

use std::borrow::Cow;
use std::io::Read as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use robots_policy::ledger::Input;
use robots_policy::{Client, Policy, Timestamp, Unread, Why};
use robots_policy_input::saved::{self, SavedAs, marks};
use robots_policy_input::{Message, Parts, Readers, Stated, is_without_document};
use serde::Serialize;

/// A saved response, or a page alone.
#[derive(Serialize)]
pub(crate) struct Opened {
    /// The status line and the fields; empty for a page alone.
    fields: String,
    /// The document, as far as it was saved, if there is one.
    html_base64: Option<String>,
    /// Whether the end of the document is missing.
    cut: bool,
    /// Sentences about the reading.
    notices: Vec<String>,
}

/// Opens a saved response as `eval` does.
///
/// # Errors
/// Why it is refused.
pub(crate) fn response(file: Vec<u8>) -> Result<Opened, String> {
    let file = SavedAs::of(file)?;
    let mut notices: Vec<String> = file.notice().map(str::to_owned).into_iter().collect();
    if let (SavedAs::Copy(_), Some(why)) = (&file, file.notice()) {
        return Err(why.to_owned());
    }
    if let SavedAs::Page(page) = &file {
        return Ok(Opened {
            fields: String::new(),
            html_base64: Some(BASE64_STANDARD.encode(page)),
            cut: false,
            notices,
        });
    }
    let (mut rest, mut memory) = (file.bytes(), Vec::new());
    let mut message = saved::response(&mut rest, &mut memory)?;
    if message.is_preliminary() {
        return Err(saved::PRELIMINARY.to_owned());
    }
    let fields = text(message.block())?;
    // They are read again as fields that are typed.
    saved::fields(&mut fields.as_bytes(), &mut Vec::new())?;
    let document = SavedDocument::of(&mut message, file.bytes());
    let is_message = |octets: &Vec<u8>| octets.starts_with(b"HTTP/");
    if document.octets.as_ref().is_some_and(is_message) {
        return Err(String::from(
            "the body of its response is an HTTP message, which a page does not hold",
        ));
    }
    if message.block_at() > 0 {
        notices.push(String::from("the last of its responses counts"));
    }
    let why = document.why.or_else(|| unread(&message, &document));
    notices.extend(why.map(|why| saved::fix(why, &message)));
    notices.extend(saved::without_body(&message).map(str::to_owned));
    notices.extend(message.second().map(|at| saved::second(at, "was opened")));
    Ok(Opened {
        fields,
        html_base64: document.octets.map(|octets| BASE64_STANDARD.encode(octets)),
        cut: document.is_cut,
        notices,
    })
}

/// The document of a message, for the keys of a record.
#[derive(Default)]
struct SavedDocument {
    /// Its octets, as far as they were saved; `None` if it is not there at all.
    octets: Option<Vec<u8>>,
    /// Whether its end is missing.
    is_cut: bool,
    /// Why it was not read, if the module cannot.
    why: Option<Why>,
}

impl SavedDocument {
    /// The document of this message of a file.
    fn of(message: &mut Message<'_>, file: &[u8]) -> SavedDocument {
        let is_there = message.has_body() || message.is_cut() || message.is_part();
        // A status that says so is enough.
        let is_without = message.status().is_some_and(is_without_document);
        if !is_there && (is_without || !message.states_none()) {
            return SavedDocument::default();
        }
        let mut octets = Vec::new();
        // Its damage reports an early end.
        let _ = message.body().read_to_end(&mut octets);
        let why = message.unread();
        if why != Some(Why::ContentCoding) {
            return SavedDocument {
                // A redirect has no end to miss.
                is_cut: why.is_some() && !(is_without && octets.is_empty()),
                octets: Some(octets),
                why: None,
            };
        }
        // The reader of records sees a coding in the fields, and knows none of the transfer.
        let end = message.second().unwrap_or(file.len());
        let coded = file.get(message.body_at()..end);
        let coded = coded.filter(|_| !is_transfer_coded(message));
        SavedDocument {
            is_cut: coded.is_none(),
            octets: Some(coded.unwrap_or_default().to_vec()),
            why,
        }
    }
}

/// Why the fields of a message, or its document, do not say all that they may say.
fn unread(message: &Message<'_>, document: &SavedDocument) -> Option<Why> {
    let parts = Parts {
        fields: Some(message.fields().collect()),
        document: document.octets.as_deref(),
        is_cut: document.is_cut,
        status: message.status(),
        ..Parts::default()
    };
    let stated = Stated {
        status: message.status(),
        ..Stated::default()
    };
    let policy = stated.add_to(Policy::new(), None);
    let client = Client::anonymous();
    let policy = parts.read(&Readers::default(), std::slice::from_ref(&client), policy);
    let verdict = policy.verdict(&client, "/", Timestamp::from_unix(0));
    let of_response = |unread: &Unread| {
        let is_of = matches!(unread.source(), Input::Fields | Input::Document);
        is_of && !matches!(unread.why(), Why::NotGiven | Why::Body)
    };
    verdict
        .unread()
        .find(of_response)
        .map(|unread| unread.why())
}

fn is_transfer_coded(message: &Message<'_>) -> bool {
    let mut names = message.fields().map(|(name, _)| name);
    names.any(|name| name.eq_ignore_ascii_case(b"Transfer-Encoding"))
}

/// A header block as a text area holds it.
fn text(block: &[u8]) -> Result<String, String> {
    let text =
        str::from_utf8(block).map_err(|_| "its fields are not UTF-8, and a page has text")?;
    let text = text.replace("\r\n", "\n");
    if text.contains(['\r', '\0']) {
        return Err(String::from(
            "a line of its fields has a control character, which a page does not keep",
        ));
    }
    Ok(text.trim_end_matches('\n').to_owned())
}

/// A robots.txt, alone or as a saved response.
#[derive(Serialize)]
pub(crate) struct OpenedRobots {
    status: Option<u16>,
    body_base64: String,
    notices: Vec<String>,
}

/// Opens a robots.txt as `eval --robots` does.
///
/// # Errors
/// Why it is refused.
pub(crate) fn robots(file: &[u8]) -> Result<OpenedRobots, String> {
    let undone = marks::undo(file)?;
    let file = undone.as_ref().map_or(file, |(undone, _)| &undone.bytes);
    let (status, body) = saved::robots(file)?;
    Ok(OpenedRobots {
        status,
        body_base64: BASE64_STANDARD.encode(body),
        notices: undone.map(|(_, notice)| notice).into_iter().collect(),
    })
}

/// Fields that are typed.
#[derive(Serialize)]
pub(crate) struct Typed<'t> {
    lines: Vec<TypedLine<'t>>,
    /// The status, if they begin with a status line.
    status: Option<u16>,
    /// Why they are not read.
    fault: Option<String>,
    /// The byte at which a body begins.
    body: Option<usize>,
}

/// A field line: name, value, and the byte of the text at which the value begins.
#[derive(Serialize)]
struct TypedLine<'t> {
    name: Cow<'t, str>,
    value: Cow<'t, str>,
    at: usize,
}

/// Answers with the fields of a text.
pub(crate) fn typed(text: &[u8]) -> serde_json::Result<Vec<u8>> {
    let start = saved::first_line_at(text);
    let (mut rest, mut memory) = (text.get(start..).unwrap_or_default(), Vec::new());
    let whole = rest;
    let message = match saved::fields(&mut rest, &mut memory) {
        Ok(message) => message,
        Err(fault) => return serde_json::to_vec(&Typed::without(fault)),
    };
    let after = whole.get(message.body_at()..).unwrap_or_default();
    let body = Some(start + message.body_at()).filter(|_| !after.trim_ascii().is_empty());
    let is_second = message.block_at() > 0 || after.trim_ascii_start().starts_with(b"HTTP/");
    let fault = match body {
        _ if is_second => Some(SECOND),
        Some(_) => Some(BODY),
        None => None,
    };
    let lines = message.fields_at().map(|(at, name, value)| TypedLine {
        name: String::from_utf8_lossy(name),
        value: String::from_utf8_lossy(value),
        at: start + at,
    });
    serde_json::to_vec(&Typed {
        lines: lines.collect(),
        status: message.status(),
        fault: fault.map(str::to_owned),
        body: body.filter(|_| !is_second),
    })
}

impl Typed<'_> {
    fn without(fault: String) -> Typed<'static> {
        Typed {
            lines: Vec::new(),
            status: None,
            fault: Some(fault),
            body: None,
        }
    }
}

const SECOND: &str = "another response begins in them; keep one";
const BODY: &str = "the text after the empty line is a body; move it to HTML";
