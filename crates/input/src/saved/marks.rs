//! The marks of clients in a saved response, which are undone or refused.

use super::blocks::{Ambiguous, Undone};
use super::{curl, encoding, httpie, wget};

/// A client that writes marks.
struct MarkingClient {
    command: &'static str,
    is_of: fn(&[u8]) -> bool,
    undo: fn(&[u8]) -> Result<Undone, Ambiguous>,
}

const CLIENTS: &[MarkingClient] = &[
    MarkingClient {
        command: "curl -v",
        is_of: curl::is_of,
        undo: curl::undo,
    },
    MarkingClient {
        command: "wget -S",
        is_of: wget::is_of,
        undo: wget::undo,
    },
    MarkingClient {
        command: "http -v",
        is_of: httpie::is_of,
        undo: httpie::undo,
    },
];

/// The command whose marks the file has.
pub fn command_of(file: &[u8]) -> Option<&'static str> {
    client_of(file).map(|client| client.command)
}

fn client_of(file: &[u8]) -> Option<&'static MarkingClient> {
    CLIENTS.iter().find(|client| (client.is_of)(file))
}

/// The response in the file without the marks and in UTF-8, and a note about that; `None` for a file without marks.
///
/// # Errors
/// Why the response cannot be separated from the marks with certainty.
pub fn undo(file: &[u8]) -> Result<Option<(Undone, String)>, String> {
    let Some((recoded, notice)) = encoding::of(file, |text| client_of(text).is_some()) else {
        return unmarked(file);
    };
    Ok(Some(match unmarked(&recoded.bytes)? {
        Some((undone, marks)) => (undone.of_recoded(), format!("{notice}; {marks}")),
        None => (recoded, notice.to_owned()),
    }))
}

/// The response in a text without the marks.
fn unmarked(file: &[u8]) -> Result<Option<(Undone, String)>, String> {
    let Some(client) = client_of(file) else {
        return Ok(None);
    };
    let undone = (client.undo)(file).map_err(|ambiguous| {
        format!(
            "it is the output of `{}`, {}; save the response with `curl -si URL > FILE`",
            client.command,
            ambiguous.why()
        )
    })?;
    let notice = undone.notice(client.command);
    Ok(Some((undone, notice)))
}
