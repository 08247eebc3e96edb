//! Sinks: the places that statements and diagnostics of a text go to.
//!
//! **What it is.** Readers of grammars do not build results; they report to a [`Sink`], as listeners do. The last sink
//! is always a [`Collector`], which makes signals with provenance. Others before it look or filter: a closure drops
//! diagnostics, the one of `X-Robots-Tag` finds members of the other grammar, one of `Robots-Tag` only counts.
//!
//! **Taking back.** A reader may try a grammar and take the attempt back: [`Collector::mark`], then
//! [`Collector::forget`]. Lists only grow, so that a mark is two lengths and the counters. `reorder` exists because a
//! run of legacy members is read after the member that ended it.
//!
//! **Invariants.** A statement of the table is never dropped. Memory is in proportion to the input: diagnostics and
//! unknown names over their limits are left out, with one diagnostic where that begins, but those about a lost
//! restriction are always kept. Marks are used in the order of a stack; a counter that is not taken back with its list
//! makes the collector leave out too early.
//!
//! **Which test notices.** `tests/counting/diagnostic_bounds.rs` (few diagnostics, lost restrictions however late) and
//! `memory_of_fields_is_in_proportion`; the law `r_121_lenient_finds_all_that_strict_finds` for attempts.

use crate::diagnostic::{Diagnostic, DiagnosticCode, FIELD_NAMES, Parsed, Severity};
use crate::directive::Directive;
use crate::order;
use crate::provenance::{Provenance, Span};
use crate::signal::{Signal, Statement};
use crate::token::Scope;

/// One statement of a text, before it has a provenance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item<'s> {
    /// Borrowed: a sink that drops the statement copies no scope.
    pub(crate) scope: &'s Scope,
    pub(crate) statement: Statement,
    /// The bytes of the statement in the text.
    pub(crate) span: Span,
    /// Whether it comes after the first statement of a prefix: if lines were joined, it may have begun one.
    pub(crate) may_begin_line: bool,
}

/// Takes the statements of a text, and the diagnostics about it; spans count in the text.
pub(crate) trait Sink {
    /// Takes a statement. Statements come in the order of the text.
    fn statement(&mut self, listed: Item<'_>);

    /// Takes a diagnostic, often after the statement that it is about.
    fn diagnostic(&mut self, code: DiagnosticCode, span: Span);

    /// Reads the start of `rest` if it is of another grammar, and gives the length that was read; `None` leaves it to
    /// the list. `rest` begins at `at` of the text, where a statement may begin.
    #[inline]
    fn other_grammar(&mut self, _rest: &str, _at: usize) -> Option<usize> {
        None
    }
}

/// Finds the bytes of the input that a span of a text was read from.
pub(crate) trait Quote {
    /// The provenance of a span, with its text.
    fn quote(&self, span: Span) -> Provenance;
}

impl<F: Fn(Span) -> Provenance> Quote for F {
    #[inline]
    fn quote(&self, span: Span) -> Provenance {
        self(span)
    }
}

/// A closure takes the statements, and drops the diagnostics.
impl<F: FnMut(Item<'_>)> Sink for F {
    fn statement(&mut self, listed: Item<'_>) {
        self(listed);
    }

    fn diagnostic(&mut self, _: DiagnosticCode, _: Span) {}
}

/// Makes signals and diagnostics of the statements of one text.
///
/// All signals are kept, except extensions after the first [`MOST_EXTENSIONS`]. Of the diagnostics the first [`MOST`]
/// are kept, and of the others those about a restriction that was lost. Where something begins to be left out, one
/// diagnostic says so.
pub(crate) struct Collector<'c, Q> {
    text: &'c str,
    place: Q,
    /// The results of all texts so far: marks make sure that only those of this text are touched.
    found: &'c mut Parsed<Vec<Signal>>,
    left: RoomLeft,
}

/// The room that is left under each limit; `None` after the diagnostic that the others are left out.
#[derive(Clone, Copy)]
struct RoomLeft {
    /// Unknown names that are still compared with the known ones.
    compared: usize,
    diagnostics: Option<usize>,
    extensions: Option<usize>,
}

