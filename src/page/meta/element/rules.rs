//! Which metas count, and how much of each is kept.

pub(crate) mod own_meaning;
mod reading;

use std::ops::RangeFrom;

use self::reading::MetaReading;
use crate::diagnostic::{Diagnostic, DiagnosticCode, META_NAME, Parsed};
use crate::directive_list::{self, Carrier, Item};
use crate::near_miss::look_alike;
use crate::page::meta::element::place::FoundMeta;
use crate::page::meta::element::prefilter::{NameBytes, is_meta_name, may_be_field, may_restrict};
use crate::page::meta::element::use_meta::UseMeta;
use crate::page::meta::element::values::{
    InContent, MetaElement, MetaPlace, PageElement, RawValues,
};
use crate::provenance::{Placement, Provenance, Source, Span};
use crate::signal::{self, Metas, Signal};
use crate::token::{Client, ProductToken, Scope, crawlers};

/// Which metas count.
///
/// By default a `meta` in the head, or in a `noscript`, counts when its name is `robots`, or a
/// product token whose content holds a restriction. A `meta` in a `template` never counts: it is
/// not part of the document.
///
/// | `meta` | by default |
/// |---|---|
/// | `name=robots` | kept: all statements, for every client, with all diagnostics |
/// | `name=examplebot content=noindex` | kept: all statements, for that crawler |
/// | `name=examplebot content=index` | ignored, unless the token was added ([`MetaRules::with_token`]) |
/// | `name=description content="There is no index"` | ignored: it restricts nothing |
/// | `name=robots` without `content` | a diagnostic |
/// | `name=google-site-verification`, `name=google content=notranslate` | ignored: they have a meaning of their own |
/// | `name=tdm-reservation`, `name=tdm-policy` | kept: a preference about AI use, for every client |
/// | `name=content-usage`, `name=content-signal` | a diagnostic: they are fields and lines of robots.txt |
/// | `name=*`, `name="“robots”"`, `name="robots,"`, `property=robots`, `http-equiv=robots` | a diagnostic |
/// | `http-equiv=X-Robots-Tag` | a diagnostic, unless it counts ([`MetaRules::with_http_equiv`]) |
/// | any of them in the body | a diagnostic if the body is read, unless it counts ([`MetaRules::with_placements`]) |
///
/// Names are compared without regard to case. White space around them is trimmed with a diagnostic,
/// because other readers do not trim it (HTML §4.2.5.1).
///
/// # Examples
///
/// ```
/// use robots_policy::Directive;
/// use robots_policy::meta::{MetaRules, Placement, signals_from_metas};
///
/// let body = [("robots", "noindex", Placement::Body)];
/// assert!(signals_from_metas(body, &MetaRules::new()).value.is_empty());
///
/// let rules = MetaRules::new().with_placements([Placement::Head, Placement::Body]);
/// let signals = signals_from_metas(body, &rules).value;
/// assert_eq!(signals[0].directive().map(|(directive, _)| directive), Some(Directive::NoIndex));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaRules {
    placements: Placements,
    http_equiv: bool,
    /// The names of the clients that ask.
    tokens: Vec<ProductToken>,
}

impl MetaRules {
    /// The default rules: head and noscript, no `http-equiv`, no token.
    pub fn new() -> MetaRules {
        MetaRules {
            placements: Placements::of([Placement::Head, Placement::Noscript]),
            http_equiv: false,
            tokens: Vec::new(),
        }
    }

    /// Sets the placements that count (default: head and noscript). With [`Placement::Body`] a
    /// document is read to its end or limit, by a slower reader. [`Placement::Template`] is left
    /// out.
    #[must_use]
    pub fn with_placements(mut self, placements: impl IntoIterator<Item = Placement>) -> MetaRules {
        self.placements = Placements::of(placements);
        self
    }

