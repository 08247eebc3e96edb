//! Directives that do nothing, contradict each other, or say something twice.

use robots_policy::{Client, Directive, DirectiveSet, DirectiveValue, Scope, Signal, Source};

use super::{Draft, PageReading, PageVariant};
use crate::code::Code;
use crate::excerpt::shown;
use crate::finding::Finding;
use crate::rule::rules;

rules! {
    OwnCannotOpen: Warning, [Fields, Page], "Google",
        title: "permission for one crawler beside a restriction for all",
        consequence: "Both count, and the restriction stays.",
        advice: "Address the restriction to the other crawlers.";
    PermissiveOverruled: Warning, [Fields, Page], "draft-illyes-repext §2.3",
        title: "a permissive word beside the restriction of the same",
        consequence: "The restriction counts.",
        advice: "Leave the permissive word out.";
    FieldsDisagree: Warning, [Fields], "draft-illyes-repext §2.1",
        title: "Robots-Tag and X-Robots-Tag say different things",
        consequence: "Who reads one of them hears less.",
        advice: "Say the same in both.";
    SaidTwice: Info, [Fields, Page], "draft-illyes-repext §2",
        title: "one restriction in two places",
        consequence: "A change of one of them alone will change nothing.",
        advice: "Say it once.";
    Needless: Off, [Fields, Page], "draft-illyes-repext §2.3",
        title: "a permissive word alone",
        consequence: "It says what holds without it.",
        advice: "Leave it out.";
    DeadlinePassed: Warning, [Fields, Page], "Google",
        title: "an `unavailable_after` that has passed",
        consequence: "The page has been `noindex` since then.",
        advice: "Leave it so if it is meant.";
    DeadlineNear: Off, [Fields, Page], "Google",
        title: "an `unavailable_after` within 14 days",
        consequence: "The page will be `noindex` from then on.",
        advice: "Move the date if the page stays.";
    SnippetZero: Info, [Fields, Page], "Google",
        title: "`max-snippet: 0`",
        consequence: "It is `nosnippet`.",
        advice: "Write `nosnippet` if this is meant, or -1 for no limit.";
    Historic: Info, [Fields, Page], "historic",
        title: "a word for a service that has ended",
        consequence: "No engine reads it.",
        advice: "Leave it out.";
    ExceptionAlone: Info, [Fields, Page], "Google",
        title: "`indexifembedded` without `noindex`",
        consequence: "It excepts from nothing.",
        advice: "Leave it out, or state `noindex`.";
    ResourceNoindex: Info, [Fields], "Google",
        title: "`noindex` on an image, a font, a style or a script",
        consequence: "It keeps an image out of a search for images, and does nothing for the others.",
        advice: "Leave it out, unless a search for images is meant.";
}

pub(super) fn drafts(read: &PageReading<'_>) -> Vec<Draft<PageVariant>> {
    let signals: Vec<&Signal> = read
        .signals()
        .iter()
        .filter(|signal| signal.directive().is_some())
        .take(MOST)
        .collect();
    // What answers for no address of its own is in no index, whatever it says.
    if signals.is_empty() || matches!(read.page.status, Some(400..)) {
        return Vec::new();
    }
    let mut drafts = Vec::new();
    drafts.extend(overruled(read, &signals));
    drafts.extend(fields_disagree(read, &signals));
    drafts.extend(twice(read, &signals));
    drafts.extend(needless(read, &signals));
    for signal in &signals {
        drafts.extend(alone(read, signal));
    }
    drafts.extend(exception(read, &signals));
    drafts.extend(of_resource(read, &signals));
    drafts
}

/// Whether a statement is of one of these directives.
pub(super) fn is_one_of(signal: &Signal, words: &[Directive]) -> bool {
    let own = signal.directive();
    own.is_some_and(|(directive, _)| words.contains(&directive))
}

/// The directives that a statement forbids by; of a word for another one, of both.
fn forbidden(signal: &Signal) -> Vec<Directive> {
    match signal.directive() {
        Some((Directive::None, _)) => vec![Directive::NoIndex, Directive::NoFollow],
        Some((directive, value)) if directive.permissive_value() != Some(value) => vec![directive],
        _ => Vec::new(),
    }
}

fn closes_index(signal: &Signal) -> bool {
    forbidden(signal).contains(&Directive::NoIndex)
}

/// Whether a statement forbids something that an engine still does.
pub(super) fn restricts(signal: &Signal) -> bool {
    forbidden(signal)
        .iter()
        .any(|directive| !ENDED.contains(directive))
}