/// A point to which a collector can go back.
#[derive(Clone, Copy)]
pub(crate) struct CollectorMark {
    signals: usize,
    diagnostics: usize,
    left: RoomLeft,
}

impl<'c, Q: Quote> Collector<'c, Q> {
    /// A collector that adds the statements of `text` to `found`; `place` finds the bytes of a span.
    pub(crate) fn new(text: &'c str, place: Q, found: &'c mut Parsed<Vec<Signal>>) -> Self {
        Collector {
            text,
            place,
            found,
            left: RoomLeft {
                compared: MOST_COMPARED,
                diagnostics: Some(MOST),
                extensions: Some(MOST_EXTENSIONS),
            },
        }
    }

    /// The point that the collector is at.
    pub(crate) fn mark(&self) -> CollectorMark {
        CollectorMark {
            signals: self.found.value.len(),
            diagnostics: self.found.diagnostics.len(),
            left: self.left,
        }
    }

    /// Goes back to `mark`: everything that was added since is dropped.
    pub(crate) fn forget(&mut self, mark: CollectorMark) {
        self.found.value.truncate(mark.signals);
        self.found.diagnostics.truncate(mark.diagnostics);
        self.left = mark.left;
    }

    /// Moves the additions between `mark` and `until` after those since `until`.
    pub(crate) fn reorder(&mut self, mark: CollectorMark, until: CollectorMark) {
        if let Some(signals) = self.found.value.get_mut(mark.signals..) {
            signals.rotate_left(until.signals - mark.signals);
        }
        if let Some(diagnostics) = self.found.diagnostics.get_mut(mark.diagnostics..) {
            diagnostics.rotate_left(until.diagnostics - mark.diagnostics);
        }
    }

    /// Takes out the signals since `mark`, and drops the diagnostics since then.
    pub(crate) fn take_signals(&mut self, mark: CollectorMark) -> Vec<Signal> {
        let signals = self.found.value.split_off(mark.signals);
        self.forget(mark);
        signals
    }

    /// Whether any directive of the table was read since `mark`.
    pub(crate) fn knows_any(&self, mark: CollectorMark) -> bool {
        let signals = self.found.value.get(mark.signals..).unwrap_or_default();
        signals.iter().any(|signal| signal.directive().is_some())
    }

    /// Puts the diagnostics since `mark` into the order of the text.
    pub(crate) fn sort(&mut self, mark: CollectorMark) {
        let diagnostics = self.found.diagnostics.get_mut(mark.diagnostics..);
        let place = |diagnostic: &Diagnostic| {
            let at = diagnostic.provenance();
            (at.line(), at.span().start)
        };
        if let Some(diagnostics) = diagnostics {
            order::sort_by_key(diagnostics, place);
        }
    }

    /// Adds a diagnostic, even over the limit.
    pub(crate) fn push_always(&mut self, code: DiagnosticCode, span: Span) {
        let at = self.place.quote(span);
        self.diagnostic_at(code, at);
    }

    /// Adds a diagnostic about bytes that were located before, even over the limit.
    pub(crate) fn diagnostic_at(&mut self, code: DiagnosticCode, at: Provenance) {
        self.found.diagnostics.push(Diagnostic::new(code, at));
    }

    /// The code of a diagnostic after its name was compared with known ones: [`DiagnosticCode::NearDirective`] for one that is
    /// near a directive. A product token that is probably not what its author meant has a second diagnostic.
    #[cold]
    fn compared(&mut self, code: DiagnosticCode, span: Span) -> DiagnosticCode {
        if self.left.compared == 0 {
            return code;
        }
        self.left.compared -= 1;
        let name = span.text_in(self.text);
        let is_field = |field: &&str| field.eq_ignore_ascii_case(name);
        if code != DiagnosticCode::OtherScope {
            let near = DiagnosticCode::NearDirective;
            return match code {
                _ if near.is_near(name) => near,
                DiagnosticCode::UnknownDirective if holds_several(name) => {
                    DiagnosticCode::UnreadableStatement
                }
                code => code,
            };
        }
        let second = if FIELD_NAMES.iter().any(is_field) {
            DiagnosticCode::FieldNameInValue
        } else if DiagnosticCode::NearAgent.is_near(name) {
            DiagnosticCode::NearAgent
        } else {
            return code;
        };
        self.push_always(code, span);
        second
    }

