//! The answers of a verdict, each with the statements that it follows from.

use std::borrow::Cow;

use robots_policy::engines::UseAnswer;
use robots_policy::meta::Placement;
use robots_policy::uses::{Preference, Vocabulary};
use robots_policy::{
    Because, Directive, DirectiveKind, DirectiveValue, Provenance, Source, Timestamp, Verdict,
};

use robots_policy_input::names::plain_line;

/// The label of the question whether a page may be fetched.
pub(super) const FETCH: &str = "fetch";

/// The answer to a question; it may be missing although statements are about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// Allowed.
    Yes,
    /// Forbidden.
    No,
    /// Something that may forbid it was not read.
    Unread,
    /// A statement without a yes or a no, such as the size of a preview.
    #[default]
    Stated,
    /// Allowed on terms.
    Terms,
    /// Done in part, or up to a limit.
    Limited,
    /// No source says anything.
    Unstated,
    /// Its owner does not say.
    Unsaid,
}

impl Answer {
    /// The word; capitals, because not every reader sees colours.
    pub(super) fn word(self) -> &'static str {
        match self {
            Answer::Yes => "yes",
            Answer::No => "NO",
            Answer::Unread => "?",
            Answer::Stated => "",
            Answer::Terms => "IF",
            Answer::Limited => "LIM",
            Answer::Unstated => "-",
            Answer::Unsaid => "unsaid",
        }
    }

    /// The word in a table, in which no cell is empty.
    pub fn shown(self) -> &'static str {
        match self {
            Answer::Stated => "-",
            answer => answer.word(),
        }
    }
}

impl Answer {
    /// The answer about something that may have a limit.
    pub(super) fn up_to(allowed: Option<bool>, is_limited: bool) -> Answer {
        match allowed {
            Some(true) if is_limited => Answer::Limited,
            allowed => allowed.into(),
        }
    }
}

impl From<Option<bool>> for Answer {
    fn from(allowed: Option<bool>) -> Answer {
        match allowed {
            Some(true) => Answer::Yes,
            Some(false) => Answer::No,
            None => Answer::Unread,
        }
    }
}

/// A question with its answer.
#[derive(Default)]
pub(super) struct Row<'v> {
    pub(super) label: String,
    pub(super) answer: Answer,
    pub(super) reasons: Vec<Witness<'v>>,
    /// The answer without a statement.
    pub(super) note: String,
    /// The effect of a statement that forbids it, as text.
    pub(super) effect: &'static str,
    /// Whether it is about AI use.
    pub(super) is_use: bool,
}

/// A statement that a row follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Witness<'v> {
    Because(Because<'v>),
    Preference(Preference),
}

impl Witness<'_> {
    /// The place of the statement, and its bytes.
    pub(super) fn provenance(&self) -> Cow<'_, Provenance> {
        match self {
            Witness::Because(because) => because.provenance(),
            Witness::Preference(preference) => Cow::Borrowed(preference.provenance()),
        }
    }

    /// The directive that it states.
    pub(super) fn directive(&self) -> Option<Directive> {
        match self {
            Witness::Because(because) => because.directive().map(|(directive, _)| directive),
            Witness::Preference(_) => None,
        }
    }

    /// Whether it states a directive that does not only permit.
    pub(super) fn limits(&self) -> bool {
        let Witness::Because(because) = self else {
            return false;
        };
        let stated = because.directive();
        stated.is_some_and(|(directive, value)| {
            directive.kind() != DirectiveKind::Permissive
                && directive.permissive_value() != Some(value)
        })
    }

    /// Whether it alone forbids something at this moment.
    pub(super) fn forbids(&self, now: Timestamp) -> bool {
        match self {
            // A directive is shown by the row of its own.
            Witness::Preference(preference) => {
                preference.answer().restricts()
                    && preference.label().vocabulary() != Vocabulary::Robots
            }
            Witness::Because(because) => match because.directive() {
                None | Some((_, DirectiveValue::Flag | DirectiveValue::Ceiling(Some(0)))) => true,
                Some((_, DirectiveValue::Deadline(moment))) => moment <= now,
                Some(_) => false,
            },
        }
    }
}

