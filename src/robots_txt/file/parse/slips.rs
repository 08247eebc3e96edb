//! Slips inside a value: what a person meant is plain to see, and is not what the line says.
//!
//! | diagnostic | the value |
//! |---|---|
//! | `fragment-in-pattern` | ends at a `#` that was meant as part of the path: `Disallow: /#/login` closes all |
//! | `lines-run-together` | holds another record: `User-agent: * Disallow: /` |
//! | `several-agents` | is a list of clients |
//! | `user-agent-string` | is what a client sends in the field `User-Agent`, with its token somewhere in it |
//! | `near-agent` | is not the token of a known crawler, and nearly is |
//! | `markup` | ends with a tag or a reference of HTML, because the file was made as a page |
//! | `look-alike` | has a character that does not show, or a letter of another script |
//!
//! **Invariant.** Answers do not depend on anything here. Values that are read to their end and of ASCII cost one or two
//! comparisons. **Which test notices.** The cases of `fixtures/rfc9309` whose `codes` list these; for wrong alarms the snapshot of real files in
//! `tests/all/robots_txt_corpus.rs`.

use crate::diagnostic::{DiagnosticCode, FIELD_NAMES};
use crate::directive::Directive;
use crate::near_miss::look_alike::{disguised, hides_any};
use crate::order;
use crate::record_key::RecordKey;
use crate::robots_txt::file::parse::diagnostics::{LineDiagnostics, LinePlace};
use crate::robots_txt::file::parse::line::Line;
use crate::robots_txt::file::parse::starter::{self, Subject};
use crate::token::{ProductToken, crawlers};

/// Whether the comment after a pattern was meant as part of it: a `#` follows at once, and no blank follows that.
#[inline]
pub(super) fn cuts_fragment(pattern: &[u8], comment: &[u8]) -> bool {
    !pattern.is_empty()
        && matches!(comment, [b'#', next, ..] if !next.is_ascii_whitespace() && *next != b'#')
}

/// The slip in a pattern. `is_plain` says that it has no blank, `is_ascii` that the file has only octets of ASCII.
#[inline]
pub(super) fn of_pattern(pattern: &[u8], is_plain: bool, is_ascii: bool) -> Option<DiagnosticCode> {
    let has_blank = || memchr::memchr2(b' ', b'\t', pattern).is_some();
    let may_end_in_markup = matches!(pattern.last(), Some(b'>' | b';'));
    let may_be_one = !is_ascii || may_end_in_markup || !is_plain && has_blank();
    may_be_one.then(|| slip_of_pattern(pattern)).flatten()
}

#[cold]
fn slip_of_pattern(pattern: &[u8]) -> Option<DiagnosticCode> {
    if holds_record(pattern) {
        Some(DiagnosticCode::LinesRunTogether)
    } else if ends_in_markup(pattern) {
        Some(DiagnosticCode::Markup)
    } else if holds_several(pattern) {
        Some(DiagnosticCode::SeveralPatterns)
    } else {
        let hides = !pattern.is_ascii() && str::from_utf8(pattern).is_ok_and(hides_any);
        hides.then_some(DiagnosticCode::LookAlike)
    }
}

/// Whether a pattern looks like several, or like a pattern with a comment: a path, a star, `;` or `//` follows a blank.
fn holds_several(pattern: &[u8]) -> bool {
    let mut pairs = pattern.windows(2);
    pairs.any(|pair| matches!(pair, [b' ' | b'\t', b'/' | b'*' | b';']))
}

/// The slip in the value of a starter that does not end with its subject.
#[cold]
pub(super) fn of_agent(value: &[u8], subject: Subject<'_>) -> DiagnosticCode {
    let is_known = matches!(subject, Subject::Agent(name) if crawlers::known(name).is_some());
    let is_string = || is_user_agent_string(value);
    let is_disguised = || {
        let text = str::from_utf8(value).unwrap_or_default();
        !disguised(text).is_empty() && crawlers::meant(text).is_none()
    };
    if holds_record(value) {
        DiagnosticCode::LinesRunTogether
    } else if starter::names_several(value) {
        DiagnosticCode::SeveralAgents
    } else if ends_in_markup(value) {
        DiagnosticCode::Markup
    } else if !is_known && is_string() {
        DiagnosticCode::UserAgentString
    } else if is_disguised() {
        DiagnosticCode::LookAlike
    } else {
        DiagnosticCode::AgentCut
    }
}

/// Whether the name of a client is `*` and octets beyond ASCII, such as a blank that does not end it.
pub(super) fn is_disguised_star(value: &[u8]) -> bool {
    value.iter().filter(|byte| byte.is_ascii()).eq(b"*") && value.len() > 1
}

/// Whether a value is that of the field `User-Agent`: it begins as those of browsers do, or a known token is a later word.
fn is_user_agent_string(value: &[u8]) -> bool {
    const BROWSER: &[u8] = b"mozilla/";
    let start = value.get(..BROWSER.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(BROWSER))
        || str::from_utf8(value).is_ok_and(|value| {
            // A dialect may cut a known token itself, as one without digits does.
            crawlers::known(value.trim_ascii()).is_none() && crawlers::word_of(value).is_some()
        })
}

