//! Elements and lists into the model, and the diagnostics about them.

use std::ops::Range;
use std::sync::Arc;

use crate::ai::preference::{Label, Terms, Vocabulary};
use crate::ai::rsl::document::Fault;
use crate::ai::rsl::document::elements::{Attributes, RslElement};
use crate::ai::rsl::list::{List, ListKind};
use crate::ai::rsl::scope::UrlScope;
use crate::ai::rsl::source::Decoded;
use crate::ai::rsl::{Content, License, PermitList, Rsl, conflict, each_included};
use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::order;
use crate::provenance::{Provenance, Span};

/// The model so far.
pub(super) struct Builder<'d> {
    source: &'d Decoded<'d>,
    rsl: Rsl,
    /// Whether the payment that is being read has a type.
    is_typed: bool,
    /// The kinds of lists that the licence has.
    lists: Vec<(bool, ListKind)>,
    /// The list that is being read.
    list: Option<List>,
    diagnostics: Vec<Diagnostic>,
}

impl<'d> Builder<'d> {
    pub(super) fn new(source: &'d Decoded<'d>) -> Builder<'d> {
        Builder {
            source,
            rsl: Rsl::default(),
            is_typed: false,
            lists: Vec::new(),
            list: None,
            diagnostics: Vec::new(),
        }
    }

    /// The document, which ended where it should.
    pub(super) fn finish(mut self) -> Parsed<Rsl> {
        self.rsl.is_conforming = true;
        for at in conflict::found(&self.rsl) {
            self.report(DiagnosticCode::RslConflict, at);
        }
        let by_place = |diagnostic: &Diagnostic| diagnostic.provenance().span().start;
        order::sort_by_key(&mut self.diagnostics, by_place);
        Parsed {
            value: self.rsl,
            diagnostics: self.diagnostics,
        }
    }

    /// Reads a start tag.
    pub(super) fn open(
        &mut self,
        element: RslElement,
        attributes: &Attributes<'_>,
        tag: Range<usize>,
    ) -> Result<(), Fault> {
        match element {
            RslElement::Rsl => {
                let days = attributes.max_age.as_deref();
                let days = days.map(str::parse).transpose();
                let not_conforming = (DiagnosticCode::RslNotConforming, tag.into());
                self.rsl.max_age = days.map_err(|_| not_conforming)?;
            }
            RslElement::Content if self.rsl.contents.len() >= MOST_CONTENTS => {
                return Err((DiagnosticCode::RslTruncated, tag.into()));
            }
            RslElement::Content => self.content(attributes, tag),
            RslElement::License => self.license(tag),
            RslElement::Permits | RslElement::Prohibits => {
                self.says_something();
                self.start_list(element == RslElement::Permits, attributes, tag);
            }
            RslElement::Payment => {
                self.says_something();
                self.payment(attributes);
            }
            RslElement::Price if !self.is_typed => {
                // A price without a type of payment is not free.
                self.is_typed = true;
                self.terms(|terms| push_new(&mut terms.payment, attributes.name));
            }
            RslElement::Reporting => {
                self.says_something();
                let stated = attributes.profile.as_ref().or(attributes.kind.as_ref());
                let profile = stated.map_or(attributes.name, |stated| stated);
                self.terms(|terms| push_new(&mut terms.reporting, profile));
            }
            RslElement::Price | RslElement::Note => {}
        }
        Ok(())
    }

    fn content(&mut self, attributes: &Attributes<'_>, tag: Range<usize>) {
        let scope = UrlScope::new(attributes.url.as_deref());
        if scope.is_unclear() {
            let at = self.source.cut(tag.into());
            self.report(DiagnosticCode::RslUnclearUrl, at);
        }
        let server = attributes.server.clone();
        self.contents().push(Content {
            scope,
            server: server.filter(|server| !server.is_empty()),
            licenses: Vec::new(),
        });
    }

    fn license(&mut self, tag: Range<usize>) {
        self.lists.clear();
        // Prices are only read inside a payment.
        self.is_typed = true;
        let license = License {
            tag: self.source.cut(tag.into()),
            permits: Vec::new(),
            prohibits: Vec::new(),
            doubtful: Vec::new(),
            terms: Terms::default(),
            is_empty: true,
        };
        if let Some(content) = self.contents().last_mut() {
            content.licenses.push(license);
        }
    }

    fn says_something(&mut self) {
        if let Some(license) = self.current() {
            license.is_empty = false;
        }
    }

    fn payment(&mut self, attributes: &Attributes<'_>) {
        let kinds = attributes.kind.as_deref().unwrap_or_default();
        let kinds = kinds.split([' ', '\t', '\r', '\n', ',']);
        let kinds = kinds.filter(|kind| !kind.is_empty());
        self.is_typed = kinds.clone().next().is_some();
        for kind in kinds.filter(|kind| *kind != FREE) {
            self.terms(|terms| push_new(&mut terms.payment, kind));
        }
    }

    fn start_list(&mut self, is_permitting: bool, attributes: &Attributes<'_>, tag: Range<usize>) {
        let kind = match attributes.kind.as_deref() {
            Some("usage") => ListKind::Usage,
            // A prohibition counts all the same; a permission without a type grants nothing (RSL 1.0 §3.1.1).
            None if !is_permitting => ListKind::Usage,
            Some("user") => ListKind::User,
            Some("geo") => ListKind::Geo,
            None | Some(_) => ListKind::Unknown,
        };
        let at = || self.source.cut(tag.clone().into());
        if attributes.kind.is_none() || kind == ListKind::Unknown {
            let at = at();
            self.report(DiagnosticCode::RslUnknownType, at);
        } else if self.lists.contains(&(is_permitting, kind)) {
            let at = at();
            self.report(DiagnosticCode::RslRepeatedList, at);
        } else {
            self.lists.push((is_permitting, kind));
        }
        self.list = Some(List::new(is_permitting, kind, tag.start));
    }

    /// Adds text to the list.
    pub(super) fn copy(&mut self, text: &str, at: Range<usize>) {
        if let Some(list) = &mut self.list {
            list.copy(text, at);
        }
    }

    /// Adds the character of a reference to the list.
    pub(super) fn refer(&mut self, character: char, at: Range<usize>) {
        if let Some(list) = &mut self.list {
            list.refer(character, at);
        }
    }

    /// Reads the list, whose end tag ends at `end`.
    pub(super) fn end_list(&mut self, end: usize) -> Result<(), Fault> {
        let Some(list) = self.list.take() else {
            return Ok(());
        };
        if let Some(span) = list.comma() {
            self.report(DiagnosticCode::RslCommaList, self.source.cut(span));
        }
        let at = Span::new(list.start, end);
        match list.kind {
            ListKind::Usage => self.usage(&list, at),
            ListKind::User | ListKind::Geo => return self.audience(&list),
            ListKind::Unknown => {
                let (at, named) = (self.source.cut(at), Vec::new());
                if let Some(license) = self.current() {
                    license.permits.push(PermitList { at, named });
                }
            }
        }
        Ok(())
    }

    /// Reads a list of uses.
    fn usage(&mut self, list: &List, at: Span) {
        let mut named: Vec<(Label, Provenance)> = Vec::new();
        let mut doubtful = Vec::new();
        for (name, span) in list.names() {
            let rsl = Label::of(Vocabulary::Rsl, name);
            // Names are exact; a prohibition in another case is visible all the same.
            let rsl = rsl.filter(|label| !list.is_permitting || label.name() == name);
            let aipref = || Some(Label::AiprefTrainAi).filter(|label| label.name() == name);
            let Some(label) = rsl.or_else(aipref) else {
                if !name.contains(':') {
                    each_included(Label::RslAiAll, &mut |label| add_new(&mut doubtful, label));
                }
                self.report_at(DiagnosticCode::RslUnknownUsage, span);
                continue;
            };
            if label == Label::AiprefTrainAi {
                add_new(&mut doubtful, Label::RslAiTrain);
                self.report_at(DiagnosticCode::RslAiprefLabel, span);
            }
            each_included(label, &mut |label| {
                if !named.iter().any(|(known, _)| *known == label) {
                    named.push((label, self.source.cut(span)));
                }
            });
        }
        let at = self.source.cut(at);
        let Some(license) = self.current() else {
            return;
        };
        if list.is_permitting {
            license.permits.push(PermitList { at, named });
            return;
        }
        for label in doubtful {
            add_new(&mut license.doubtful, label);
        }
        for (label, at) in named {
            if !license.prohibits.iter().any(|(known, _)| *known == label) {
                license.prohibits.push((label, at));
            }
        }
    }

    /// Reads a list of users or countries. A name that is prohibited has a `!` before it.
    fn audience(&mut self, list: &List) -> Result<(), Fault> {
        for (name, span) in list.names() {
            let mark = if list.is_permitting { "" } else { "!" };
            let name = format!("{mark}{name}");
            let mut count = 0;
            self.terms(|terms| {
                let names = match list.kind {
                    ListKind::Geo => &mut terms.geo,
                    _ => &mut terms.user,
                };
                names.push(name);
                count = names.len();
            });
            if count > MOST_NAMES {
                return Err((DiagnosticCode::RslTruncated, span));
            }
        }
        Ok(())
    }

    /// The licence that is being read.
    fn current(&mut self) -> Option<&mut License> {
        self.contents().last_mut()?.licenses.last_mut()
    }

    /// The contents. While the document is read, no one shares them.
    fn contents(&mut self) -> &mut Vec<Content> {
        Arc::make_mut(&mut self.rsl.contents)
    }

    fn terms(&mut self, change: impl FnOnce(&mut Terms)) {
        if let Some(license) = self.current() {
            change(&mut license.terms);
        }
    }

    fn report_at(&mut self, code: DiagnosticCode, span: Span) {
        if self.diagnostics.len() <= MOST_DIAGNOSTICS {
            self.report(code, self.source.cut(span));
        }
    }

    /// Adds a diagnostic; the first beyond the limit becomes `diagnostics-omitted`, and the rest are left out.
    fn report(&mut self, code: DiagnosticCode, at: Provenance) {
        match self.diagnostics.len() {
            len if len < MOST_DIAGNOSTICS => self.diagnostics.push(Diagnostic::new(code, at)),
            MOST_DIAGNOSTICS => {
                let code = DiagnosticCode::DiagnosticsOmitted;
                self.diagnostics.push(Diagnostic::new(code, at));
            }
            _ => {}
        }
    }
}

/// Adds a text that the list does not have, as far as there is room.
fn push_new(list: &mut Vec<String>, text: &str) {
    if list.len() < MOST_TERMS && !list.iter().any(|known| known == text) {
        list.push(text.to_owned());
    }
}

/// Adds a label that the list does not have.
fn add_new(list: &mut Vec<Label>, label: Label) {
    if !list.contains(&label) {
        list.push(label);
    }
}

/// The type of payment that is not a condition.
const FREE: &str = "free";

/// The most contents of a document.
const MOST_CONTENTS: usize = 1024;

/// The most names in a list of users or countries; there are 249 countries in ISO 3166-1.
const MOST_NAMES: usize = 256;

/// The most types of payment and the most reports that are kept. One is enough for a condition.
const MOST_TERMS: usize = 16;

/// The most diagnostics of a document.
const MOST_DIAGNOSTICS: usize = 256;
