//! Statements of a page that robots.txt hides, and links to another address.

use std::ops::Range;

use robots_policy::{Directive, Signal};

use super::statements::{heard_by_all, is_one_of};
use super::{Draft, PageReading, PageVariant, tags};
use crate::code::Code;
use crate::effect::Compared;
use crate::excerpt::shown;
use crate::finding::Finding;
use crate::place::{Place, Source};
use crate::rule::rules;

rules! {
    UnseenStatement: Error, [RobotsTxt, Fields, Page], "RFC 9309 §2.2.2",
        title: "a restriction that robots.txt hides",
        consequence: "A client that may not fetch the page never reads it, and its address may be listed.",
        advice: "Allow the path, or leave the restriction out.";
    CanonicalElsewhere: Warning, [Page], "Google",
        title: "`noindex` beside a canonical link to another page",
        consequence: "The two contradict each other.",
        advice: "Leave one of the two out.";
}

pub(super) fn drafts(read: &PageReading<'_>) -> Vec<Draft<PageVariant>> {
    let mut drafts = Vec::new();
    drafts.extend(unseen(read));
    drafts.extend(canonical(read));
    drafts
}

/// A restriction of the page that a rule keeps every client from reading.
fn unseen(read: &PageReading<'_>) -> Option<Draft<PageVariant>> {
    let robots = read.policy.robots().rules()?;
    let access = robots.access(&robots_policy::Client::anonymous(), read.page.target());
    let rule = access.rule().filter(|rule| !rule.allows())?;
    let restricts = |signal: &&Signal| {
        let said = signal.directive();
        said.is_some_and(|(directive, value)| {
            directive.permissive_value() != Some(value) && directive != Directive::IndexIfEmbedded
        })
    };
    let signal = read.signals().iter().find(restricts)?;
    let message = format!(
        "`{}` is never read where `{}` closes the page: its address may be listed all the same",
        shown(signal.provenance().text()),
        shown(&rule.text())
    );
    let robots_source = Source::new("robots.txt", robots.as_bytes());
    let other = robots_source.place_in_line(rule.line(), rule.span());
    let finding = Finding::new(
        Code::UnseenStatement,
        read.place(signal.provenance()),
        message,
    )
    .and(other, "closes the page");
    let draft = Draft::new(finding);
    Some(draft.second(Compared::Without, PageVariant::Robots(vec![rule.line()])))
}

/// `noindex` beside a canonical link to another page.
fn canonical(read: &PageReading<'_>) -> Option<Draft<PageVariant>> {
    if !heard_by_all(read).contains(&Directive::NoIndex) {
        return None;
    }
    let (bytes, address) = canonical_link(read)?;
    let own = read.page.url?;
    if is_same_page(own, &address) {
        return None;
    }
    let place: Place = read.place_in_document(bytes, &address);
    let message = format!(
        "the page is `noindex` and names `{}` as the one to index: the two contradict each other",
        shown(&address)
    );
    let mut finding = Finding::new(Code::CanonicalElsewhere, place, message);
    let is_noindex = |own: &&Signal| is_one_of(own, &[Directive::NoIndex, Directive::None]);
    if let Some(signal) = read.signals().iter().find(is_noindex) {
        finding = finding.and(read.place(signal.provenance()), "keeps it out of the index");
    }
    Some(Draft::new(finding))
}

/// The first canonical link near the start of a document: its bytes, and its address.
pub(super) fn canonical_link(read: &PageReading<'_>) -> Option<(Range<usize>, String)> {
    let document = read.page.document.as_ref()?.octets;
    let mut links = read.tags.links.iter();
    links.find_map(|bytes| {
        let tag = String::from_utf8_lossy(document.get(bytes.clone())?);
        let value = |name| tag.get(tags::attribute(&tag, name)?.1);
        let mut words = value("rel")?.split_ascii_whitespace();
        let is_canonical = words.any(|word| word.eq_ignore_ascii_case("canonical"));
        let address = value("href").filter(|_| is_canonical)?;
        Some((bytes.clone(), address.trim().to_owned()))
    })
}

/// Whether an address is that of the page, or of this page at another host, of which it is a copy: a last slash, `.html` and
/// the fragment do not count.
fn is_same_page(own: &str, address: &str) -> bool {
    let path_of = |url: &str| {
        let url = url.split('#').next().unwrap_or_default();
        let rest = url.split_once("//").map_or(Some(url), |(_, rest)| {
            rest.find('/').and_then(|at| rest.get(at..))
        });
        let path = rest.unwrap_or_default().to_ascii_lowercase();
        let path = path.trim_end_matches("index.html");
        path.trim_end_matches(".html")
            .trim_end_matches('/')
            .to_owned()
    };
    path_of(own) == path_of(address)
}
