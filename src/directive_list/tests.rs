//! The statements of a list, one by one.

use super::*;
use crate::tests::rows;

/// `scope/statement` words, and the codes of the diagnostics.
struct Recorded<'t> {
    text: &'t str,
    words: Vec<String>,
    codes: Vec<&'static str>,
}

impl Sink for Recorded<'_> {
    fn statement(&mut self, listed: Item<'_>) {
        let (scope, quoted) = (listed.scope, listed.span.text_in(self.text));
        self.words.push(match &listed.statement {
            Statement::Directive(d, v) => format!("{scope}/{d}={v} {quoted}"),
            Statement::Extension(other) => {
                format!("{scope}/?{}={:?} {quoted}", other.name(), other.value())
            }
            statement => format!("{scope}/{statement} {quoted}"),
        });
    }

    fn diagnostic(&mut self, code: DiagnosticCode, _: Span) {
        self.codes.push(code.name());
    }
}

/// Each row: the carrier, a text, its statements, and the codes of its diagnostics.
#[test]
fn statements_of_a_list() {
    type Row = (String, String, Vec<String>, Vec<String>);
    for (carrier, text, words, codes) in rows::<Row>(include_str!("tests/rows.jsonl")) {
        let carrier = match &*carrier {
            "field" => Carrier::Field,
            _ => Carrier::Content,
        };
        let mut recorded = Recorded {
            text: &text,
            words: Vec::new(),
            codes: Vec::new(),
        };
        read(&text, 0, carrier, &Scope::Global, &mut recorded);
        assert_eq!(recorded.words, words, "{text}");
        assert_eq!(recorded.codes, codes, "{text}");
    }
}
