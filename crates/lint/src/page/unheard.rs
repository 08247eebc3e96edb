//! Restrictions that are written where no reader looks: a meta or a link of the head that has one in some attribute and is not read,
//! and statements for a name that only robots.txt has.

use robots_policy::engines::{Kind, Profile};
use robots_policy::header::HeaderReader;
use robots_policy::{Provenance, Scope, Signal, Source};

use super::{Draft, PageReading, PageVariant, Range, head, restricts};
use crate::code::Code;
use crate::effect::Compared;
use crate::excerpt::shown;
use crate::finding::Finding;
use crate::rule::rules;

rules! {
    MetaUnheard: Error, [Page], "HTML §4.2.5",
        title: "a restriction in a meta or a link that is none for robots",
        consequence: "No reader looks there, so that it restricts nothing.",
        advice: "Write `<meta name=\"robots\" content=\"…\">`.";
    PolicyToken: Warning, [Fields, Page], "Google",
        title: "a restriction for a name that only robots.txt has",
        consequence: "No crawler has this name, so that it restricts nothing.",
        advice: "Write a group of robots.txt for it, or name the crawler that makes the requests.";
}

pub(super) fn drafts(read: &PageReading<'_>) -> Vec<Draft<PageVariant>> {
    let signals = read.signals().iter();
    let of_tokens = signals.filter_map(|signal| match signal.scope() {
        Scope::Token(name) if restricts(signal) => {
            let token = policy_token(name.as_str())?;
            let message = format!("no crawler is named {token}: it is for robots.txt alone, and this restricts nothing");
            Some(Draft::of(Code::PolicyToken, read.place(signal.provenance()), message))
        }
        _ => None,
    });
    let octets = read
        .page
        .document
        .as_ref()
        .map_or(&b""[..], |document| document.octets);
    let end = head::end(octets).map_or(octets.len(), |bytes| bytes.start);
    let tags = read.tags.metas.iter().chain(&read.tags.links);
    let unread = tags.filter(|tag| tag.start <= end && !is_read(read, tag));
    let drafts = unread.filter_map(|tag| {
        let text = str::from_utf8(octets.get(tag.clone())?).ok()?;
        let directives = said(text)?;
        let message = format!(
            "`{}` is no meta for robots, and restricts nothing",
            shown(text)
        );
        let meta = format!("<meta name=\"robots\" content=\"{directives}\">");
        let finding = Finding::new(
            Code::MetaUnheard,
            read.place_in_document(tag.clone(), text),
            message,
        );
        let meant = PageVariant::Document(tag.clone(), meta);
        Some(Draft::new(finding).second(Compared::AsMeant, meant))
    });
    of_tokens.chain(drafts).take(MOST).collect()
}

/// The name of robots.txt alone that this is.
fn policy_token(name: &str) -> Option<&'static str> {
    let mut names = Profile::all()
        .filter(|profile| profile.kind() == Kind::Token)
        .filter_map(|profile| profile.tokens().first().copied());
    names.find(|token| token.eq_ignore_ascii_case(name))
}

/// Whether a reader has found a statement in a tag, or a mistake that another rule reports.
fn is_read(read: &PageReading<'_>, tag: &Range<usize>) -> bool {
    let is_in = |at: &Provenance| {
        matches!(at.source(), Source::Meta(_) | Source::LinkElement(_))
            && tag.contains(&at.span().start)
    };
    // What is no crawler's name may still be one, and binds nobody else.
    let is_for_crawler = |signal: &&Signal| match signal.scope() {
        Scope::Token(name) => {
            let name = name.as_str().to_ascii_lowercase();
            said(&name).is_none() && !is_other(&name)
        }
        Scope::Global => true,
    };
    let signals = read.signals().iter().filter(is_for_crawler);
    signals.map(Signal::provenance).any(is_in)
        || read
            .policy
            .diagnostics()
            .any(|found| is_in(found.provenance()))
}

/// The directives in a text of which every other word is the name of an attribute or says "robots". A text about robots has more words.
fn said(text: &str) -> Option<String> {
    let words = text.split(|c: char| {
        c.is_whitespace() || matches!(c, '<' | '>' | '/' | '"' | '\'' | '=' | ',')
    });
    let words = words.map(|word| word.trim_end_matches([':', ';']).to_ascii_lowercase());
    let mut directives: Vec<String> = words
        .filter(|word| !word.is_empty() && !is_other(word))
        .collect();
    directives.dedup();
    let list = directives.join(", ");
    let read = HeaderReader::new().read_lines([("X-Robots-Tag", &list)]);
    let is_known = read.diagnostics.is_empty() && read.value.iter().any(restricts);
    is_known.then_some(list)
}

/// Whether a word says nothing itself.
fn is_other(word: &str) -> bool {
    OTHERS.contains(&word) || word.contains("robots")
}

/// The words that say nothing themselves.
const OTHERS: [&str; 18] = [
    "meta",
    "metaname",
    "link",
    "name",
    "names",
    "id",
    "class",
    "rel",
    "property",
    "http-equiv",
    "content",
    "value",
    "href",
    "ai",
    "ml",
    "true",
    "yes",
    "1",
];

/// The statements that are reported.
const MOST: usize = 16;
