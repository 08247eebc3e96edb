//! Where the statements and diagnostics of a text go.

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed, Severity};
use crate::directive::Directive;
use crate::provenance::{Provenance, Span};
use crate::signal::{Signal, Statement};
use crate::token::Scope;

/// One statement of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item<'s> {
    pub(crate) scope: &'s Scope,
    pub(crate) statement: Statement,
    /// The bytes of the statement in the text.
    pub(crate) span: Span,
    /// It comes after the first statement of a prefix: had lines been joined here, it could have begun one.
    pub(crate) may_begin_line: bool,
}

/// Takes what a text says, and what is unusual in it; spans count in the text.
pub(crate) trait Sink {
    fn statement(&mut self, listed: Item<'_>);
    fn diagnostic(&mut self, code: DiagnosticCode, span: Span);

    /// Takes the bytes that `rest` begins with where they are of another grammar; gives their length. `rest` begins at
    /// `at` of the text, where a statement may begin.
    #[inline]
    fn other_grammar(&mut self, _rest: &str, _at: usize) -> Option<usize> {
        None
    }
}

/// Finds the bytes that a span of a text stands for.
pub(crate) trait Quote {
    fn quote(&self, span: Span) -> Provenance;
}

impl<F: Fn(Span) -> Provenance> Quote for F {
    #[inline]
    fn quote(&self, span: Span) -> Provenance {
        self(span)
    }
}

/// Hands the statements on, and drops the diagnostics.
pub(crate) struct Unreported<'s, S>(pub(crate) &'s mut S);

impl<S: Sink> Sink for Unreported<'_, S> {
    fn statement(&mut self, listed: Item<'_>) {
        self.0.statement(listed);
    }

    fn diagnostic(&mut self, _: DiagnosticCode, _: Span) {}
}

/// Makes signals and diagnostics of what one text says.
///
/// All signals are kept, except extensions after the first [`MOST_EXTENSIONS`]. Of the diagnostics the first [`MOST`] are,
/// and of the further ones those about a restriction that was lost. Where something begins to be left out, one diagnostic
/// says so.
pub(crate) struct Collector<'c, Q> {
    text: &'c str,
    place: Q,
    found: &'c mut Parsed<Vec<Signal>>,
    left: Left,
}

/// How many more are kept; none after the diagnostic that they are left out.
#[derive(Clone, Copy)]
struct Left {
    /// Unknown names that are still compared with the known ones.
    compared: usize,
    diagnostics: Option<usize>,
    extensions: Option<usize>,
}

/// How much a collector holds.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    signals: usize,
    diagnostics: usize,
    left: Left,
}

impl<'c, Q: Quote> Collector<'c, Q> {
    /// Adds to `found` what `text` states; `place` finds the bytes of a span.
    pub(crate) fn new(text: &'c str, place: Q, found: &'c mut Parsed<Vec<Signal>>) -> Self {
        Collector {
            text,
            place,
            found,
            left: Left {
                compared: MOST_COMPARED,
                diagnostics: Some(MOST),
                extensions: Some(MOST_EXTENSIONS),
            },
        }
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark {
            signals: self.found.value.len(),
            diagnostics: self.found.diagnostics.len(),
            left: self.left,
        }
    }

    /// Forgets what was added since `mark`.
    pub(crate) fn forget(&mut self, mark: Mark) {
        self.found.value.truncate(mark.signals);
        self.found.diagnostics.truncate(mark.diagnostics);
        self.left = mark.left;
    }

    /// Moves what was added from `mark` to `until` after what was added since.
    pub(crate) fn reorder(&mut self, mark: Mark, until: Mark) {
        if let Some(signals) = self.found.value.get_mut(mark.signals..) {
            signals.rotate_left(until.signals - mark.signals);
        }
        if let Some(diagnostics) = self.found.diagnostics.get_mut(mark.diagnostics..) {
            diagnostics.rotate_left(until.diagnostics - mark.diagnostics);
        }
    }

    /// The signals since `mark`, which are taken out; the diagnostics since then are forgotten.
    pub(crate) fn take_signals(&mut self, mark: Mark) -> Vec<Signal> {
        let signals = self.found.value.split_off(mark.signals);
        self.forget(mark);
        signals
    }

    /// Whether any directive of the table was read since `mark`.
    pub(crate) fn knows_any(&self, mark: Mark) -> bool {
        let signals = self.found.value.get(mark.signals..).unwrap_or_default();
        signals.iter().any(|signal| signal.directive().is_some())
    }

    /// Puts the diagnostics since `mark` into the order of the text.
    pub(crate) fn sort(&mut self, mark: Mark) {
        let diagnostics = self.found.diagnostics.get_mut(mark.diagnostics..);
        let place = |diagnostic: &Diagnostic| {
            let at = diagnostic.provenance();
            (at.line(), at.span().start)
        };
        if let Some(diagnostics) = diagnostics
            && !diagnostics.is_sorted_by_key(place)
        {
            diagnostics.sort_by_key(place);
        }
    }

    /// A diagnostic that is kept however many there are.
    pub(crate) fn push_always(&mut self, code: DiagnosticCode, span: Span) {
        let at = self.place.quote(span);
        self.diagnostic_at(code, at);
    }

    /// The same about bytes that are known.
    pub(crate) fn diagnostic_at(&mut self, code: DiagnosticCode, at: Provenance) {
        self.found.diagnostics.push(Diagnostic::new(code, at));
    }

    /// The code for a statement that is not known: whether its name is near a known one.
    #[cold]
    fn unless_near(&mut self, code: DiagnosticCode, span: Span) -> DiagnosticCode {
        if self.left.compared == 0 {
            return code;
        }
        self.left.compared -= 1;
        let near = DiagnosticCode::NearDirective;
        let is_near = near.is_near(span.text_in(self.text));
        if is_near { near } else { code }
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
            DiagnosticCode::UnknownDirective | DiagnosticCode::UnreadableStatement => {
                self.unless_near(code, span)
            }
            code => code,
        };
        self.push_always(code, span);
    }
}

/// Most diagnostics about one text, except those about a restriction that was lost.
const MOST: usize = 256;

/// Most unknown names of one text that are compared with the known ones, which takes long beside reading them.
const MOST_COMPARED: usize = 32;

/// Most names of one text that are kept though they are no known directive: as many as the least parsing limit of a field
/// has room for. A document has room for more, and each takes many times its bytes.
const MOST_EXTENSIONS: usize = 4096;

/// Statements are seldom shorter: the room for those of a common text is taken at once.
const FEWEST_BYTES: usize = 12;

/// Most signals that room is taken for before they are there.
const MOST_AT_ONCE: usize = 16;
