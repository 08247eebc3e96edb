//! `Mobile-agent-server` records (draft-giudici-web-robots-cntrl, 1997): a path, a blank, and a server or `none`.
//!
//! These records belong to no group and are for every client. The last one whose subtree contains a path decides, even if an
//! earlier one has a longer path; [`overridden`] finds the lines that lose for that reason, and the pass over the file
//! reports them. Tests: `r_82` to `r_85` in `tests/all/robots_txt.rs`, and the fixtures `mobile-agent-server`.

use std::borrow::Cow;

use crate::order;
use crate::robots_txt::file::normal::{Side, normal as normal_form};
use crate::robots_txt::file::options::Options;

/// Where mobile agents for a path are served.
///
/// The answer is about mobile agents only: it does not allow a path that a rule disallows. The server is never contacted.
///
/// # Examples
///
/// ```
/// use robots_policy::RobotsTxt;
/// use robots_policy::robots_txt::MobileAgentServer;
///
/// let file = b"Mobile-agent-server: / atp://agents.example:8001\nMobile-agent-server: /private none";
/// let robots = RobotsTxt::parse(file).value;
/// assert_eq!(robots.mobile_agent_server("/a"), MobileAgentServer::Host("atp://agents.example:8001"));
/// assert_eq!(robots.mobile_agent_server("/private/a"), MobileAgentServer::ExplicitNone);
/// assert_eq!(RobotsTxt::default().mobile_agent_server("/a"), MobileAgentServer::Unspecified);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MobileAgentServer<'r> {
    /// By this server: a scheme and a network location, `atp://www.fict.org:8001` for example.
    Host(&'r str),
    /// By none: the record for this path has `none`.
    ExplicitNone,
    /// No record is for this path.
    Unspecified,
}

/// The path and the server of a value; `None` for a value of another form, which is reported and skipped.
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

/// Whether the subtree of `path` contains `asked`, both in normal form. It ends at a segment: `/dir1` does not contain
/// `/dir10`.
pub(crate) fn holds(path: &[u8], asked: &[u8]) -> bool {
    let rest = asked.strip_prefix(path);
    rest.is_some_and(|rest| rest.is_empty() || path.ends_with(b"/") || rest.starts_with(b"/"))
}

/// The form in which paths are compared; a `*` is an ordinary character here.
pub(crate) fn normal(path: &[u8], options: Options) -> Cow<'_, [u8]> {
    normal_form(path, Side::Path, options)
}

/// The indices of records that a later record with a shorter path overrides with another server.
///
/// Comparing each pair would take quadratic time in a file of such lines alone. Sorted by the segments of their paths, the
/// records above one are those on a stack, and beside each the stack keeps the latest line down to it. So one look at the
/// top decides, and the whole takes the time of the sort.
pub(crate) fn overridden(records: &[(Cow<'_, [u8]>, MobileAgentServer<'_>)]) -> Vec<usize> {
    let subtree = |index: usize| {
        let path = records.get(index).map(|(path, _)| &**path);
        path.map_or(&[] as &[u8], |path| path.strip_suffix(b"/").unwrap_or(path))
    };
    let segments = |index: usize| subtree(index).split(|byte| *byte == b'/');
    let mut places: Vec<usize> = (0..records.len()).collect();
    order::sort_by(&mut places, |a, b| {
        segments(*a).cmp(segments(*b)).then(a.cmp(b))
    });
    let (mut stack, mut found): (Vec<(usize, usize)>, _) = (Vec::new(), Vec::new());
    for index in places {
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

/// Whether the text is a scheme, `://` and a network location that is not empty. The scheme is that of the draft (§3.2) and
/// may begin with a digit.
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

/// The octets of a network location besides letters and digits (RFC 1808 §2.2).
const LOCATION: &[u8] = b"$-_.+!*'(),%:@&=;?";
