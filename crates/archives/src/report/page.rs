//! A row as the measures read it, with the answers that several of them need.
//!
//! **What breaks if touched.** This runs for every row and agent. Most pages have no statement, so what only statements have is
//! left at once.

use std::cell::OnceCell;

use robots_policy::engines::UseAnswer;
use robots_policy::robots_txt::Reason;
use robots_policy::uses::{Activity, Answer};
use robots_policy::{Because, Directive, DirectiveValue, Signal, Verdict};

use super::classes::{self, OPPOSITES, UNKNOWN};
use crate::columns::Row;

/// A row of a response, whether it is a page or not.
pub(super) struct Page<'p> {
    pub(super) row: &'p Row<'p>,
    state: OnceCell<&'static str>,
}

impl<'p> Page<'p> {
    pub(super) fn new(row: &'p Row<'p>) -> Page<'p> {
        Page {
            row,
            state: OnceCell::new(),
        }
    }

    pub(super) fn verdict(&self) -> &'p Verdict<'p> {
        self.row.verdict
    }

    /// What the response is: a page, a file beside pages, a redirect, an error.
    pub(super) fn response(&self) -> &'static str {
        classes::response(self.verdict().target(), self.row.status.map(i64::from))
    }

    /// What the page is to the agent.
    pub(super) fn state(&self) -> &'static str {
        self.state.get_or_init(|| {
            if self.verdict().access().allowed() == Some(false) {
                "closed"
            } else if self.is_restricted() {
                "restricted"
            } else if self.fetch().is_none() || self.is_unread() {
                UNKNOWN
            } else {
                "free"
            }
        })
    }

    fn is_restricted(&self) -> bool {
        // The highest level of a preview restricts nothing, and what an engine never does restricts no page.
        let restricts =
            |(it, value): (Directive, DirectiveValue)| it.permissive_value() != Some(value);
        let mut refused = [Activity::Input, Activity::Train].into_iter();
        self.in_force().any(restricts)
            || refused.any(|it| self.is_kept_out(it) && self.is_refused(it))
    }

    /// Whether it may be fetched. A policy token makes no requests and needs no leave; where robots.txt answers about none of its uses,
    /// nothing is known of it.
    pub(super) fn fetch(&self) -> Option<bool> {
        let access = self.verdict().access();
        if access.reason() != Reason::MakesNoRequests {
            return access.allowed();
        }
        let uses = self.row.uses();
        let mut of_models = [Activity::Input, Activity::Train].into_iter();
        of_models.any(|it| uses.used(it).is_some()).then_some(true)
    }

    /// Whether an answer about the page is not known.
    pub(super) fn is_unread(&self) -> bool {
        let verdict = self.verdict();
        let answers = [verdict.index(), verdict.follow(), verdict.archive()];
        answers.contains(&None) || verdict.snippet().allowed.is_none()
    }

    /// Whether an engine makes no use of the page, or a limited one.
    pub(super) fn is_kept_out(&self, activity: Activity) -> bool {
        let used = self.row.uses().used(activity);
        matches!(used, Some(UseAnswer::Limited | UseAnswer::No))
    }

    /// Whether a statement forbids a use, or sets terms for it.
    pub(super) fn is_refused(&self, activity: Activity) -> bool {
        let stated = self.row.uses().of(activity);
        matches!(stated, Some(Answer::Conditional | Answer::Disallow))
    }

    /// The directives in force. A ceiling without a limit is none.
    pub(super) fn in_force(&self) -> impl Iterator<Item = (Directive, DirectiveValue)> + '_ {
        let all = self.verdict().directives().iter();
        all.filter(|(_, value)| *value != DirectiveValue::Ceiling(None))
    }

    pub(super) fn value(&self, directive: Directive) -> Option<DirectiveValue> {
        self.verdict().directives().get(directive)
    }

    pub(super) fn has(&self, directive: Directive) -> bool {
        self.verdict().directives().contains(directive)
    }

    /// The first permission, and the restriction in force that states the opposite, of which one is of a kind.
    pub(super) fn opposites(
        &self,
        is_of_kind: impl Fn(&Signal) -> bool,
    ) -> Option<[&'p Signal; 2]> {
        let verdict = self.verdict();
        // Most pages have no directives.
        if verdict.directives().is_empty() {
            return None;
        }
        for (directive, _) in verdict.permits() {
            let opposites = OPPOSITES.iter().find(|(own, _)| *own == directive);
            let opposites = opposites.map_or(&[][..], |(_, opposites)| opposites);
            if !self.in_force().any(|(it, _)| opposites.contains(&it)) {
                continue;
            }
            for permit in verdict.permitted_by(directive) {
                let mut because = verdict.because();
                let reason = because.find_map(|because| match because {
                    Because::Signal(reason)
                        if reason
                            .directive()
                            .is_some_and(|(it, _)| opposites.contains(&it))
                            && is_of_kind(permit) != is_of_kind(reason) =>
                    {
                        Some(reason)
                    }
                    _ => None,
                });
                if let Some(reason) = reason {
                    return Some([permit, reason]);
                }
            }
        }
        None
    }
}
