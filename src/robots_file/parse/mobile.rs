//! `Mobile-agent-server` records (draft-giudici-web-robots-cntrl, 1997).

use std::borrow::Cow;

use crate::robots_file::normal::{Side, normal as normal_form};
use crate::robots_file::options::Options;

/// Where mobile agents for a path are served.
///
/// The answer is about mobile agents alone and opens no path that a rule disallows. The host is never contacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MobileAgentServer<'r> {
    /// By this server, a scheme and a network location: `atp://www.fict.org:8001`.
    Host(&'r str),
    /// By none: the file says `none` for this path.
    ExplicitNone,
    /// The file says nothing about this path.
    Unspecified,
}

/// A path and what serves it.
pub(crate) fn read(value: &[u8]) -> Option<(&[u8], MobileAgentServer<'_>)> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let (path, rest) = value.split_at(value.iter().position(is_blank)?);
    let target = str::from_utf8(rest).ok()?.trim_ascii();
    let server = if target.eq_ignore_ascii_case("none") {
        MobileAgentServer::ExplicitNone
    } else {
        MobileAgentServer::Host(target)
    };
    let is_read =
        path.starts_with(b"/") && (server == MobileAgentServer::ExplicitNone || is_server(target));
    is_read.then_some((path, server))
}

/// Whether the subtree of `path` holds `asked`, both in normal form.
pub(crate) fn holds(path: &[u8], asked: &[u8]) -> bool {
    let rest = asked.strip_prefix(path);
    rest.is_some_and(|rest| rest.is_empty() || path.ends_with(b"/") || rest.starts_with(b"/"))
}

/// The form in which paths are compared; a `*` is an ordinary character here.
pub(crate) fn normal(path: &[u8], options: Options) -> Cow<'_, [u8]> {
    normal_form(path, Side::Path, options)
}

/// Of records in the order of their lines, those that a later record with a shorter path overrides.
///
/// Sorted by path, a record's ancestors form a stack; the latest of them is kept beside each.
pub(crate) fn overridden(records: &[(Cow<'_, [u8]>, MobileAgentServer<'_>)]) -> Vec<usize> {
    let subtree = |index: usize| {
        let path = records.get(index).map(|(path, _)| &**path);
        path.map_or(&[] as &[u8], |path| path.strip_suffix(b"/").unwrap_or(path))
    };
    let segments = |index: usize| subtree(index).split(|byte| *byte == b'/');
    let mut order: Vec<usize> = (0..records.len()).collect();
    order.sort_by(|a, b| segments(*a).cmp(segments(*b)).then(a.cmp(b)));
    let (mut stack, mut found): (Vec<(usize, usize)>, _) = (Vec::new(), Vec::new());
    for index in order {
        let path = subtree(index);
        let is_above = |(above, _): &(usize, usize)| {
            let above = subtree(*above);
            above.len() < path.len() && holds(above, path)
        };
        while stack.last().is_some_and(|top| !is_above(top)) {
            stack.pop();
        }
        let latest = stack.last().map(|(_, latest)| *latest);
        if let Some(latest) = latest.filter(|latest| *latest > index) {
            let server = |index: usize| records.get(index).map(|(_, server)| *server);
            found.extend((server(latest) != server(index)).then_some(index));
        }
        stack.push((index, latest.unwrap_or(index).max(index)));
    }
    found
}

/// A scheme as the draft has it (§3.2), which may begin with a digit, `://` and a network location that is not empty.
fn is_server(text: &str) -> bool {
    let Some((scheme, location)) = text.split_once("://") else {
        return false;
    };
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let is_location = |byte: u8| byte.is_ascii_alphanumeric() || LOCATION.contains(&byte);
    !scheme.is_empty()
        && scheme.bytes().all(is_scheme)
        && !location.is_empty()
        && !location.starts_with(':')
        && location.bytes().all(is_location)
}

/// What else a network location may hold (RFC 1808 §2.2).
const LOCATION: &[u8] = b"$-_.+!*'(),%:@&=;?";
