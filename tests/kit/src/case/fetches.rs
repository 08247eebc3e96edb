//! The fetches of robots.txt that an ask describes: answers with their moments, redirects, and chains that are given up.

use std::time::Duration;

use robots_policy::robots_txt::{
    AccessResult, Age, AnswerFields, Fetched, Next, RobotsFetch, RobotsFetchSettings,
    RobotsTxtReader,
};
use serde_json::{Value, json};

use super::form::{Library, Step, Trouble};
use super::{Ask, Case, moment};

impl Ask {
    /// The state of robots.txt at the moment of the question; `None` where no ask is about it.
    pub fn fetch(&self, case: &Case) -> Option<RobotsFetch> {
        let mut fetch = RobotsFetch::new(settings(&self.library, self.robots_reader()));
        let once;
        let steps = match (&self.fetches, self.robots_status) {
            (Some(steps), _) => steps,
            (None, None) if case.robots_txt.is_none() => return None,
            (None, status) => {
                once = [Step {
                    at: self.now.clone().unwrap_or_else(|| super::NOW.to_owned()),
                    status: Some(status.unwrap_or(200)).filter(|status| *status > 0),
                    error: (status == Some(0)).then_some(Trouble::NetworkError),
                    ..Step::default()
                }];
                &once[..]
            }
        };
        let mut chain = None;
        for (index, step) in steps.iter().enumerate() {
            let place = format!("{} ask `{}` fetch {index}", case.name, self.id);
            chain = took(step, &place, &mut fetch, chain, case);
        }
        Some(fetch)
    }

    /// The state that `expect.fetch` is compared with.
    pub fn answer_about_the_fetch(&self, case: &Case) -> Value {
        let Some(fetch) = self.fetch(case) else {
            return Value::Null;
        };
        let written = |at: robots_policy::Timestamp| {
            let at = jiff::Timestamp::from_second(at.as_unix()).unwrap();
            at.to_string()
        };
        let now = self.now();
        let age = match fetch.age(now) {
            Age::Nothing => "nothing",
            Age::Fresh => "fresh",
            Age::Stale => "stale",
            Age::Unreachable => "unreachable",
        };
        json!({
            "age": age,
            "due": fetch.due().map(written),
            "may_be_kept": fetch.may_be_kept(),
            "cause": fetch.outcome(now).cause().map(robots_policy::robots_txt::Cause::name),
            "since": fetch.unreachable().map(|(since, _)| written(since)),
        })
    }
}

/// Plays one step; returns the chain that the next step answers.
fn took(
    step: &Step,
    place: &str,
    fetch: &mut RobotsFetch,
    chain: Option<robots_policy::robots_txt::Ask>,
    case: &Case,
) -> Option<robots_policy::robots_txt::Ask> {
    let at = moment(&step.at);
    let asked = chain.or_else(|| fetch.ask(at));
    if step.due == Some(false) {
        assert!(asked.is_none(), "{place}: a request is due");
        return None;
    }
    let mut asked = asked.unwrap_or_else(|| panic!("{place}: no request is due"));
    if let Some(may_be) = step.may_be_conditional {
        assert_eq!(
            asked.may_be_conditional(),
            may_be,
            "{place}: may_be_conditional"
        );
    }
    if step.abandoned {
        return None;
    }
    if step.unconditional {
        asked.without_conditions();
    }
    let fetched = match (step.status, step.error) {
        (Some(status), None) => Fetched::Response {
            status,
            fields: AnswerFields {
                location: step.location.as_deref().map(Into::into),
                cache_control: step.cache_control.as_deref().map(Into::into),
                ..AnswerFields::default()
            },
            body: Some(match &step.body {
                Some(body) => body.as_bytes(),
                None => case.robots_txt.as_deref().unwrap_or_default(),
            }),
        },
        (None, Some(Trouble::NetworkError)) => Fetched::NetworkError,
        (None, Some(Trouble::Undecodable)) => Fetched::Undecodable,
        (None, Some(Trouble::LeadsNowhere)) => Fetched::LeadsNowhere,
        _ => panic!(
            "{place}: give one of `status`, `error`, `\"abandoned\": true` and `\"due\": false`"
        ),
    };
    let next = fetch.answered(&mut asked, fetched, at);
    let expected = match &step.location {
        Some(location) if step.followed => Next::Follow(location.as_str().into()),
        _ => Next::Done,
    };
    assert_eq!(next, expected, "{place}: `followed`");
    step.followed.then_some(asked)
}

fn result(disallows: bool) -> AccessResult {
    if disallows {
        AccessResult::Unreachable
    } else {
        AccessResult::Unavailable
    }
}

fn settings(said: &Library, reader: RobotsTxtReader) -> RobotsFetchSettings {
    let mut settings = RobotsFetchSettings::new()
        .with_reader(reader)
        .with_patience(said.patience.map(Duration::from_secs));
    if let Some(most) = said.redirects {
        settings = settings.with_redirects(most);
    }
    if let Some(disallow) = said.redirects_disallow {
        settings = settings.with_too_many_redirects(result(disallow));
    }
    if let Some(disallow) = said.rate_limit_disallows {
        settings = settings.with_rate_limit(result(disallow));
    }
    if let Some(seconds) = said.floor {
        settings = settings.with_floor(Duration::from_secs(seconds));
    }
    if let Some(seconds) = said.rest {
        settings = settings.with_rest(Duration::from_secs(seconds));
    }
    settings
}
