//! The facts of a row, as JSON and CSV have them.

use robots_policy::report::record::{Access, Unread};
use robots_policy::uses::{Activity, Answer, Uses};
use robots_policy::{Verdict, robots_txt};
use serde::{Serialize, Serializer};

use super::engine::{By, EngineAnswer};
use super::{Matrix, lines};

/// The answers to an asker about a URL.
#[derive(Serialize)]
pub(super) struct MatrixRow<'m> {
    pub(super) url: &'m str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) profile: Option<&'static str>,
    pub(super) agent: String,
    /// As in the record of `eval`.
    #[serde(flatten)]
    pub(super) access: Access,
    #[serde(flatten)]
    pub(super) engine: Option<OfEngine>,
    /// The answers about the uses that are asked about; `None` where a licence may give them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uses: Option<ByActivity<Option<&'static str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) asked_not_to: Option<ByActivity<Option<bool>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) listens: Option<ByActivity<Option<bool>>>,
    /// The statements that decide about the uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) use_rules: Option<ByActivity<Option<UseRule>>>,
    /// The sources that are not known, as in the record of `eval`; without uses none is asked about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<Unread>,
}

/// The facts that only engines have.
#[derive(Serialize)]
pub(super) struct OfEngine {
    pub(super) by: Option<&'static str>,
    /// Of a name without requests, whether its group allows the uses that it is about.
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    pub(super) governed: Option<bool>,
    pub(super) marks: Vec<String>,
}

/// Something about each of some activities, in JSON an object.
pub(super) struct ByActivity<T>(pub(super) Vec<(Activity, T)>);

/// The statement that decides about a use.
#[derive(Serialize)]
pub(super) struct UseRule {
    pub(super) rule: String,
    pub(super) line: usize,
}

impl<T> ByActivity<T> {
    fn of(
        activities: impl Iterator<Item = Activity>,
        fact: impl Fn(Activity) -> T,
    ) -> ByActivity<T> {
        let facts = activities.map(|activity| (activity, fact(activity)));
        ByActivity(facts.collect())
    }
}

impl<T: Serialize> Serialize for ByActivity<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let each = self.0.iter();
        serializer.collect_map(each.map(|(activity, fact)| (activity.name(), fact)))
    }
}

impl<'m> Matrix<'m> {
    /// The rows: those of engines, if any engine is asked about, else those of clients.
    pub(super) fn rows(&self) -> impl Iterator<Item = MatrixRow<'m>> {
        let engines = self.engine_answers();
        let engines = engines.map(|(url, answer)| self.row_of_engine(url, &answer));
        let clients = self.answers().filter(|_| self.engines.is_empty());
        engines.chain(clients.map(|(url, asker, access)| {
            let asked = self.asked(asker, url);
            self.row(url, super::agent(asker), &access, asked.as_ref())
        }))
    }

    fn row(
        &self,
        url: &'m str,
        agent: String,
        access: &robots_txt::Access<'_>,
        asked: Option<&Verdict<'_>>,
    ) -> MatrixRow<'m> {
        let stated = asked.map(Verdict::uses);
        let stated = stated.as_ref();
        let uses = || self.uses.iter().copied();
        let rule = |stated: &Uses, activity| {
            let (line, rule) = lines::of_use(stated, activity)?;
            Some(UseRule { rule, line })
        };
        MatrixRow {
            url,
            profile: None,
            agent,
            access: Access::new(access),
            engine: None,
            uses: stated.map(|stated| {
                ByActivity::of(uses(), |activity| stated.of(activity).map(Answer::name))
            }),
            asked_not_to: None,
            listens: None,
            use_rules: stated
                .map(|stated| ByActivity::of(uses(), |activity| rule(stated, activity))),
            unread: asked
                .into_iter()
                .flat_map(Verdict::unread)
                .map(|unread| Unread::new(&unread))
                .collect(),
        }
    }

    fn row_of_engine(&self, url: &'m str, answer: &EngineAnswer<'_>) -> MatrixRow<'m> {
        let asked = Some(&answer.verdict).filter(|_| !self.uses.is_empty());
        let stated = asked.map(Verdict::uses);
        let fact = |fact: fn(&Uses, Activity) -> Option<bool>| {
            let stated = stated.as_ref()?;
            let activities = self.uses_of_engines();
            Some(ByActivity::of(activities, |activity| {
                fact(stated, activity)
            }))
        };
        let agent = answer.agent().to_owned();
        let mut row = self.row(url, agent, answer.access(), asked);
        row.access.group = answer.group();
        (row.access.line, row.access.rule) = answer.rule().unzip();
        MatrixRow {
            profile: Some(answer.profile().name()),
            engine: Some(OfEngine {
                by: answer.by().map(By::name),
                governed: answer.governed().map(|(_, is_allowed)| is_allowed),
                marks: answer.marks().map(ToString::to_string).collect(),
            }),
            asked_not_to: fact(Uses::asked_not_to),
            listens: fact(Uses::listens),
            ..row
        }
    }
}
