//! Which metas count, and what their content says.

use crate::diagnostic::{Diagnostic, DiagnosticCode, FIELD_NAMES, Parsed};
use crate::directive_list::{self, Carrier, Collector, Item, Sink, Unreported};
use crate::meta::element::prefilter::{is_doubtful, is_meta_name, may_be_field, may_restrict};
use crate::meta::element::values::{InContent, MetaElement, Place, RawValues};
use crate::provenance::{Placement, Span};
use crate::signal::Signal;
use crate::token::{Accessor, ProductToken, Scope};

/// Which metas count.
///
/// By default a `meta` in the head, or in a `noscript`, counts when its name is `robots`, or a product token whose
/// content holds a restriction. A `meta` in a `template` never counts: it is not part of the document.
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
    tokens: Vec<ProductToken>,
}

impl MetaRules {
    /// The default rules.
    pub fn new() -> MetaRules {
        MetaRules {
            placements: Placements::of([Placement::Head, Placement::Noscript]),
            http_equiv: false,
            tokens: Vec::new(),
        }
    }

    /// Sets the placements that count (default: head and noscript). With [`Placement::Body`] a document is read to its
    /// end or limit; [`Placement::Template`] is left out.
    #[must_use]
    pub fn with_placements(mut self, placements: impl IntoIterator<Item = Placement>) -> MetaRules {
        self.placements = Placements::of(placements);
        self
    }

    /// Says whether `<meta http-equiv="X-Robots-Tag">` and `"Robots-Tag"` count, as a list for every client
    /// (default: false). HTML knows no such keyword, so a browser ignores them (HTML §4.2.5.3).
    #[must_use]
    pub fn with_http_equiv(mut self, counts: bool) -> MetaRules {
        self.http_equiv = counts;
        self
    }

    /// Adds a name of the client that asks: a `meta` of this name is kept whatever it says, with all diagnostics.
    #[must_use]
    pub fn with_token(mut self, token: ProductToken) -> MetaRules {
        self.tokens.push(token);
        self
    }

    /// Adds the names that page-level statements address these askers by ([`Accessor::page_tokens`]), as
    /// [`MetaRules::with_token`] does with each. Without them a misspelt `meta` of their name leaves no diagnostic.
    #[must_use]
    pub fn with_accessors(mut self, accessors: &[Accessor]) -> MetaRules {
        let tokens = accessors.iter().flat_map(Accessor::page_tokens).cloned();
        self.tokens.extend(tokens);
        self
    }

    /// Whether a `meta` in this placement counts.
    pub fn counts(&self, placement: Placement) -> bool {
        placement != Placement::Template && self.placements.has(placement)
    }

    /// Whether a `meta` with these raw values may say anything, or leave a diagnostic. It is quick, and where it is in
    /// doubt it says yes; [`MetaRules::read`] knows.
    pub(crate) fn may_matter(&self, raw: &RawValues<'_>) -> bool {
        let content = raw.content.unwrap_or_default();
        let by_name = |name: &[u8]| self.may_matter_by_name(name.trim_ascii(), content);
        raw.name.is_some_and(by_name)
            || raw.http_equiv.is_some_and(may_be_field)
            || raw.property.is_some_and(is_meta_name)
    }

    fn may_matter_by_name(&self, name: &[u8], content: &[u8]) -> bool {
        if ProductToken::prefix_len(name) < name.len() {
            return name == b"*" || name.iter().any(|b| is_doubtful(*b));
        }
        let is_it = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
        is_it("robots") || self.tokens.iter().any(|t| is_it(t.as_str())) || may_restrict(content)
    }