    /// Sets whether `<meta http-equiv="X-Robots-Tag">` and `"Robots-Tag"` count, as a list for
    /// every client (default: false). HTML knows no such keyword, so a browser ignores them (HTML
    /// §4.2.5.3).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::meta::MetaRules;
    /// use robots_policy::{DiagnosticCode, MetaExtractor};
    ///
    /// let page = b"<meta http-equiv=X-Robots-Tag content=noindex><p>";
    /// let read = |rules: MetaRules| {
    ///     let mut metas = MetaExtractor::new().with_rules(rules);
    ///     let _ = metas.feed(page);
    ///     metas.finish()
    /// };
    /// let by_default = read(MetaRules::new());
    /// assert!(by_default.value.is_empty());
    /// assert_eq!(by_default.diagnostics[0].code(), DiagnosticCode::HttpEquivNotCounted);
    /// assert_eq!(read(MetaRules::new().with_http_equiv(true)).value.len(), 1);
    /// ```
    #[must_use]
    pub fn with_http_equiv(mut self, counts: bool) -> MetaRules {
        self.http_equiv = counts;
        self
    }

    /// Adds a name of the client that asks: a `meta` of this name is kept whatever it states, with
    /// all diagnostics.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ProductToken;
    /// use robots_policy::meta::{MetaRules, Placement, signals_from_metas};
    ///
    /// let metas = [("examplebot", "index", Placement::Head)];
    /// assert!(signals_from_metas(metas, &MetaRules::new()).value.is_empty());
    ///
    /// let rules = MetaRules::new().with_token(ProductToken::new("ExampleBot")?);
    /// assert_eq!(signals_from_metas(metas, &rules).value.len(), 1);
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn with_token(mut self, token: ProductToken) -> MetaRules {
        self.tokens.push(token);
        self
    }

    /// Adds the names that page-level statements address these clients by
    /// ([`Client::page_tokens`]), as [`MetaRules::with_token`] does with each. Without them a
    /// misspelt `meta` of their name leaves no diagnostic. Duplicates do no harm.
    #[must_use]
    pub fn with_clients(mut self, clients: &[Client]) -> MetaRules {
        let tokens = clients.iter().flat_map(Client::page_tokens).cloned();
        self.tokens.extend(tokens);
        self
    }

    /// Whether a `meta` in this placement counts; false for [`Placement::Template`] whatever was
    /// set.
    pub fn counts(&self, placement: Placement) -> bool {
        placement != Placement::Template && self.placements.has(placement)
    }

    /// Whether a `meta` with these raw values may state anything, or leave a diagnostic. It is
    /// quick, and where it is in doubt it says yes; [`MetaRules::read`] decides. See `prefilter`.
    pub(crate) fn may_matter(&self, raw: &RawValues<'_>) -> bool {
        let content = raw.content.unwrap_or_default();
        let by_name = |name: &[u8]| self.may_matter_by_name(name.trim_ascii(), content);
        raw.name.is_some_and(by_name)
            || raw.http_equiv.is_some_and(may_be_field)
            || raw.property.is_some_and(is_meta_name)
            || raw.names.is_some_and(is_meta_name)
    }

    /// The answer for a raw name without white space around it. A name that is not a product token
    /// can only be a `*`, become one when it is decoded, or be a mistake.
    #[inline]
    fn may_matter_by_name(&self, name: &[u8], content: &[u8]) -> bool {
        let bytes = NameBytes::of(name);
        if !bytes.are_of_token() {
            return bytes.are_amiss() || name == b"*";
        }
        let is_it = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
        is_it("robots")
            || UseMeta::of(name).is_some()
            || self.tokens.iter().any(|t| is_it(t.as_str()))
            || may_restrict(content)
    }