/// A question about the page: its label, the effect of a ban, the function that answers it, and the directives that are
/// about it.
struct PageQuestion {
    label: &'static str,
    effect: &'static str,
    ask: fn(&Verdict<'_>) -> Answer,
    directives: &'static [Directive],
}

/// The questions about the page in the order of their rows. Directives that are in no question have a row of their own.
const QUESTIONS: &[PageQuestion] = &[
    PageQuestion {
        label: "index",
        effect: "keeps it out of the index",
        ask: |verdict| verdict.index().into(),
        directives: &[Directive::NoIndex, Directive::UnavailableAfter],
    },
    PageQuestion {
        label: "follow",
        effect: "forbids following its links",
        ask: |verdict| verdict.follow().into(),
        directives: &[Directive::NoFollow],
    },
    PageQuestion {
        label: "archive",
        effect: "forbids offering a stored copy",
        ask: |verdict| verdict.archive().into(),
        directives: &[Directive::NoArchive],
    },
    PageQuestion {
        label: "snippet",
        effect: "forbids excerpts",
        ask: |verdict| verdict.snippet().allowed.into(),
        directives: &[Directive::NoSnippet, Directive::MaxSnippet],
    },
    PageQuestion {
        label: "images",
        effect: "forbids indexing its images",
        ask: |verdict| no_if(verdict.directives().contains(Directive::NoImageIndex)),
        directives: &[Directive::NoImageIndex, Directive::MaxImagePreview],
    },
    PageQuestion {
        label: "video",
        effect: "",
        ask: |_| Answer::Stated,
        directives: &[Directive::MaxVideoPreview],
    },
    PageQuestion {
        label: "AI use",
        effect: "forbids use for AI",
        ask: ai,
        directives: Directive::ABOUT_AI,
    },
];

/// May it be used for AI? Without a statement nothing is known, so the answer is never yes.
pub(super) fn ai(verdict: &Verdict<'_>) -> Answer {
    let mut about = Directive::ABOUT_AI.iter();
    let is_banned = about.any(|own| verdict.directives().contains(*own));
    no_if(is_banned)
}

fn no_if(is_banned: bool) -> Answer {
    if is_banned {
        Answer::No
    } else {
        Answer::Stated
    }
}

/// Is it used by an engine?
pub(super) fn used(answer: Option<UseAnswer>) -> Answer {
    match answer {
        None => Answer::Stated,
        Some(UseAnswer::Yes) => Answer::Yes,
        Some(UseAnswer::No) => Answer::No,
        Some(_) => Answer::Limited,
    }
}

/// The rows about the page; of one that was not read those that restrict: what an answer forbids that is not a page stays forbidden.
pub(super) fn of_page_read<'v>(verdict: &Verdict<'v>, is_read: bool) -> Vec<Row<'v>> {
    let mut rows = of_page(verdict);
    let restricts =
        |row: &Row<'_>| row.answer == Answer::No || row.reasons.iter().any(Witness::limits);
    rows.retain(|row| is_read || restricts(row));
    rows
}

/// The rows about the page.
pub(super) fn of_page<'v>(verdict: &Verdict<'v>) -> Vec<Row<'v>> {
    let asked = QUESTIONS.iter().filter_map(|question| {
        let row = Row {
            label: question.label.to_owned(),
            answer: (question.ask)(verdict),
            reasons: reasons(verdict, question.directives),
            effect: question.effect,
            ..Row::default()
        };
        (row.answer != Answer::Stated || !row.reasons.is_empty()).then_some(row)
    });
    let known = |directive| {
        let mut questions = QUESTIONS.iter();
        questions.any(|question| question.directives.contains(&directive))
    };
    let others = verdict.directives().iter().filter(|(own, _)| !known(*own));
    let others = others.map(|(directive, _)| Row {
        label: String::from("also"),
        reasons: reasons(verdict, &[directive]),
        ..Row::default()
    });
    asked.chain(others).collect()
}

/// The statements that put one of these directives in force, each once.
fn reasons<'v>(verdict: &Verdict<'v>, directives: &[Directive]) -> Vec<Witness<'v>> {
    let mut reasons: Vec<Witness<'v>> = Vec::new();
    let in_force = directives.iter().copied();
    for directive in in_force.filter(|own| verdict.directives().contains(*own)) {
        for because in verdict.because_of(directive).map(Witness::Because) {
            if reasons.len() < MOST_KEPT && !reasons.contains(&because) {
                reasons.push(because);
            }
        }
    }
    reasons
}

/// The text of a statement: the directive, or the line of robots.txt.
pub(super) fn said(witness: &Witness<'_>) -> String {
    match witness {
        Witness::Preference(preference) => plain_line(preference.provenance().text()).into_owned(),
        Witness::Because(because) => said_because(because),
    }
}

fn said_because(because: &Because<'_>) -> String {
    match because {
        Because::Signal(signal) => plain_line(&signal.statement().to_string()).into_owned(),
        because => plain_line(&because.text()).into_owned(),
    }
}

/// The statement as text, after the name of its field if its value says nothing by itself, as that of `TDM-Reservation: 1`.
pub(super) fn with_field(witness: &Witness<'_>) -> String {
    let said = said(witness);
    if said.contains(char::is_alphabetic) {
        said
    } else {
        format!("{} {said}", said_in(witness))
    }
}

/// The input that holds a statement, and the clients that it addresses.
pub(super) fn said_in(witness: &Witness<'_>) -> String {
    let subject = match witness {
        Witness::Because(because) => because.subject().to_string(),
        Witness::Preference(preference) => preference.scope().to_owned(),
    };
    let at = witness.provenance();
    let to_all = subject == "*";
    let shown = match at.source() {
        Source::RobotsTxt => format!("group {subject}"),
        Source::Meta(_) if to_all && matches!(witness, Witness::Because(_)) => {
            String::from("meta robots")
        }
        Source::Meta(_) if to_all => String::from("meta"),
        Source::Meta(_) => format!("meta {subject}"),
        source => {
            let field = field_name(source);
            if to_all {
                field.to_owned()
            } else {
                format!("{field} to {subject}")
            }
        }
    };
    let placement = at.source().placement().map(Placement::name);
    match placement.filter(|placement| *placement != "head") {
        Some(placement) => plain_line(&format!("{shown} in {placement}")).into_owned(),
        None => plain_line(&shown).into_owned(),
    }
}

/// The name of a field as servers write it.
pub fn field_name(source: Source) -> &'static str {
    match source {
        Source::RobotsTag => "Robots-Tag",
        Source::XRobotsTag => "X-Robots-Tag",
        Source::ContentUsage => "Content-Usage",
        Source::ContentSignal => "Content-Signal",
        Source::TdmReservation => "TDM-Reservation",
        source => source.name(),
    }
}

/// The most statements of one row that are examined; hostile inputs have thousands.
pub(super) const MOST_KEPT: usize = 64;
