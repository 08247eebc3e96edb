//! The answer to a question about a response, with the statement that decides it, or the sources that are missing.

use std::cell::OnceCell;

use robots_policy::ledger::Asked;
use robots_policy::robots_txt::{Reason, Rule};
use robots_policy::uses::{Activity, Uses};
use robots_policy::{Directive, Provenance, Verdict};

use crate::effect::{Answer, Question};

/// An answer, and why.
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) answer: Answer,
    /// The first statement that decides it; `None` if nothing is stated.
    pub(crate) by: Option<Provenance>,
    /// Whether the agent acts on that statement; else the answer is as without it.
    pub(crate) is_heard: bool,
}

impl Decision {
    fn new(answer: Answer, by: Option<Provenance>) -> Decision {
        Decision {
            answer,
            by,
            is_heard: true,
        }
    }
}

/// The answer to a question, which is about the text that was written: that an engine does not obey is not decided by its owner.
/// The statements about uses are read once for a verdict.
pub(crate) fn decision(
    question: Question,
    verdict: &Verdict<'_>,
    uses: &OnceCell<Uses>,
) -> Decision {
    let page = |directives: &[Directive]| page(question, verdict, directives);
    let stated = |activity| stated(activity, uses.get_or_init(|| verdict.uses()));
    match question {
        Question::Fetch => fetch(verdict),
        Question::Index => page(&[Directive::NoIndex]),
        Question::Follow => page(&[Directive::NoFollow]),
        Question::Archive => page(&[Directive::NoArchive]),
        Question::Snippet => page(&[Directive::NoSnippet, Directive::MaxSnippet]),
        Question::Train => stated(Activity::Train),
        Question::Input => stated(Activity::Input),
        Question::Search => stated(Activity::Search),
    }
}

fn stated(activity: Activity, uses: &Uses) -> Decision {
    let answer = Answer::of_use(uses, activity);
    if !matches!(answer, Answer::Yes | Answer::No) {
        return Decision::new(answer, None);
    }
    let statement = uses.because(activity).next();
    let statement = statement.map(|stated| stated.provenance().clone());
    let of_token = || {
        let mut tokens = uses.tokens().iter();
        let own = tokens.find(|token| token.activities().contains(&activity))?;
        own.provenance().cloned()
    };
    Decision::new(answer, statement.or_else(of_token))
}

fn fetch(verdict: &Verdict<'_>) -> Decision {
    let own = verdict.access();
    let is_of_engine = matches!(
        own.reason(),
        Reason::NotObeyed | Reason::MayNotBeObeyed | Reason::MakesNoRequests | Reason::Unsaid
    );
    let access = if is_of_engine {
        verdict.general().access()
    } else {
        own
    };
    Decision::new(
        Answer::of(access.allowed()),
        access.rule().map(Rule::provenance),
    )
}

fn page(question: Question, verdict: &Verdict<'_>, directives: &[Directive]) -> Decision {
    let answer = question.of(verdict);
    if answer == Answer::No {
        let mut because = directives
            .iter()
            .filter_map(|directive| verdict.because_of(*directive).next());
        let first = because.next();
        return Decision::new(answer, first.map(|own| own.provenance().into_owned()));
    }
    let mut unheard = verdict.not_honoured().iter();
    let unheard = unheard.find(|own| directives.contains(&own.directive()));
    let Some(unheard) = unheard else {
        return Decision::new(answer, None);
    };
    Decision {
        answer,
        by: Some(unheard.signal().provenance().clone()),
        is_heard: false,
    }
}

/// The sources that keep an answer from being known, in words.
pub(crate) fn missing(question: Question, verdict: &Verdict<'_>) -> String {
    let asked = match question {
        Question::Fetch => Asked::Access,
        Question::Index => Asked::Index,
        Question::Follow => Asked::Follow,
        Question::Archive => Asked::Archive,
        Question::Snippet => Asked::Snippet,
        Question::Train => Asked::Train,
        Question::Input => Asked::Input,
        Question::Search => Asked::Search,
    };
    let unread = verdict.unread().filter(|unread| unread.keeps(asked));
    let mut words: Vec<String> = Vec::new();
    for unread in unread {
        let why = unread.why().name().replace('-', " ");
        let own = format!("{} ({why})", unread.source().name());
        if !words.contains(&own) {
            words.push(own);
        }
    }
    if words.is_empty() && question == Question::Fetch {
        words.push(format!("robots.txt ({})", verdict.access()));
    }
    words.join(", ")
}
