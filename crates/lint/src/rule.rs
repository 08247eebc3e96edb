//! What a rule is, and the form in which the file that finds it says so.

use robots_policy::DiagnosticCode;
use serde::Serialize;

use crate::code::Code;
use crate::level::{Level, Need};

/// A rule: what is found, and what follows from it. As JSON it has its texts, for people.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Rule {
    /// The code, by which a rule is known everywhere.
    #[serde(skip)]
    pub code: Code,
    /// The code as text.
    #[serde(rename = "code")]
    pub name: &'static str,
    /// The weight without a configuration.
    #[serde(skip)]
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
    #[serde(skip)]
    pub needs: &'static [Need],
    /// The diagnostics of readers that it reports.
    #[serde(skip)]
    pub diagnostics: &'static [DiagnosticCode],
}

/// The rules of a file, each with its level, its needs and its clause. Their words are in the row, or in `diagnostics.txt`.
macro_rules! rules {
    ($(
        $code:ident: $level:ident, [$($need:ident),*], $clause:literal
        $(, reports [$($diagnostic:ident),*])?
        $(, title: $title:literal, consequence: $consequence:literal, advice: $advice:literal)?;
    )*) => {
        pub(crate) const RULES: &[$crate::rule::Rule] = &[$($crate::rule::Rule {
            code: $crate::code::Code::$code,
            name: $crate::code::Code::$code.name(),
            level: $crate::level::Level::$level,
            title: concat!($($title)?),
            consequence: concat!($($consequence)?),
            advice: concat!($($advice)?),
            clause: $clause,
            needs: &[$($crate::level::Need::$need),*],
            diagnostics: &[$($(::robots_policy::DiagnosticCode::$diagnostic),*)?],
        }),*];
    };
}
pub(crate) use rules;
