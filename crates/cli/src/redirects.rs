//! Statements on redirects, which are no rules of the page that they lead to.

use robots_policy::{HeaderReader, Scope, Signal};
use robots_policy_input::saved;
use robots_policy_show::field_name;

use crate::say::warn;

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

/// Reports the statements of the redirects that a saved response has before it, as `curl -iL` writes them: those of the last one
/// first.
pub(crate) fn report(name: &str, before: &[u8], reader: &HeaderReader) {
    saved::before(before, |message| {
        let status = message.status().unwrap_or_default();
        let read = reader.read_lines(message.fields()).value;
        if let (300..=399, Some(stated)) = (status, stated(&read)) {
            warn(&format_args!(
                "{name}: the answer {status} before it has {stated}"
            ));
        }
    });
}

/// The most statements that are shown; a hostile answer has thousands.
const MOST: usize = 8;
