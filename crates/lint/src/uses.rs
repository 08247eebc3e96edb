//! Statements about AI use of which one allows what another forbids.

use robots_policy::uses::{Activity, Answer, Label, Vocabulary};
use robots_policy::{Client, Policy, Provenance, Scope, Signal, Timestamp};

use crate::excerpt::shown;
use crate::rule::rules;

rules! {
    AiSignalsDisagree: Warning, [RobotsTxt, Fields, Page], "draft-ietf-aipref-vocab; Content Signals; TDMRep; noai",
        title: "statements about AI use that contradict each other",
        consequence: "A reader that knows one of the vocabularies acts on that one.",
        advice: "Say the same in each vocabulary.";
}

/// Two statements about an activity, in vocabularies that not every reader knows both of.
pub(crate) struct Disagreement {
    pub(crate) activity: Activity,
    pub(crate) allows: Provenance,
    pub(crate) forbids: Provenance,
}

/// A statement for every client.
struct UseStatement {
    label: Label,
    answer: Answer,
    at: Provenance,
}

impl Disagreement {
    /// Those of a policy for a client that nothing names, one for each pair of statements.
    pub(crate) fn all(policy: &Policy, target: &str, now: Timestamp) -> Vec<Disagreement> {
        let client = Client::anonymous();
        let uses = policy.verdict(&client, target, now).uses();
        let stated = uses.preferences().iter();
        let stated = stated.filter(|stated| !stated.is_superseded());
        let stated = stated.map(|stated| UseStatement {
            label: stated.label(),
            answer: stated.answer(),
            at: stated.provenance().clone(),
        });
        let said: Vec<UseStatement> = stated
            .chain(
                policy
                    .signals()
                    .iter()
                    .filter_map(UseStatement::of_directive),
            )
            .collect();
        let mut found: Vec<Disagreement> = Vec::new();
        for activity in Activity::ALL {
            let Some((allows, forbids)) = pair(&said, *activity) else {
                continue;
            };
            let is_known =
                |own: &Disagreement| own.allows == allows.at && own.forbids == forbids.at;
            if !found.iter().any(is_known) {
                found.push(Disagreement {
                    activity: *activity,
                    allows: allows.at.clone(),
                    forbids: forbids.at.clone(),
                });
            }
        }
        found
    }

    pub(crate) fn message(&self) -> String {
        format!(
            "`{}` forbids {}, which `{}` allows: a reader that knows one of them acts on that one",
            shown(self.forbids.text()),
            self.activity.sentence(),
            shown(self.allows.text()),
        )
    }
}

impl UseStatement {
    /// A directive that keeps from AI use.
    fn of_directive(signal: &Signal) -> Option<UseStatement> {
        let (directive, _) = signal.directive()?;
        let label = Label::of(Vocabulary::Robots, directive.name())?;
        let is_own = *signal.scope() == Scope::Global && DIRECTIVES.contains(&label);
        is_own.then(|| UseStatement {
            label,
            answer: Answer::Disallow,
            at: signal.provenance().clone(),
        })
    }

    fn is_about(&self, activity: Activity) -> bool {
        let is_reached =
            self.answer == Answer::Disallow && self.label.restricts().contains(&activity);
        self.label.covers().contains(&activity) || is_reached
    }
}

/// A statement that allows an activity, and one of another vocabulary that forbids it.
fn pair(said: &[UseStatement], activity: Activity) -> Option<(&UseStatement, &UseStatement)> {
    let of = |answer: Answer| {
        said.iter()
            .filter(move |own| own.answer == answer && own.is_about(activity))
    };
    of(Answer::Allow).find_map(|allows| {
        let own = allows.label.vocabulary();
        let forbids = of(Answer::Disallow).find(|other| other.label.vocabulary() != own)?;
        Some((allows, forbids))
    })
}

/// The directives about all content of a page. `noimageai` is about images alone.
const DIRECTIVES: [Label; 2] = [Label::NoAi, Label::NoMl];
