//! A robots.txt in a file: alone, or as `curl -si` writes its response.

use robots_policy::robots_txt::{
    AnswerFields, Fetched, Next, Robots, RobotsFetch, RobotsFetchSettings,
};
use robots_policy::{Limits, RobotsTxt, Timestamp};

use super::{STATUS_LINE, response};
use crate::message::damage::Damage;

/// The status and the body of the response in a file of a robots.txt; without a status line the file is the body.
///
/// # Errors
/// Why the file is not read: it is compressed, or a response without the whole file: a redirect, a part, a challenge, a body that is
/// cut, coded or was not saved.
pub fn robots(file: &[u8]) -> Result<(Option<u16>, Vec<u8>), String> {
    if file.starts_with(STATUS_LINE) {
        return answered(file).map(|(status, body)| (Some(status), body));
    }
    unread(file).map_or_else(|| Ok((None, file.to_vec())), |why| Err(why.to_owned()))
}

/// Why the octets of a file are not rules.
fn unread(file: &[u8]) -> Option<&'static str> {
    match Robots::of_file(file, RobotsTxt::parse(file).value) {
        Robots::Unreachable { .. } => {
            Some("it is compressed, so no rule was read; decompress it first")
        }
        Robots::Unread { .. } => Some(
            "its bytes are not text, and no line of it names a crawler, so no rule was read; save the robots.txt of the site with `curl -si`",
        ),
        _ => None,
    }
}

/// The status and the body of a saved response.
fn answered(file: &[u8]) -> Result<(u16, Vec<u8>), String> {
    let (mut rest, mut memory) = (file, Vec::new());
    let mut message = response(&mut rest, &mut memory)?;
    // A robots.txt does not quote responses.
    if let Some(at) = message.second().or(message.possible_second()) {
        return Err(format!(
            "a second response begins at byte {at}; save one response per file"
        ));
    }
    if AnswerFields::are_of_challenge(message.fields()) {
        return Err(String::from(
            "it is a challenge of a firewall, as a field says, and not an answer of the site; save the answer that a crawler gets",
        ));
    }
    let value_of = |name: &[u8]| {
        let mut fields = message.fields();
        let found = fields.find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| String::from_utf8_lossy(value))
    };
    let is_saved = message.has_body() || message.states_none() || !message.is_whole_block();
    let (status, location) = (message.status().unwrap_or_default(), value_of(b"Location"));
    let most = Limits::default().robots_txt() + 1;
    let body = message
        .octets(Vec::new(), most)
        .map_err(|damage| cut(&damage))?;
    let is_read = body.is_some();
    // The answer as if it had no body: whether there are rules is a question of the status alone.
    let fetched = Fetched::Response {
        status,
        fields: AnswerFields {
            location,
            ..AnswerFields::default()
        },
        body: is_read.then_some(b""),
    };
    let (mut fetch, now) = (
        RobotsFetch::new(RobotsFetchSettings::new()),
        Timestamp::from_unix(0),
    );
    if let Next::Follow(place) = fetch.answered(&mut fetch.begin(), fetched, now) {
        return Err(format!(
            "it leads to {place}; save the answer from there with `curl -siL`"
        ));
    }
    let is_file = fetch.outcome(now).rules().is_some();
    match (status, body) {
        (206, _) => Err(String::from(
            "it is a part of the file (206); save the whole response with `curl -si`",
        )),
        (status, Some(_)) if !is_file => Ok((status, Vec::new())),
        (_, Some(_)) if !is_saved => Err(String::from(
            "its body is empty, or was not saved; save it with `curl -si`, not with -I",
        )),
        (status, Some(body)) => match unread(&body) {
            Some(why) => Err(why.to_owned()),
            None => Ok((status, body)),
        },
        (_, None) => Err(String::from(
            "its body is still coded, so no rule was read; save it with `curl --compressed -si`",
        )),
    }
}

fn cut(damage: &Damage) -> String {
    format!(
        "{}; save the whole response with `curl -si`",
        damage.detail()
    )
}
