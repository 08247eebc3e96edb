//! Whom a starter line addresses.

use crate::robots_txt::file::File;
use crate::robots_txt::key::RecordKey;
use crate::robots_txt::options::{GoogleDifference, Options};
use crate::robots_txt::record::Subject;
use crate::token::ProductToken;

/// The subject of the starter that is line `index` of the file; `None` for one that names nobody.
pub(super) fn subject(file: &File, index: u32) -> Option<Subject<'_>> {
    let line = file.lines.get(index as usize)?;
    let value = line.value(&file.text.bytes);
    match line.key {
        RecordKey::UserAgent => agent(value, file.options).map(|(subject, _)| subject),
        RecordKey::UserAgentPurpose => purpose(value),
        RecordKey::SignatureAgent => file.signer(index).map(Subject::Signature),
        _ => None,
    }
}

/// The subject of a `User-agent` value, and whether it is the whole value.
///
/// A value is cut at the first octet that no product token has: `FooBot/1.0` and `FooBot *` are `FooBot`. A `*` with
/// nothing or a blank behind it is everybody.
pub(super) fn agent(value: &[u8], options: Options) -> Option<(Subject<'_>, bool)> {
    match value {
        [b'*'] => return Some((Subject::Global, true)),
        [b'*', b' ' | b'\t' | 0x0B | 0x0C, ..] => return Some((Subject::Global, false)),
        _ => {}
    }
    let len = if options.has(GoogleDifference::ShortToken) {
        short_token_len(value)
    } else {
        ProductToken::prefix_len(value)
    };
    let token = value.get(..len).filter(|token| !token.is_empty())?;
    let name = str::from_utf8(token).ok()?;
    Some((Subject::Agent(name), len == value.len()))
}

/// The subject of a `User-agent-purpose` value, which is a token as a whole.
pub(super) fn purpose(value: &[u8]) -> Option<Subject<'_>> {
    let is_token = !value.is_empty() && ProductToken::prefix_len(value) == value.len();
    let name = str::from_utf8(value).ok().filter(|_| is_token)?;
    Some(Subject::Purpose(name))
}

fn short_token_len(value: &[u8]) -> usize {
    let is_letter = |byte: &&u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-');
    value.iter().take_while(is_letter).count()
}