/// Whether a frequent key and a colon stand in a value, after no letter, or after a line end that is written as two characters.
pub(super) fn holds_record(value: &[u8]) -> bool {
    let mut colons = memchr::memchr_iter(b':', value);
    colons.any(|colon| {
        let before = value.get(..colon).unwrap_or_default().trim_ascii_end();
        KEYS.iter().any(|key| {
            let name = key.name().as_bytes();
            let Some(at) = before.len().checked_sub(name.len()) else {
                return false;
            };
            let (before, end) = before.split_at(at);
            end.eq_ignore_ascii_case(name)
                && (before.ends_with(b"\\n")
                    || before.ends_with(b"\\r")
                    || before
                        .last()
                        .is_some_and(|b| !ProductToken::has(*b) && *b != b'/'))
        })
    })
}

/// The keys that are looked for in values.
const KEYS: [RecordKey; 4] = [
    RecordKey::Disallow,
    RecordKey::Allow,
    RecordKey::UserAgent,
    RecordKey::Sitemap,
];

/// Whether a value ends with a tag, or with the reference of a blank.
fn ends_in_markup(value: &[u8]) -> bool {
    let value = value.trim_ascii_end();
    if value.ends_with(b"&nbsp;") || value.ends_with(b"&#160;") {
        return true;
    }
    let Some(open) = memchr::memrchr(b'<', value).filter(|_| value.ends_with(b">")) else {
        return false;
    };
    let tag = value.get(open + 1..).unwrap_or_default();
    let (is_end, tag) = tag
        .strip_prefix(b"/")
        .map_or((false, tag), |tag| (true, tag));
    let len = tag.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    let (name, rest) = tag.split_at(len);
    // A pattern may have a name in angle brackets, as `/users/<id>` has.
    let is_tag = |known: &&[u8]| name.eq_ignore_ascii_case(known);
    len > 0 && (is_end || TAGS.iter().any(is_tag) || rest.trim_ascii_start().starts_with(b"/"))
}

/// Elements that a line of a page ends with.
const TAGS: [&[u8]; 5] = [b"br", b"p", b"div", b"span", b"li"];

/// Whether the key of a line is a directive that restricts, or a field about robots or AI use.
#[cold]
pub(super) fn is_of_response(line: &str) -> bool {
    let key = line.split(':').next().unwrap_or_default().trim_ascii();
    let is_it = |field: &&str| field.eq_ignore_ascii_case(key);
    let is_directive =
        Directive::from_name(key).is_some() && Directive::may_restrict(key.as_bytes());
    is_directive || FIELD_NAMES.iter().chain(&TDM_NAMES).any(is_it)
}

/// The fields of `TDMRep`.
const TDM_NAMES: [&str; 2] = ["tdm-reservation", "tdm-policy"];

/// Whether a line is a record with tags before it: `<p>User-agent: *</p>`.
#[cold]
pub(super) fn is_record_in_markup(line: &[u8]) -> bool {
    let mut rest = line;
    while let [b'<', after @ ..] = rest {
        let Some(end) = memchr::memchr(b'>', after) else {
            return false;
        };
        rest = after.get(end + 1..).unwrap_or_default().trim_ascii_start();
    }
    rest.len() < line.len() && RecordKey::in_front(rest).is_some()
}

/// The names that may be slips, until the file is read to its end: a list may have the right one, too.
#[derive(Debug, Default)]
pub(super) struct NearNames<'t> {
    /// Places of starters, with the token that was probably meant.
    near: Vec<(LinePlace<'t>, &'static str)>,
    /// How many names were compared.
    compared: u32,
}

impl<'t> NearNames<'t> {
    /// Keeps the place of a starter whose name is near that of a known crawler.
    #[inline]
    pub(super) fn note(&mut self, place: LinePlace<'t>) {
        if self.compared < MOST_COMPARED {
            self.compare(place);
        }
    }

    #[cold]
    fn compare(&mut self, place: LinePlace<'t>) {
        self.compared += 1;
        let text = str::from_utf8(place.span.of(place.line.bytes));
        if let Some(meant) = text
            .ok()
            .and_then(|text| DiagnosticCode::NearAgent.meant(text))
        {
            self.near.push((place, meant));
        }
    }

    /// Reports those whose right name no line of the file has.
    pub(super) fn report(
        &mut self,
        file: &[u8],
        lines: &[Line],
        diagnostics: &mut LineDiagnostics<'t>,
    ) {
        let mut missing: Vec<&str> = self.near.iter().map(|(_, meant)| *meant).collect();
        order::sort_by(&mut missing, Ord::cmp);
        missing.dedup();
        let agents = lines.iter().filter(|line| line.has(RecordKey::UserAgent));
        for line in agents {
            if missing.is_empty() {
                return;
            }
            let value = line.value(file);
            let (name, _) = value.split_at(ProductToken::prefix_len(value));
            let known = str::from_utf8(name).ok().and_then(crawlers::known);
            missing.retain(|meant| Some(*meant) != known);
        }
        for (place, meant) in self.near.drain(..) {
            if missing.contains(&meant) {
                diagnostics.push(DiagnosticCode::NearAgent, place);
            }
        }
    }
}

/// Most names that are compared with those of known crawlers: more than a person writes.
const MOST_COMPARED: u32 = 1024;
