//! The client that a starter line addresses.
//!
//! A starter is a line that opens a group or joins the run that does (`startgroupline` in RFC 9309 §2.2): `User-agent`, and
//! in the extended dialect `User-agent-purpose` and `Signature-agent`. [`subject`] gives its client as text, for callers;
//! [`name`] and [`compare`] give it as octets in lower case, by which the index sorts and finds listings. Both cut the value
//! at the same octet ([`is_in_name`]), so that a client which a group shows is one that it is found by. Test:
//! `r_59_agent_values_are_cut_and_equal` in `tests/all/robots_txt.rs`.

use std::cmp::Ordering;
use std::fmt;

use crate::record_key::RecordKey;
use crate::robots_txt::file::options::{GoogleDifference, Options};
use crate::robots_txt::file::parse::file::File;
use crate::token::ProductToken;

/// A client, or a kind of clients, that a group is for.
///
/// Names are as they are written. They are compared without case, and the text form is in lower case.
///
/// # Examples
///
/// ```
/// use robots_policy::RobotsTxt;
///
/// let robots = RobotsTxt::parse(b"User-agent: FooBot/1.0\nUser-agent-purpose: Search\nDisallow: /").value;
/// let group = robots.groups().next().unwrap();
/// let subjects: Vec<_> = group.subjects().map(|subject| subject.to_string()).collect();
/// assert_eq!(subjects, ["foobot", "purpose:search"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Subject<'r> {
    /// Every client that no other group is for.
    Global,
    /// The client with this product token (RFC 9309 §2.2.1): the value up to the first octet that no token has.
    Agent(&'r str),
    /// Clients that crawl for this purpose (draft-illyes-rep-purpose).
    Purpose(&'r str),
    /// Clients that this host, or a host below it, signs for, in lower case (draft-meunier-signature-agent-rep).
    Signature(&'r str),
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, name) = match self {
            Subject::Global => ("", "*"),
            Subject::Agent(name) => ("", *name),
            Subject::Purpose(name) => ("purpose:", *name),
            Subject::Signature(name) => ("signature:", *name),
        };
        f.write_str(kind)?;
        f.write_str(&name.to_ascii_lowercase())
    }
}

/// The subject of the starter that is line `index` of the file; `None` for one that names no client.
pub(crate) fn subject(file: &File, index: u32) -> Option<Subject<'_>> {
    let line = file.lines.get(index as usize)?;
    let value = line.value(&file.text.bytes);
    match line.key() {
        RecordKey::UserAgent => agent(value, file.options).map(|(subject, _)| subject),
        RecordKey::UserAgentPurpose => purpose(value),
        RecordKey::SignatureAgent => file.signer(index).map(Subject::Signature),
        _ => None,
    }
}

/// The name on the starter that is line `index` of the file, in lower case; nothing for `*`.
///
/// It is an iterator, because most comparisons end at the first octet.
pub(crate) fn name(file: &File, index: u32) -> impl Iterator<Item = u8> {
    let line = file.lines.get(index as usize);
    let value = line.map_or(&[] as &[u8], |line| match line.key() {
        RecordKey::SignatureAgent => file.signer(index).unwrap_or_default().as_bytes(),
        _ => line.value(&file.text.bytes),
    });
    // A host and a purpose have no other octets than these.
    let is_in_name = move |octet: &&u8| is_in_name(**octet, file.options);
    folded(value.iter().take_while(is_in_name))
}

/// Compares two starters by the kind and the name of the clients that they list: equal for one client.
pub(crate) fn compare(file: &File, one: u32, other: u32) -> Ordering {
    let key = |index: u32| file.lines.get(index as usize).map(|line| line.key());
    let by_name = || name(file, one).cmp(name(file, other));
    key(one).cmp(&key(other)).then_with(by_name)
}

/// Octets in lower case: the form in which names are compared.
pub(crate) fn folded<'t>(octets: impl Iterator<Item = &'t u8>) -> impl Iterator<Item = u8> {
    octets.map(u8::to_ascii_lowercase)
}

/// The subject of a `User-agent` value, and whether it is the whole value; `None` for a value that names no client.
///
/// A value is cut at the first octet that no product token has: `FooBot/1.0` and `FooBot *` are `FooBot`. A `*` with
/// nothing or white space after it addresses every client; `*bot` names no client. Google's parser does so, and RFC 9309
/// does not say.
pub(crate) fn agent(value: &[u8], options: Options) -> Option<(Subject<'_>, bool)> {
    match value {
        [b'*'] => return Some((Subject::Global, true)),
        [b'*', b' ' | b'\t' | 0x0B | 0x0C, ..] => return Some((Subject::Global, false)),
        _ => {}
    }
    let len = match value {
        [b'.', ..] => 0,
        _ => value
            .iter()
            .take_while(|octet| is_in_name(**octet, options))
            .count(),
    };
    let token = value.get(..len).filter(|token| !token.is_empty())?;
    let name = str::from_utf8(token).ok()?;
    Some((Subject::Agent(name), len == value.len()))
}

/// Whether a `User-agent` value that is cut after its first token continues with another token, as `GPTBot, CCBot` does.
///
/// Only a comma, a semicolon or a bar is evidence of a list: most values with a blank are one name, `Sogou web spider` for
/// example.
pub(crate) fn names_several(value: &[u8]) -> bool {
    let rest = value
        .get(ProductToken::prefix_len(value)..)
        .unwrap_or_default();
    let after = rest.trim_ascii_start();
    let after = after
        .split_first()
        .filter(|(mark, _)| matches!(mark, b',' | b';' | b'|'));
    after.is_some_and(|(_, next)| next.iter().any(u8::is_ascii_alphabetic))
}

/// The subject of a `User-agent-purpose` value, which is a token as a whole.
pub(crate) fn purpose(value: &[u8]) -> Option<Subject<'_>> {
    let is_token = !value.is_empty() && ProductToken::prefix_len(value) == value.len();
    let name = str::from_utf8(value).ok().filter(|_| is_token)?;
    Some(Subject::Purpose(name))
}

/// Whether this octet can be part of the name on a starter. Google's reader cuts at digits and dots, too.
fn is_in_name(octet: u8, options: Options) -> bool {
    if options.has(GoogleDifference::ShortToken) {
        octet.is_ascii_alphabetic() || matches!(octet, b'_' | b'-')
    } else {
        ProductToken::has(octet)
    }
}
