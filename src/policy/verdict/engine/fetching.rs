//! The answer of robots.txt as one engine reads it: which group, without a file, too large a file, and whether it obeys.

use std::time::Duration;

use super::mark::{Mark, MarkKind, Marks};
use crate::policy::Verdict;
use crate::profile::{
    Binding, Delay, Grouping, Kind, NAMES, Obeys, Profile, Row, TokenUses, TooBig,
};
use crate::robots_txt::fetch::Outcome;
use crate::robots_txt::{Access, Cause, Reason, RobotsTxt, Subject};
use crate::token::Client;

/// The effect of robots.txt on an engine.
pub(super) struct Fetching<'p> {
    pub(super) access: Access<'p>,
    /// The answer of the group of its token, for a token without requests; else as `access`.
    pub(super) by_group: Access<'p>,
    /// The answers of its policy tokens whose own groups are in the file.
    pub(super) by_tokens: Vec<(&'static TokenUses, Access<'p>)>,
    pub(super) delay: Option<Duration>,
    /// The robots.txt as it has it.
    pub(super) outcome: Outcome<'p>,
}

impl<'p> Fetching<'p> {
    /// Asks the robots.txt of a policy as an engine does; `general` is the verdict for a client of its name.
    pub(super) fn new(general: &Verdict<'p>, profile: Profile, marks: &mut Marks) -> Fetching<'p> {
        let (policy, target) = (general.policy(), general.target());
        let row = profile.row();
        let asker = profile.client();
        let outcome = outcome(general, row, marks);
        let by_group = match &outcome {
            Outcome::Rules(rules) => {
                let access = ruled(rules, profile, target, marks);
                mark_dialect(general, &asker, row, rules, &access, marks);
                access
            }
            _ => outcome.access(&asker, target),
        };
        let by_group = policy.dated(by_group);
        let access = match (row.kind, row.obeys.value) {
            (Kind::Token, _) => Access::bare(Reason::MakesNoRequests),
            (_, Obeys::Yes) => by_group.clone(),
            (_, Obeys::No) => {
                marks.depart(MarkKind::RobotsTxtNotObeyed, NAMES.obeys, &row.obeys, None);
                Access::bare(Reason::NotObeyed)
            }
            (_, Obeys::May) => {
                let kind = MarkKind::RobotsTxtMayNotBeObeyed;
                marks.depart(kind, NAMES.obeys, &row.obeys, None);
                Access::bare(Reason::MayNotBeObeyed)
            }
        };
        let delay = match &outcome {
            Outcome::Rules(rules) => delay(general, asker, row, rules, marks),
            _ => None,
        };
        let by_tokens = row.policy_tokens.value.iter().filter_map(|governed| {
            let client = Client::new(governed.token).ok()?;
            let access = policy.dated(outcome.access(&client, target));
            let is_named = matches!(access.group(), Some(Subject::Agent(_)));
            is_named.then_some((governed, access))
        });
        Fetching {
            access,
            by_tokens: by_tokens.collect(),
            by_group,
            delay,
            outcome,
        }
    }
}

/// The robots.txt that an engine has: that of the policy, read by its dialect, or the consequence of having none.
fn outcome<'p>(general: &Verdict<'p>, row: &Row, marks: &mut Marks) -> Outcome<'p> {
    let (policy, target, now) = (general.policy(), general.target(), general.now());
    let outcome = policy.robots_by(&row.fetch.value, target, now);
    let general = policy.robots_by(&Row::GENERAL.fetch.value, target, now);
    if policy.is_failing() {
        marks.doubt(NAMES.fetch, &row.fetch);
    }
    if outcome != general {
        let kind = match outcome {
            Outcome::Unavailable(_) | Outcome::Rules(_) => MarkKind::FailsOpen,
            Outcome::Unreachable { .. } => MarkKind::FailsClosed,
            Outcome::Unknown | Outcome::Unread(_) => MarkKind::SiteUnknown,
        };
        marks.add(Mark::new(kind, NAMES.fetch, &row.fetch));
    }
    let Outcome::Rules(rules) = outcome else {
        return outcome;
    };
    match row.too_big.value {
        TooBig::Absent(octets) if rules.exceeds(octets) => {
            marks.depart(MarkKind::CountsAsAbsent, NAMES.too_big, &row.too_big, None);
            return Outcome::Unavailable(Cause::Absent);
        }
        _ => {}
    }
    if rules.is_truncated() {
        marks.doubt(NAMES.too_big, &row.too_big);
    }
    Outcome::Rules(rules.by_dialect(row.dialect.value))
}

