//! Statements on a redirect, which are no rules of the page that it leads to.

use robots_policy::{Scope, Signal};

use robots_policy_show::field_name;

/// The field lines as text: `X-Robots-Tag: noindex to googlebot`. `None` without any.
pub(crate) fn stated(signals: &[Signal]) -> Option<String> {
    let mut lines: Vec<String> = Vec::new();
    for signal in signals {
        let at = signal.provenance();
        let (field, text) = (field_name(at.source()), at.text());
        let line = match signal.scope() {
            Scope::Token(name) => format!("{field}: {text} to {name}"),
            Scope::Global => format!("{field}: {text}"),
        };
        if lines.len() < MOST && !lines.contains(&line) {
            lines.push(line);
        }
    }
    let said = lines.join(", ");
    (!lines.is_empty()).then(|| format!("{said}: a rule of the redirect, not of the page"))
}

/// The most statements that are shown; a hostile answer has thousands.
const MOST: usize = 8;
