//! Files of another kind than an argument takes, which are refused before they are read.

use robots_policy_input::{essence, saved};

use super::report_failure;
use crate::exit::{Exit, Failure};
use crate::file_kind::FileKind;

/// Refuses a file that holds no response.
pub(super) fn response(name: &str, bytes: &[u8]) -> Result<(), Failure> {
    match FileKind::of(bytes) {
        FileKind::Response | FileKind::Marked | FileKind::Page | FileKind::Mhtml => Ok(()),
        kind => refused(name, kind),
    }
}

/// Refuses a file of `--headers` that holds no fields. An empty one gives none.
pub(super) fn headers(name: &str, bytes: &[u8]) -> Result<Exit, Failure> {
    match FileKind::of(bytes) {
        FileKind::Response => Ok(Exit::Answered),
        kind @ FileKind::Empty => Ok(reported(name, kind)),
        kind => refused(name, kind).map(|()| Exit::Answered),
    }
}

/// Refuses a file of `--html` that is not a document; beside fields that name another type than HTML it may be one of that type. An
/// empty one, and one in which nothing is marked up, are reported.
pub(super) fn html(name: &str, bytes: &[u8], fields: Option<&[u8]>) -> Result<Exit, Failure> {
    let is_of_other = fields.and_then(is_other_type);
    match FileKind::of(bytes) {
        FileKind::Page | FileKind::Packed => Ok(Exit::Answered),
        FileKind::File(_) if is_of_other.is_some() => Ok(Exit::Answered),
        FileKind::Other(_) | FileKind::RobotsTxt | FileKind::Empty | FileKind::Unknown
            if is_of_other == Some(true) =>
        {
            Ok(Exit::Answered)
        }
        kind @ FileKind::Empty => Ok(reported(name, kind)),
        FileKind::Unknown if has_tag(bytes) => Ok(Exit::Answered),
        FileKind::Unknown => {
            let failure = Failure::Input(name.to_owned(), WITHOUT_TAG.to_owned());
            Ok(report_failure(&failure))
        }
        kind => refused(name, kind).map(|()| Exit::Answered),
    }
}

fn reported(name: &str, kind: FileKind) -> Exit {
    refused(name, kind).map_or_else(|failure| report_failure(&failure), |()| Exit::Answered)
}

fn has_tag(bytes: &[u8]) -> bool {
    let begins_tag = |two: &[u8]| matches!(two, [b'<', after] if after.is_ascii_alphabetic() || b"!?/".contains(after));
    let text = saved::text(bytes);
    text.windows(2).any(begins_tag)
}

/// Whether these fields name another type than HTML, or are of a response without a document; `None` if they name HTML or cannot be
/// read.
fn is_other_type(fields: &[u8]) -> Option<bool> {
    let (mut lines, mut memory) = (fields, Vec::new());
    let message = saved::fields(&mut lines, &mut memory).ok()?;
    let is_html = |one: &[u8]| essence(one).to_ascii_lowercase().ends_with(b"html");
    let mut types = message.content_types();
    match message.states_type() {
        _ if message.states_none() => Some(true),
        false => Some(false),
        true => (!types.any(is_html)).then_some(true),
    }
}

fn refused(name: &str, kind: FileKind) -> Result<(), Failure> {
    match kind.sentence() {
        Some(why) => Err(Failure::Input(name.to_owned(), why.to_owned())),
        None => Ok(()),
    }
}

/// The fault of a file in which nothing is marked up.
const WITHOUT_TAG: &str = "it has no tag, so no meta was read; is it an HTML document?";