    /// The signals of elements of which only the values are known. Metas, links and scripts are each numbered by themselves, from 1 on.
    pub(crate) fn signals(&self, elements: &[PageElement<'_>]) -> Parsed<Vec<Signal>> {
        let next = |numbers: &mut RangeFrom<usize>| numbers.next().unwrap_or_default();
        let mut parsed = Parsed::begun();
        let (mut metas, mut links, mut scripts) = (1.., 1.., 1..);
        for element in elements {
            match element {
                PageElement::Meta(element) => {
                    let number = next(&mut metas);
                    self.read(element, &InContent { element, number }, &mut parsed);
                }
                PageElement::Link(link) => {
                    self.read_link_values(link, next(&mut links), &mut parsed);
                }
                PageElement::Script(placement, text) => {
                    let span = Span::new(0, text.len());
                    let place = Provenance::new(Source::Rsl, Some(next(&mut scripts)), span, text);
                    self.read_script(*placement, &place, place.clone(), &mut parsed);
                }
            }
        }
        signal::report_tdm_conflict(&mut parsed, Source::Meta(Placement::Head));
        parsed
    }

    /// Adds the statements and diagnostics of an element; `place` knows its bytes. Of an element
    /// whose placement does not count, one diagnostic is left if it has statements.
    pub(crate) fn read<P: MetaPlace>(
        &self,
        element: &MetaElement<'_>,
        place: &P,
        into: &mut Parsed<Vec<Signal>>,
    ) {
        let counts = self.counts(element.placement);
        let mut uncounted = Parsed::begun();
        let mut reading = MetaReading {
            rules: self,
            element,
            place,
            into: if counts { into } else { &mut uncounted },
        };
        reading.values();
        if !uncounted.value.is_empty() {
            into.diagnostics
                .push(Diagnostic::new(DiagnosticCode::NotCounted, place.element()));
        }
    }

    /// Adds what a meta of the document states. If that depends on a reference whose name this build does not have, the document is
    /// unread beyond it.
    pub(crate) fn read_found(&self, meta: &FoundMeta<'_>, into: &mut Parsed<Vec<Signal>>) {
        let before = (into.value.len(), into.diagnostics.len());
        self.read(&meta.element, meta, into);
        let matters = (into.value.len(), into.diagnostics.len()) != before;
        if self.counts(meta.element.placement) && meta.lacks_name(matters) {
            into.diagnostics.push(Diagnostic::new(
                DiagnosticCode::UnknownReference,
                meta.element(),
            ));
        }
    }

    /// Who is addressed by a meta of this name, and whether all its statements and diagnostics are kept. `None` for a name that is
    /// not a product token.
    ///
    /// Else nothing is kept, unless it restricts: a name alone does not distinguish a crawler from `description`. Of a meta that
    /// restricts all statements are kept, but no diagnostics.
    fn scope(&self, name: &str) -> Option<(Scope, bool)> {
        if name.eq_ignore_ascii_case("robots") {
            return Some((Scope::Global, true));
        }
        let scope = Scope::Token(ProductToken::read(name)?);
        Some((scope, self.asks(name)))
    }

    /// Whether this is the name of a client that asks.
    fn asks(&self, name: &str) -> bool {
        self.tokens
            .iter()
            .any(|t| t.as_str().eq_ignore_ascii_case(name))
    }

    /// The mistake that keeps a meta of this name from counting, although it would count without it.
    fn slip(&self, name: &str, element: &MetaElement<'_>) -> Option<DiagnosticCode> {
        let content = element.content.as_deref().unwrap_or_default();
        if name == "*" {
            return Some(DiagnosticCode::MetaNameStar);
        }
        let bare = name.trim_matches(QUOTES);
        let would_count = |bare: &str| {
            let scope = self.scope(bare);
            scope.is_some_and(|(scope, is_kept)| is_kept || restricts(content, &scope))
        };
        if bare.len() != name.len() && would_count(bare) {
            return Some(DiagnosticCode::MetaNameQuoted);
        }
        // Lists and words of other scripts are mostly other metadata, so only names that are known count.
        let plain = look_alike::plain(name);
        let code = match plain {
            None => DiagnosticCode::MetaNameList,
            Some(_) => DiagnosticCode::LookAlike,
        };
        let plain = plain.as_deref().unwrap_or(name);
        let mut names = plain.split(BETWEEN_NAMES);
        let is_own = |name: &str| name.eq_ignore_ascii_case(META_NAME) || self.asks(name);
        let is_known = |name: &str| crawlers::known(name).is_some();
        let is_slip =
            names.clone().any(is_own) || names.any(is_known) && restricts(content, &Scope::Global);
        is_slip.then_some(code)
    }
}

impl Default for MetaRules {
    fn default() -> MetaRules {
        MetaRules::new()
    }
}

/// A set of placements, one bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placements(u8);

impl Placements {
    fn of(placements: impl IntoIterator<Item = Placement>) -> Placements {
        let bits = placements.into_iter().map(Placements::bit);
        Placements(bits.fold(0, |set, bit| set | bit))
    }

