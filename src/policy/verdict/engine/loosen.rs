//! The two steps that may loosen an answer: a permissive word wins, and directives together count as others.
//!
//! **What it is.** Everything before these steps is a union: one more statement never loosens it. These two are not
//! monotone, because two vendors say that theirs are not. They run once, after the union, on the set of one engine, and
//! nothing else in the crate takes a restriction out of force.
//!
//! **Invariants.** A permission takes out only its own opposite. A row that names neither behaviour goes through unchanged.
//! Every step that takes something out leaves a mark with the bytes and the document.
//!
//! **What breaks if touched.** A step before the union would make the answer depend on the order of statements; a step on the
//! general set would make `verdict` as loose as the loosest engine.
//!
//! **Which test notices.** `tests/all/engines.rs`, the laws `r_400_…` to `r_402_…`.

use super::mark::{MarkKind, Marks};
use crate::directive::{Directive, DirectiveSet};
use crate::profile::{Conflict, NAMES, Row};
use crate::provenance::Provenance;
use crate::signal::Signal;

/// The restrictions that each permissive word is the opposite of.
const OPPOSITES: &[(Directive, &[Directive])] = &[
    (Directive::Index, &[Directive::NoIndex]),
    (Directive::Follow, &[Directive::NoFollow]),
    (Directive::Archive, &[Directive::NoArchive]),
    (Directive::All, &[Directive::NoIndex, Directive::NoFollow]),
];

/// Takes out restrictions whose opposite was stated, for an engine with which permissive words win.
pub(super) fn let_permissions_win(
    row: &Row,
    heard: &[&Signal],
    done: &mut DirectiveSet,
    marks: &mut Marks,
) {
    if row.conflict.value != Conflict::Permissive {
        return;
    }
    for signal in heard {
        let Some((directive, _)) = signal.directive() else {
            continue;
        };
        let lifted = OPPOSITES
            .iter()
            .filter(|(permission, _)| *permission == directive)
            .flat_map(|(_, opposites)| *opposites);
        for opposite in lifted {
            if done.contains(*opposite) {
                let at = Some(signal.provenance().clone());
                let name = NAMES.conflict;
                marks.depart(MarkKind::PermissionWins, name, &row.conflict, at);
                let is_field = signal.provenance().source().placement().is_none();
                if is_field || is_across(signal, *opposite, row, heard) {
                    marks.doubt(NAMES.across, &row.across);
                }
                done.remove(*opposite);
            }
        }
    }
}

/// Whether a restriction that a permission takes out is stated to another name, or in another carrier.
fn is_across(permission: &Signal, opposite: Directive, row: &Row, heard: &[&Signal]) -> bool {
    let restricts = |signal: &&&Signal| {
        signal.directive().is_some_and(|(directive, _)| {
            let by_none = directive == Directive::None && row.none.value.contains(&opposite);
            directive == opposite || by_none
        })
    };
    let differs = |signal: &&Signal| {
        signal.scope() != permission.scope()
            || signal.provenance().source() != permission.provenance().source()
    };
    heard.iter().filter(restricts).any(differs)
}

/// Replaces directives that together count as others.
pub(super) fn rewrite(row: &Row, heard: &[&Signal], done: &mut DirectiveSet, marks: &mut Marks) {
    for rewrite in row.rewrites.value {
        if rewrite.given.iter().all(|given| done.contains(*given)) {
            let at = stated_by(heard, rewrite.given);
            marks.depart(MarkKind::TakenAs, NAMES.rewrites, &row.rewrites, at);
            rewrite.removes.iter().for_each(|gone| done.remove(*gone));
            rewrite.adds.iter().for_each(|new| done.add_alone(*new));
        }
    }
}

/// The place of the first statement of one of these directives.
pub(super) fn stated_by(heard: &[&Signal], directives: &[Directive]) -> Option<Provenance> {
    let mut stated = heard.iter();
    let is_it = |signal: &&&Signal| {
        let said = signal.directive();
        said.is_some_and(|(directive, _)| directives.contains(&directive))
    };
    Some(stated.find(is_it)?.provenance().clone())
}