/// The answer of a file.
fn ruled<'p>(
    rules: &'p RobotsTxt,
    profile: Profile,
    target: &str,
    marks: &mut Marks,
) -> Access<'p> {
    let row = profile.row();
    let binds_every_client = row.global.value == Binding::Binds;
    let asker = profile.client().with_obeys_global(binds_every_client);
    let access = match row.too_big.evidence {
        Some(_) => rules.access_of_part(&asker, target),
        None => rules.access(&asker, target),
    };
    mark_tokens(profile, &access, marks);
    if row.grouping.value == Grouping::First {
        let merged = rules.access(&asker.clone().with_first_group(false), target);
        if merged != access {
            let kind = MarkKind::FirstGroupAlone;
            marks.depart(kind, NAMES.grouping, &row.grouping, None);
        }
    }
    let is_unsaid = row.global.value == Binding::Unsaid;
    let for_every_client = rules.access(&Client::anonymous(), target).group().is_some();
    // A crawler may follow the group of another one, a token has no such company.
    let for_others = is_unsaid && row.kind != Kind::Token && rules.groups().next().is_some();
    if binds_every_client || access.group().is_some() || !(for_every_client || for_others) {
        return access;
    }
    if is_unsaid {
        let kind = MarkKind::GroupUnsaid;
        marks.depart(kind, NAMES.global, &row.global, None);
        return Access::bare(Reason::Unsaid);
    }
    let kind = MarkKind::GeneralRuleNotBinding;
    marks.depart(kind, NAMES.global, &row.global, None);
    access
}

/// Marks a group that is not of the engine's own name, and doubts about its names.
fn mark_tokens(profile: Profile, access: &Access<'_>, marks: &mut Marks) {
    let row = profile.row();
    if row.tokens.is_disputed {
        marks.doubt(NAMES.tokens, &row.tokens);
    }
    let own = profile.tokens().first();
    if let (Some(Subject::Agent(group)), Some(own)) = (access.group(), own) {
        // A group may be written longer than its token, as `Googlebot/1.2`.
        let is_own = |group: &str| {
            let group = group.get(..own.len());
            group.is_some_and(|group| group.eq_ignore_ascii_case(own))
        };
        if !is_own(group) {
            marks.depart(MarkKind::FallbackGroup, NAMES.tokens, &row.tokens, None);
        }
    }
}

/// Marks a file that the engine's parser reads otherwise: for the engine, or for a client of its name, whose answer the general one
/// is.
fn mark_dialect(
    general: &Verdict<'_>,
    asker: &Client,
    row: &Row,
    rules: &RobotsTxt,
    access: &Access<'_>,
    marks: &mut Marks,
) {
    let (policy, target) = (general.policy(), general.target());
    if row.dialect.value == Row::GENERAL.dialect.value || policy.is_failing() {
        return;
    }
    let is_ruled = |access: &Access<'_>| access.group().is_some() || access.rule().is_some();
    let differ = |one: &Access<'_>, other: &Access<'_>| {
        (is_ruled(one) || is_ruled(other)) && one.allowed() != other.allowed()
    };
    let plain = policy.robots().access(general.client(), target);
    let is_otherwise = differ(&policy.robots().access(asker, target), access)
        || differ(&plain, access) && differ(&plain, &rules.access(general.client(), target));
    if is_otherwise {
        marks.depart(MarkKind::ReadOtherwise, NAMES.dialect, &row.dialect, None);
    }
}

/// The time to wait between two requests, as the engine follows it. One that is not the general one has a mark.
fn delay(
    general: &Verdict<'_>,
    asker: Client,
    row: &Row,
    rules: &RobotsTxt,
    marks: &mut Marks,
) -> Option<Duration> {
    let (own, expected) = (rules.crawl_delay(&asker), general.crawl_delay());
    let (delay, kind) = match row.delay.value {
        Delay::Group => (own, None),
        Delay::GroupOrGlobal if own.is_some() => (own, None),
        Delay::GroupOrGlobal => {
            let global = rules.crawl_delay(&Client::anonymous());
            (global, global.map(|_| MarkKind::DelayOfEveryClient))
        }
        Delay::Ignored => {
            let is_stated = own.is_some() || expected.is_some();
            (None, is_stated.then_some(MarkKind::DelayNotFollowed))
        }
    };
    let is_otherwise = kind.is_none() && delay != expected;
    match kind {
        Some(kind) => marks.depart(kind, NAMES.delay, &row.delay, None),
        None if own.is_some() => marks.doubt(NAMES.delay, &row.delay),
        None => {}
    }
    if is_otherwise && rules.crawl_delay(&asker.with_first_group(false)) != own {
        let kind = MarkKind::FirstGroupAlone;
        marks.depart(kind, NAMES.grouping, &row.grouping, None);
    }
    delay
}
