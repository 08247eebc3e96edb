//! The type of a rule.

use robots_policy::DiagnosticCode;

use crate::code::Code;
use crate::level::{Level, Need};

/// A row of the table of rules, of `rules/CODE.toml`.
#[derive(Debug)]
pub struct Rule {
    /// The code, by which a rule is known everywhere.
    pub code: Code,
    /// The code as text.
    pub name: &'static str,
    /// The weight without a configuration.
    pub level: Level,
    /// The rule in a few words, without a full stop.
    pub title: &'static str,
    /// The effect of the text that is found.
    pub consequence: &'static str,
    /// The text to write instead.
    pub advice: &'static str,
    /// The clause or custom that it follows from.
    pub clause: &'static str,
    /// The inputs without which it cannot be asked.
    pub needs: &'static [Need],
    /// The diagnostics of readers that it reports.
    pub diagnostics: &'static [DiagnosticCode],
    /// An input that it reports.
    pub fires: &'static str,
    /// An input near to that one which it does not report.
    pub quiet: &'static str,
}