/// The directives that a permissive statement permits the opposite of.
fn permitted(signal: &Signal) -> Vec<Directive> {
    let Some((directive, value)) = signal.directive() else {
        return Vec::new();
    };
    match directive {
        Directive::Index => vec![Directive::NoIndex],
        Directive::Follow => vec![Directive::NoFollow],
        Directive::Archive => vec![Directive::NoArchive],
        Directive::All => vec![Directive::NoIndex, Directive::NoFollow],
        _ if directive.permissive_value() == Some(value)
            && directive != Directive::IndexIfEmbedded =>
        {
            vec![directive]
        }
        _ => Vec::new(),
    }
}

/// Whether a client hears both statements.
fn meet(one: &Scope, other: &Scope) -> bool {
    match (one, other) {
        (Scope::Token(one), Scope::Token(other)) => {
            one.as_str().eq_ignore_ascii_case(other.as_str())
        }
        _ => true,
    }
}

/// Permissive words beside a restriction of the same thing.
fn overruled(read: &PageReading<'_>, signals: &[&Signal]) -> Vec<Draft<PageVariant>> {
    let permissive = signals
        .iter()
        .filter(|signal| !permitted(signal).is_empty());
    let drafts = permissive.filter_map(|signal| {
        let denies = |other: &&&Signal| {
            let words = permitted(signal);
            meet(signal.scope(), other.scope()) && forbidden(other).iter().any(|directive| words.contains(directive))
        };
        let other = signals.iter().find(denies)?;
        let (own, restricting) = (said(signal), said(other));
        let is_own = matches!((signal.scope(), other.scope()), (Scope::Token(_), Scope::Global));
        let (code, message) = match signal.scope() {
            Scope::Token(token) if is_own => (
                Code::OwnCannotOpen,
                format!("`{own}` for {} opens nothing: `{restricting}` is for every client, and both count", shown(token.as_str())),
            ),
            _ => (Code::PermissiveOverruled, format!("`{own}` does nothing beside `{restricting}`: the restriction counts")),
        };
        let finding = Finding::new(code, read.place(signal.provenance()), message);
        let finding = finding.and(read.place(other.provenance()), "counts");
        Some(Draft::new(finding))
    });
    drafts.take(MOST_OF_A_KIND).collect()
}

/// The text of a statement.
fn said(signal: &Signal) -> String {
    shown(signal.provenance().text())
}

/// `Robots-Tag` and `X-Robots-Tag` that restrict different things.
fn fields_disagree(read: &PageReading<'_>, signals: &[&Signal]) -> Option<Draft<PageVariant>> {
    let of = |source: Source| {
        signals
            .iter()
            .filter(move |signal| signal.provenance().source() == source)
    };
    let (new, old) = (
        of(Source::RobotsTag).next()?,
        of(Source::XRobotsTag).next()?,
    );
    let set = |source: Source| -> Vec<(String, Directive)> {
        let own = of(source).flat_map(|signal| {
            let scope = signal.scope().to_string().to_ascii_lowercase();
            forbidden(signal)
                .into_iter()
                .map(move |directive| (scope.clone(), directive))
        });
        let mut own: Vec<_> = own.collect();
        own.sort_unstable();
        own.dedup();
        own
    };
    if set(Source::RobotsTag) == set(Source::XRobotsTag) {
        return None;
    }
    let message = String::from(
        "`Robots-Tag` and `X-Robots-Tag` say different things; who reads one of them hears less",
    );
    let finding = Finding::new(Code::FieldsDisagree, read.place(new.provenance()), message);
    Some(Draft::new(
        finding.and(read.place(old.provenance()), "and this one"),
    ))
}

/// One restriction in two places of different kinds, or in two metas.
fn twice(read: &PageReading<'_>, signals: &[&Signal]) -> Vec<Draft<PageVariant>> {
    let restricting = signals
        .iter()
        .enumerate()
        .filter(|(_, signal)| !forbidden(signal).is_empty());
    let drafts = restricting.filter_map(|(at, signal)| {
        let is_same = |other: &&&Signal| {
            other.directive() == signal.directive()
                && other.scope() == signal.scope()
                && other.provenance() != signal.provenance()
        };
        let first = signals.iter().take(at).find(is_same)?;
        // Both names of the field at once are for readers of each.
        let sources = [first.provenance().source(), signal.provenance().source()];
        if sources.contains(&Source::RobotsTag) && sources.contains(&Source::XRobotsTag) {
            return None;
        }
        let message = format!(
            "`{}` is said twice; a change of one of them alone will change nothing",
            said(signal)
        );
        let finding = Finding::new(Code::SaidTwice, read.place(signal.provenance()), message);
        Some(Draft::new(
            finding.and(read.place(first.provenance()), "said here first"),
        ))
    });
    drafts.take(MOST_OF_A_KIND).collect()
}

