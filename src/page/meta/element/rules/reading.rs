//! The reading of one `meta` by the rules: its name selects the scope, its `content` goes to the
//! grammar of directive lists, and its faults become diagnostics.
//!
//! The order decides which diagnostic is given. The name comes first; `http-equiv` is read only if
//! the name gave nothing; `property` is reported only where there is no name. A fault of the name
//! (white space, a near miss) is reported only if the meta gave a statement.

use crate::ai::preference::{Label, reservations};
use crate::diagnostic::{Diagnostic, DiagnosticCode, FIELD_NAMES, Parsed};
use crate::directive_list::{self, Carrier, Collector, Item, Sink};
use crate::page::meta::element::prefilter::is_meta_name;
use crate::page::meta::element::rules::{MetaRules, own_meaning, restricts};
use crate::page::meta::element::use_meta::UseMeta;
use crate::page::meta::element::values::{HTML_SPACE, MetaElement, MetaPlace};
use crate::provenance::Span;
use crate::signal::{Signal, Statement};
use crate::token::Scope;

/// An element that is being read.
pub(super) struct MetaReading<'r, P> {
    pub(super) rules: &'r MetaRules,
    pub(super) element: &'r MetaElement<'r>,
    pub(super) place: &'r P,
    /// The output, or a substitute whose content is dropped if the placement does not count.
    pub(super) into: &'r mut Parsed<Vec<Signal>>,
}

impl<P: MetaPlace> MetaReading<'_, P> {
    /// Adds the statements of the element, or the diagnostics about it.
    pub(super) fn values(&mut self) {
        let before = (self.into.value.len(), self.into.diagnostics.len());
        if own_meaning::of(self.element) {
            return;
        }
        self.by_name();
        if (self.into.value.len(), self.into.diagnostics.len()) == before {
            self.by_http_equiv();
        }
        let property = self.element.property.as_deref().unwrap_or_default();
        if self.element.name.is_none() && is_meta_name(property.as_bytes()) {
            self.report(DiagnosticCode::PropertyForName);
        }
    }

    /// Reads the element by its name, if the name is one of those that count or nearly so.
    fn by_name(&mut self) {
        let name = self.element.name.as_deref().unwrap_or_default();
        let trimmed = name.trim_matches(HTML_SPACE);
        let before = self.into.value.len();
        if let Some(about) = UseMeta::of(trimmed.as_bytes()) {
            return self.about_use(about, name, trimmed);
        }
        match (self.rules.scope(trimmed), self.element.content.as_deref()) {
            (Some((scope, true)), Some(content)) => {
                self.statements(content, Carrier::Content, &scope);
            }
            (Some((_, true)), None) => self.report(DiagnosticCode::MissingContent),
            (Some((scope, false)), Some(content)) => self.restrictions(content, &scope),
            (None, _) => {
                if let Some(slip) = self.rules.slip(trimmed, self.element) {
                    self.report(slip);
                }
            }
            (Some((_, false)), None) => {}
        }
        if self.into.value.len() > before {
            self.judge_name(name, trimmed);
            if self.element.has_stray {
                self.report(DiagnosticCode::DirectiveBesideContent);
            }
        }
    }

    /// Reads a meta about AI use. Its values are those of the field.
    fn about_use(&mut self, about: UseMeta, name: &str, trimmed: &str) {
        let Some(content) = self.element.content.as_deref() else {
            return self.report(DiagnosticCode::MissingContent);
        };
        let whole = Span::new(0, content.len()).trimmed_in(content);
        let mut collector = Collector::new(content, |span| self.place.word(span), self.into);
        match about {
            UseMeta::TdmReservation => {
                for (span, answer) in reservations(content) {
                    match answer {
                        Some(answer) => {
                            let statement = Statement::Preference(Label::TdmMine, answer);
                            collector.statement(for_all(statement, span));
                        }
                        None => collector.diagnostic(DiagnosticCode::TdmUnset, span),
                    }
                }
            }
            UseMeta::TdmPolicy if whole.is_empty() => {
                collector.diagnostic(DiagnosticCode::TdmUnset, whole);
            }
            UseMeta::TdmPolicy => {
                let policy = Statement::TdmPolicy(whole.text_in(content).into());
                collector.statement(for_all(policy, whole));
            }
            UseMeta::Field => return self.report(DiagnosticCode::UseNotCounted),
        }
        if trimmed.len() != name.len() {
            self.report(DiagnosticCode::MetaNameTrimmed);
        }
    }

    /// Reports the faults in the name of an element that was kept.
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

    /// Reads the element as a field, if its keyword is the name of one. The list of a field may
    /// name clients, that of a content may not.
    fn by_http_equiv(&mut self) {
        let keyword = self.element.http_equiv.as_deref().unwrap_or_default();
        let keyword = keyword.trim_matches(HTML_SPACE);
        let is_field = FIELD_NAMES.iter().any(|f| f.eq_ignore_ascii_case(keyword));
        match (self.element.content.as_deref(), self.rules.http_equiv) {
            // A meta that imitates a field is read like one.
            (Some(content), true) if is_field => {
                self.statements(content, Carrier::Field, &Scope::Global);
            }
            _ if UseMeta::of(keyword.as_bytes()).is_some() => {
                self.report(DiagnosticCode::UseNotCounted);
            }
            (_, false) if is_field => self.report(DiagnosticCode::HttpEquivNotCounted),
            _ if is_meta_name(keyword.as_bytes()) => {
                self.report(DiagnosticCode::HttpEquivNotCounted);
            }
            _ => {}
        }
    }

    /// Adds all statements of a list, with its diagnostics.
    fn statements(&mut self, content: &str, carrier: Carrier, scope: &Scope) {
        let mut collector = Collector::new(content, |span| self.place.word(span), self.into);
        directive_list::read(content, 0, carrier, scope, &mut collector);
    }

    /// Adds the statements of a list that restricts something, without its diagnostics.
    fn restrictions(&mut self, content: &str, scope: &Scope) {
        if restricts(content, scope) {
            let mut collector = Collector::new(content, |span| self.place.word(span), self.into);
            let mut unreported = |listed: Item<'_>| collector.statement(listed);
            directive_list::read(content, 0, Carrier::Content, scope, &mut unreported);
        }
    }

    /// Adds a diagnostic about the element as a whole.
    fn report(&mut self, code: DiagnosticCode) {
        let diagnostic = Diagnostic::new(code, self.place.element());
        self.into.diagnostics.push(diagnostic);
    }
}

/// A statement for every client.
fn for_all(statement: Statement, span: Span) -> Item<'static> {
    Item {
        scope: &Scope::Global,
        statement,
        span,
        may_begin_line: false,
    }
}
