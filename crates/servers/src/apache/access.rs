//! Who may have a page.

use super::merge::Merged;
use crate::prediction::{Unknown, Why};
use crate::tree::Statement;

/// The status with which a client without a password is refused.
pub(super) fn access(merged: &Merged<'_>) -> Result<Option<u16>, Unknown> {
    let rules = merged.last_section(&["require", "requireall", "requireany", "requirenone"]);
    let mut is_closed = false;
    for rule in &rules {
        let what = format!("{} {}", rule.word(1), rule.word(2)).to_ascii_lowercase();
        match (rule.name(), what.trim()) {
            ("require", "all granted") => return of_old_kind(merged),
            ("require", "all denied") => is_closed = true,
            ("require", "valid-user") if rules.len() == 1 => return Ok(Some(401)),
            _ => return Err(open(rule)),
        }
    }
    if is_closed {
        Ok(Some(403))
    } else {
        of_old_kind(merged)
    }
}

/// `Deny` and `Allow` of Apache 2.2.
fn of_old_kind(merged: &Merged<'_>) -> Result<Option<u16>, Unknown> {
    match &*merged.last_section(&["deny", "allow"]) {
        [] => Ok(None),
        [rule] if rule.word(2).eq_ignore_ascii_case("all") => {
            Ok((rule.name() == "deny").then_some(403))
        }
        [rule, ..] => Err(open(rule)),
    }
}

fn open(rule: &Statement) -> Unknown {
    let reason = "who may have it depends on more than the request";
    rule.unknown(Why::Access, reason)
}
