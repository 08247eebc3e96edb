//! The answers for which the program ends with 1.

use robots_policy::ledger::{Entry, Input};
use robots_policy::uses::{Activity, Uses};
use robots_policy::{Directive, DirectiveKind, Unread, Verdict};

/// An answer that may be restricted.
#[derive(Clone, Copy)]
pub(crate) enum FailOn {
    /// A question of the table: its name, and the function that reads its answer from a verdict.
    Question(&'static str, fn(&Verdict<'_>) -> Option<bool>),
    /// A directive.
    Directive(Directive),
    /// A use, of `--use`.
    Use(Activity),
}

/// The questions about a page, by the names of the rows of text. `fetch` is about robots.txt.
const QUESTIONS: &[FailOn] = &[
    FailOn::Question(FETCH, |verdict| verdict.access().allowed()),
    FailOn::Question("index", |own: &Verdict<'_>| own.index()),
    FailOn::Question("follow", |own: &Verdict<'_>| own.follow()),
    FailOn::Question("archive", |own: &Verdict<'_>| own.archive()),
    FailOn::Question("snippet", |verdict| verdict.snippet().allowed),
    FailOn::Question(USE_FOR_AI, ai),
];

impl FailOn {
    /// The answer of this name. The error is the message of a value parser.
    pub(crate) fn named(name: &str) -> Result<FailOn, String> {
        let mut questions = QUESTIONS.iter();
        // `index`, `follow` and `archive` are also directives, which only permit.
        if let Some(question) = questions.find(|own| own.name().eq_ignore_ascii_case(name)) {
            return Ok(*question);
        }
        let directive = Directive::from_name(name);
        match directive.filter(|own| restricts(*own)) {
            Some(directive) => Ok(FailOn::Directive(directive)),
            None => Err(format!("it is one of: {}", names().join(", "))),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            FailOn::Question(name, _) => name,
            FailOn::Directive(directive) => directive.name(),
            FailOn::Use(activity) => activity.name(),
        }
    }

    /// Whether it is the answer about a use.
    pub(super) fn is_use(self) -> bool {
        matches!(self, FailOn::Use(_))
    }

    /// The sources that keep its answer from being known.
    pub(super) fn unread(self, verdict: &Verdict<'_>) -> Vec<Unread> {
        let activities = match &self {
            FailOn::Use(activity) => std::slice::from_ref(activity),
            FailOn::Question(name, _) if *name == USE_FOR_AI => Activity::OF_AI,
            _ => return Vec::new(),
        };
        let keeps = |own: &Unread| {
            let mut activities = activities.iter();
            activities.any(|activity| own.keeps(*activity))
        };
        verdict.unread().filter(keeps).collect()
    }

    /// Whether robots.txt alone answers it.
    pub(super) fn is_about_fetching(self) -> bool {
        self.name() == FETCH
    }

    /// Whether the verdict restricts it; `None` if that is not known. It does not check whether the page was read at all.
    pub(super) fn restricted(self, verdict: &Verdict<'_>) -> Option<bool> {
        let allowed = match self {
            FailOn::Question(_, ask) => ask(verdict),
            FailOn::Directive(directive) => without(verdict, &[directive]),
            FailOn::Use(activity) => unasked(&verdict.uses(), activity),
        };
        allowed.map(|allowed| !allowed)
    }
}

/// Whether nothing forbids use for AI: no source, by any vocabulary, no directive, and no statement that keeps an engine out, as its
/// owner documents it. `None` if a source that was not read may.
fn ai(verdict: &Verdict<'_>) -> Option<bool> {
    let uses = verdict.uses();
    let asked = Activity::OF_AI
        .iter()
        .map(|activity| unasked(&uses, *activity));
    let all: Vec<Option<bool>> = asked
        .chain([without(verdict, Directive::ABOUT_AI)])
        .collect();
    // A restriction that is known decides, whatever is not known beside it.
    if verdict.is_kept_out() || all.contains(&Some(false)) {
        return Some(false);
    }
    (!all.contains(&None)).then_some(true)
}

/// Answers as the command line names them: `--fail-on index and --use train`.
pub(super) fn options(named: &[FailOn]) -> String {
    let list = |are_uses| {
        let own = named.iter().filter(|own| own.is_use() == are_uses);
        own.map(|own| own.name()).collect::<Vec<_>>().join(", ")
    };
    let options = [("--fail-on", list(false)), ("--use", list(true))];
    let options = options.iter().filter(|(_, list)| !list.is_empty());
    let options: Vec<String> = options
        .map(|(option, list)| format!("{option} {list}"))
        .collect();
    options.join(" and ")
}

/// Whether nothing asks not to do it; `None` if a source that was not read may.
fn unasked(uses: &Uses, activity: Activity) -> Option<bool> {
    uses.asked_not_to(activity).map(|asked| !asked)
}

/// Whether none of these directives restricts; `None` if a part that was not read may hold one.
fn without(verdict: &Verdict<'_>, directives: &[Directive]) -> Option<bool> {
    let mut in_force = verdict.directives().iter();
    let is_restricted = in_force
        .any(|(own, value)| directives.contains(&own) && own.permissive_value() != Some(value));
    if is_restricted {
        return Some(false);
    }
    let may_hold_one = |entry: &Entry| {
        let is_of_page = matches!(entry.source(), Input::Fields | Input::Document);
        is_of_page && !entry.state().is_known()
    };
    (!verdict.ledger().iter().any(may_hold_one)).then_some(true)
}

/// Whether a directive can be in force and restrict. `none` is in force as `noindex` and `nofollow`.
fn restricts(directive: Directive) -> bool {
    directive.kind() != DirectiveKind::Permissive && directive != Directive::None
}

/// The names of all answers.
fn names() -> Vec<&'static str> {
    let directives = Directive::ALL.iter().copied();
    let directives = directives.filter(|own| restricts(*own));
    let questions = QUESTIONS.iter().map(|question| question.name());
    questions.chain(directives.map(Directive::name)).collect()
}

const FETCH: &str = "fetch";
const USE_FOR_AI: &str = "ai";