    /// Whether one more extension is kept, the one at `span`.
    fn keeps_extension(&mut self, span: Span) -> bool {
        match &mut self.left.extensions {
            Some(left @ 1..) => {
                *left -= 1;
                return true;
            }
            left => {
                if left.take().is_some() {
                    self.push_always(DiagnosticCode::ExtensionsOmitted, span);
                }
            }
        }
        false
    }

    /// Adds a diagnostic over the limit if it is an error about text that may hold a restriction. Of the others the
    /// first becomes [`DiagnosticCode::DiagnosticsOmitted`], and the rest are left out.
    #[cold]
    fn push_over_limit(&mut self, code: DiagnosticCode, span: Span) {
        let is_lost = code.severity() == Severity::Error;
        if is_lost && Directive::may_restrict_in(span.text_in(self.text)) {
            self.push_always(code, span);
        } else if self.left.diagnostics.take().is_some() {
            self.push_always(
                DiagnosticCode::DiagnosticsOmitted,
                Span::new(span.start, span.start),
            );
        }
    }
}

/// Whether a word is directives, one after the other, with any marks between them.
fn holds_several(word: &str) -> bool {
    // Two of the longest names.
    let mut rest = word.get(..word.len().min(48)).unwrap_or_default();
    while !rest.is_empty() {
        let is_name = |end: &usize| rest.get(..*end).and_then(Directive::from_name).is_some();
        let Some(end) = (1..=rest.len()).rev().find(is_name) else {
            return false;
        };
        let after = rest.get(end..).unwrap_or_default();
        rest = after.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    }
    true
}

impl<Q: Quote> Sink for Collector<'_, Q> {
    #[inline]
    fn statement(&mut self, listed: Item<'_>) {
        let is_extension = matches!(listed.statement, Statement::Extension(_));
        if is_extension && !self.keeps_extension(listed.span) {
            return;
        }
        if self.found.value.capacity() == 0 {
            let many = 1 + self.text.len() / FEWEST_BYTES;
            self.found.value = Vec::with_capacity(many.min(MOST_AT_ONCE));
        }
        let at = self.place.quote(listed.span);
        let signal = Signal::new(listed.scope.clone(), listed.statement, at);
        self.found.value.push(signal);
    }

    #[inline]
    fn diagnostic(&mut self, code: DiagnosticCode, span: Span) {
        match &mut self.left.diagnostics {
            Some(left @ 1..) => *left -= 1,
            _ => return self.push_over_limit(code, span),
        }
        let code = match code {
            DiagnosticCode::UnknownDirective
            | DiagnosticCode::UnreadableStatement
            | DiagnosticCode::UnexpectedValue
            | DiagnosticCode::OtherScope => self.compared(code, span),
            code => code,
        };
        self.push_always(code, span);
    }
}

/// Most diagnostics about one text, except those about a restriction that was lost. The documentation of
/// [`HeaderReader`](crate::HeaderReader) names this number.
const MOST: usize = 256;

/// Most unknown names of one text, and most prefixes, that are compared with the known ones, which takes long compared with
/// reading them. The rest are reported without a suggestion.
const MOST_COMPARED: usize = 32;

/// Most names of one text that are kept although they are not a known directive: as many as the least parsing limit of
/// a field, 8,192 bytes, has room for, with a comma each. A document has room for more, and each takes many times its
/// bytes.
const MOST_EXTENSIONS: usize = 4096;

/// Bytes of a statement with its separator in a common text, to estimate how many there are: room for them is taken at
/// once.
const FEWEST_BYTES: usize = 12;

/// Most signals that room is taken for before they are there: an estimate from a long text that states little must not
/// take memory in proportion.
const MOST_AT_ONCE: usize = 16;