/// `index, follow` and `all` where nothing is restricted.
fn needless(read: &PageReading<'_>, signals: &[&Signal]) -> Option<Draft<PageVariant>> {
    const WORDS: [Directive; 3] = [Directive::All, Directive::Index, Directive::Follow];
    let first = signals.iter().find(|signal| is_one_of(signal, &WORDS))?;
    if signals.iter().any(|signal| !forbidden(signal).is_empty()) {
        return None;
    }
    let message = format!("`{}` says what holds without it", said(first));
    let place = read.place(first.provenance());
    Some(Draft::of(Code::Needless, place, message))
}

/// Findings about one statement.
fn alone(read: &PageReading<'_>, signal: &Signal) -> Option<Draft<PageVariant>> {
    let (directive, value) = signal.directive()?;
    let at = read.place(signal.provenance());
    let own = said(signal);
    let (code, message) = match (directive, value) {
        (Directive::UnavailableAfter, DirectiveValue::Deadline(moment)) if moment <= read.now => (
            Code::DeadlinePassed,
            format!("`{own}` has passed: the page has been `noindex` since then"),
        ),
        (Directive::UnavailableAfter, DirectiveValue::Deadline(moment))
            if moment.as_unix() - read.now.as_unix() < NEAR_DAYS * 86_400 =>
        {
            (
                Code::DeadlineNear,
                format!("`{own}` is near: the page will be `noindex` from then on"),
            )
        }
        (Directive::MaxSnippet, DirectiveValue::Ceiling(Some(0))) => {
            (Code::SnippetZero, format!("`{own}` is `nosnippet`"))
        }
        (directive, _) if ENDED.contains(&directive) => (
            Code::Historic,
            format!("`{own}` is about a service that has ended; no engine reads it"),
        ),
        _ => match signal.scope() {
            Scope::Token(token) if OLD.contains(&&*token.as_str().to_ascii_lowercase()) => (
                Code::Historic,
                format!(
                    "`{}` is the name of a crawler that has ended; `{own}` binds no engine",
                    shown(token.as_str())
                ),
            ),
            _ => return None,
        },
    };
    Some(Draft::new(Finding::new(code, at, message)))
}

/// `indexifembedded` where nothing is `noindex`.
fn exception(read: &PageReading<'_>, signals: &[&Signal]) -> Option<Draft<PageVariant>> {
    let is_exception = |signal: &&&Signal| is_one_of(signal, &[Directive::IndexIfEmbedded]);
    let exception = signals.iter().find(is_exception)?;
    if signals.iter().any(|signal| closes_index(signal)) {
        return None;
    }
    let message = format!(
        "`{}` excepts from `noindex`, which is stated nowhere",
        said(exception)
    );
    let place = read.place(exception.provenance());
    Some(Draft::of(Code::ExceptionAlone, place, message))
}

/// `noindex` on what no search for pages shows.
fn of_resource(read: &PageReading<'_>, signals: &[&Signal]) -> Option<Draft<PageVariant>> {
    let media = read.page.media_type()?;
    let (kind, rest) = media.split_once('/')?;
    let is_code = |rest: &str| rest.starts_with("javascript");
    let is_resource = match kind {
        "image" | "font" => true,
        "text" => rest.starts_with("css") || is_code(rest),
        kind => kind == "application" && is_code(rest),
    };
    let noindex = signals.iter().find(|signal| closes_index(signal))?;
    if !is_resource {
        return None;
    }
    let message = format!(
        "`{}` on {} keeps it out of a search for images at most",
        said(noindex),
        shown(&media)
    );
    let place = read.place(noindex.provenance());
    Some(Draft::of(Code::ResourceNoindex, place, message))
}

/// The restrictions that any client hears.
pub(super) fn heard_by_all(read: &PageReading<'_>) -> Vec<Directive> {
    let target = read.page.target();
    let verdict = read.policy.verdict(&Client::anonymous(), target, read.now);
    let set: &DirectiveSet = verdict.directives();
    let all = Directive::ALL.iter().copied();
    all.filter(|directive| set.contains(*directive)).collect()
}

/// Directives about services that have ended.
const ENDED: [Directive; 4] = [
    Directive::NoOdp,
    Directive::NoYDir,
    Directive::NoYaCa,
    Directive::NoSitelinksSearchBox,
];

/// Names of crawlers that have ended.
const OLD: [&str; 4] = ["msnbot", "slurp", "teoma", "scooter"];

/// The days before a deadline in which it is near.
const NEAR_DAYS: i64 = 14;

/// The statements of one response that are compared with each other.
const MOST: usize = 128;
const MOST_OF_A_KIND: usize = 8;