    pub(crate) fn signals(&self, elements: &[MetaElement<'_>]) -> Parsed<Vec<Signal>> {
        let mut parsed = Parsed::default();
        for (index, element) in elements.iter().enumerate() {
            let place = InContent { element, index };
            self.read(element, &place, &mut parsed);
        }
        parsed
    }

    /// Adds what an element says; `place` knows where it says it.
    pub(crate) fn read<P: Place>(
        &self,
        element: &MetaElement<'_>,
        place: &P,
        into: &mut Parsed<Vec<Signal>>,
    ) {
        let counts = self.counts(element.placement);
        let mut uncounted = Parsed::default();
        let mut reading = Reading {
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

    /// How much of a meta of this name is kept, and who is addressed.
    fn keep(&self, name: &str) -> Option<Keep> {
        if name.eq_ignore_ascii_case("robots") {
            return Some(Keep::Everything(Scope::Global));
        }
        let scope = Scope::Token(ProductToken::read(name)?);
        Some(if self.asks(name) {
            Keep::Everything(scope)
        } else {
            Keep::IfRestrictive(scope)
        })
    }

    fn asks(&self, name: &str) -> bool {
        self.tokens
            .iter()
            .any(|t| t.as_str().eq_ignore_ascii_case(name))
    }

    /// Whether only typographic quotes keep a meta of this name from counting.
    fn is_quoted(&self, name: &str, element: &MetaElement<'_>) -> bool {
        let bare = name.trim_matches(TYPOGRAPHIC_QUOTES);
        let content = element.content.as_deref().unwrap_or_default();
        bare.len() != name.len()
            && match self.keep(bare) {
                Some(Keep::Everything(_)) => true,
                Some(Keep::IfRestrictive(scope)) => restricts(content, &scope),
                None => false,
            }
    }
}

impl Default for MetaRules {
    fn default() -> MetaRules {
        MetaRules::new()
    }
}

/// A set of placements.
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

/// An element that is being read.
struct Reading<'r, P> {
    rules: &'r MetaRules,
    element: &'r MetaElement<'r>,
    place: &'r P,
    into: &'r mut Parsed<Vec<Signal>>,
}

impl<P: Place> Reading<'_, P> {
    /// Adds what the element says if it counts.
    fn values(&mut self) {
        let before = (self.into.value.len(), self.into.diagnostics.len());
        self.by_name();
        if (self.into.value.len(), self.into.diagnostics.len()) == before {
            self.by_http_equiv();
        }
        let property = self.element.property.as_deref().unwrap_or_default();
        if self.element.name.is_none() && is_meta_name(property.as_bytes()) {
            self.report(DiagnosticCode::PropertyForName);
        }
    }

    fn by_name(&mut self) {
        let name = self.element.name.as_deref().unwrap_or_default();
        let trimmed = name.trim_matches(HTML_SPACE);
        let before = self.into.value.len();
        match (self.rules.keep(trimmed), self.element.content.as_deref()) {
            (Some(Keep::Everything(scope)), Some(content)) => {
                self.statements(content, Carrier::Content, &scope);
            }
            (Some(Keep::Everything(_)), None) => self.report(DiagnosticCode::MissingContent),
            (Some(Keep::IfRestrictive(scope)), Some(content)) => {
                self.restrictions(content, &scope);
            }
            (None, _) if trimmed == "*" => self.report(DiagnosticCode::MetaNameStar),
            (None, _) if self.rules.is_quoted(trimmed, self.element) => {
                self.report(DiagnosticCode::MetaNameQuoted);
            }
            _ => {}
        }
        if self.into.value.len() > before {
            self.judge_name(name, trimmed);
        }
    }

    /// Reports what is wrong with the name of an element that was kept.
    fn judge_name(&mut self, name: &str, trimmed: &str) {
        if trimmed.len() != name.len() {
            self.report(DiagnosticCode::MetaNameTrimmed);
        }
        if self.rules.asks(trimmed) {
            return;
        }
        if DiagnosticCode::NearMetaName.is_near(trimmed) {
            self.report(DiagnosticCode::NearMetaName);
        }
        if trimmed.eq_ignore_ascii_case("google") {
            self.report(DiagnosticCode::MetaNameGoogle);
        }
    }

    fn by_http_equiv(&mut self) {
        let keyword = self.element.http_equiv.as_deref().unwrap_or_default();
        let keyword = keyword.trim_matches(HTML_SPACE);
        let is_field = FIELD_NAMES.iter().any(|f| f.eq_ignore_ascii_case(keyword));
        match (self.element.content.as_deref(), self.rules.http_equiv) {
            // A meta that imitates a field is read like one.
            (Some(content), true) if is_field => {
                self.statements(content, Carrier::Field, &Scope::Global);
            }
            (_, false) if is_field => self.report(DiagnosticCode::HttpEquivNotCounted),
            _ => {}
        }
    }

    fn statements(&mut self, content: &str, carrier: Carrier, scope: &Scope) {
        let mut collector = Collector::new(content, |span| self.place.word(span), self.into);
        directive_list::read(content, 0, carrier, scope, &mut collector);
    }

    /// Adds the statements of a list that restricts something, without its diagnostics.
    fn restrictions(&mut self, content: &str, scope: &Scope) {
        if restricts(content, scope) {
            let mut collector = Collector::new(content, |span| self.place.word(span), self.into);
            let unreported = &mut Unreported(&mut collector);
            directive_list::read(content, 0, Carrier::Content, scope, unreported);
        }
    }

    fn report(&mut self, code: DiagnosticCode) {
        let diagnostic = Diagnostic::new(code, self.place.element());
        self.into.diagnostics.push(diagnostic);
    }
}

/// How much of a meta is kept.
enum Keep {
    /// All statements and all diagnostics.
    Everything(Scope),
    /// Nothing, unless it restricts: a name alone does not distinguish a crawler from `description`.
    IfRestrictive(Scope),
}

/// Reads metas that somebody else's parser found, as (name, content, placement).
///
/// Spans count in the `content` value, and [`Provenance::line`](crate::Provenance::line) is the 0-based index of the meta among `metas`. The name `robots` addresses every client, another product token that crawler; see
/// [`MetaRules`] for which count.
pub fn signals_from_metas<'a>(
    metas: impl IntoIterator<Item = (&'a str, &'a str, Placement)>,
    rules: &MetaRules,
) -> Parsed<Vec<Signal>> {
    let elements: Vec<MetaElement<'_>> = metas
        .into_iter()
        .map(|(name, content, placement)| MetaElement {
            name: Some(name.into()),
            property: None,
            http_equiv: None,
            content: Some(content.into()),
            placement,
        })
        .collect();
    rules.signals(&elements)
}

/// Whether a list restricts anything.
pub(super) fn restricts(content: &str, scope: &Scope) -> bool {
    let mut found = Restricts(false);
    directive_list::read(content, 0, Carrier::Content, scope, &mut found);
    found.0
}

struct Restricts(bool);

impl Sink for Restricts {
    fn statement(&mut self, listed: Item<'_>) {
        self.0 |= listed.statement.restricts();
    }

    fn diagnostic(&mut self, _: DiagnosticCode, _: Span) {}
}

/// ASCII white space of HTML: without the vertical tab.
const HTML_SPACE: &[char] = &['\t', '\n', '\x0C', '\r', ' '];

/// What word processors make of the quotes around an attribute.
const TYPOGRAPHIC_QUOTES: &[char] = &[
    '\u{201C}', '\u{201D}', '\u{201E}', '\u{201F}', '\u{2018}', '\u{2019}', '\u{201A}', '\u{201B}',
    '\u{2033}', '\u{2032}', '\u{00AB}', '\u{00BB}', '\u{FF02}', '\u{00B4}', '`',
];
