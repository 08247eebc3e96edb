//! Rules by their codes, and by the diagnostics that they report.

use std::fmt;

use robots_policy::DiagnosticCode;
use serde::{Serialize, Serializer};

use crate::code::Code;
use crate::rule::Rule;
use crate::table::RULES;

impl Code {
    /// The row of this code.
    pub fn rule(self) -> &'static Rule {
        // The table has a row for each code, in their order.
        RULES.get(self as usize).unwrap_or(&RULES[0])
    }

    /// The code of this name.
    pub fn of_name(name: &str) -> Option<Code> {
        let mut rules = RULES.iter();
        rules.find(|rule| rule.name == name).map(|rule| rule.code)
    }

    /// The rule that reports a diagnostic; `None` for one that is not a finding.
    pub fn of_diagnostic(code: DiagnosticCode) -> Option<Code> {
        let mut rules = RULES.iter();
        let found = rules.find(|rule| rule.diagnostics.contains(&code));
        found.map(|rule| rule.code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.rule().name)
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.rule().name)
    }
}