    fn has(self, placement: Placement) -> bool {
        self.0 & Placements::bit(placement) != 0
    }

    fn bit(placement: Placement) -> u8 {
        1 << placement as u8
    }
}

/// Reads metas that another parser found, as (name, content, placement).
///
/// The name `robots` addresses every client, another product token that crawler; see [`MetaRules`]
/// for which count. Names and contents must be decoded, as a DOM has them. Spans count in the
/// `content` value, and [`Provenance::line`](crate::Provenance::line) is the number of the
/// meta among `metas`, from 1 on. Pass all metas, so that the number means something to you.
///
/// **A parser that runs as a browser with scripts finds no meta in a `noscript`:** its content is one text, as the DOM has it, and a
/// crawler without scripts reads it as markup. Ask the parser to run without scripting, and give such metas as
/// [`Placement::Noscript`]; or feed the bytes to a [`MetaExtractor`](crate::MetaExtractor) beside it, as a rewriter that streams
/// can, which knows neither placements nor what characters `&#105;` names.
///
/// # Examples
///
/// ```
/// use robots_policy::meta::{MetaRules, Placement, signals_from_metas};
/// use robots_policy::Span;
///
/// let metas = [
///     ("description", "A page", Placement::Head),
///     ("robots", "noindex, nofollow", Placement::Head),
/// ];
/// let signals = signals_from_metas(metas, &MetaRules::new()).value;
/// let nofollow = signals[1].provenance();
/// assert_eq!((nofollow.line(), nofollow.span()), (Some(2), Span::new(9, 17)));
/// assert_eq!(nofollow.text(), "nofollow");
/// ```
///
/// A rewriter passes its chunks on, and the extractor hears what no selector `meta[name]` does:
///
/// ```
/// use robots_policy::{Client, MetaExtractor, Policy, Timestamp};
///
/// let page = ["<!doctype html><noscript><meta name=robots ", "content='no&#105;ndex'></noscript><body>"];
/// let mut metas = MetaExtractor::new();
/// for chunk in page {
///     // rewriter.write(chunk.as_bytes())?;
///     let _ = metas.feed(chunk.as_bytes());
/// }
/// let policy = Policy::new().with_document(metas.finish());
/// assert_eq!(policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0)).index(), Some(false));
/// ```
pub fn signals_from_metas<'a>(
    metas: impl IntoIterator<Item = (&'a str, &'a str, Placement)>,
    rules: &MetaRules,
) -> Parsed<Metas> {
    let element = |(name, content, placement): (&'a str, &'a str, Placement)| {
        PageElement::Meta(MetaElement {
            name: Some(name.into()),
            property: None,
            http_equiv: None,
            content: Some(content.into()),
            has_stray: false,
            placement,
        })
    };
    let elements: Vec<PageElement<'_>> = metas.into_iter().map(element).collect();
    rules.signals(&elements).map(Metas)
}

/// Whether a list of directives restricts anything, by the full grammar.
pub(super) fn restricts(content: &str, scope: &Scope) -> bool {
    let mut restricts = false;
    let mut look = |listed: Item<'_>| restricts |= listed.statement.restricts();
    directive_list::read(content, 0, Carrier::Content, scope, &mut look);
    restricts
}

/// The characters that stand between names in a list of them.
const BETWEEN_NAMES: &[char] = &[',', ';', ' ', '|'];

/// The characters into which word processors and content systems turn the quotes around an
/// attribute, and the quotes of a text that was escaped. In HTML they are part of the value.
const QUOTES: &[char] = &[
    '\\', '"', '\'', '\u{201C}', '\u{201D}', '\u{201E}', '\u{201F}', '\u{2018}', '\u{2019}',
    '\u{201A}', '\u{201B}', '\u{2033}', '\u{2032}', '\u{00AB}', '\u{00BB}', '\u{FF02}', '\u{00B4}',
    '`',
];
