//! Every measure over the columns of a table.

use robots_policy::uses::Activity;
use robots_policy::{Directive, DirectiveKind, DirectiveSet, DirectiveValue, Timestamp};
use robots_policy_archives::{Measure, classes, columns};

use super::dialect::SqlEngine;

/// Cells of a measure that a page counts in.
pub(super) struct Cells {
    pub(super) measure: Measure,
    /// The list that has a cell for each `item`; one cell where there is none.
    each: Option<String>,
    name: String,
    part: String,
    only: Option<String>,
}

impl Cells {
    /// All cells of a measure.
    pub(super) fn of(measure: Measure, engine: SqlEngine, has_engines: bool) -> Vec<Cells> {
        let one = |name: &str| vec![Cells::new(measure, name)];
        let by_state = |name: &str| vec![Cells::new(measure, name).part("state")];
        let each = |list: &str| vec![Cells::new(measure, "item").each(list)];
        match measure {
            Measure::State => one("state"),
            Measure::ClosedBy => {
                vec![Cells::new(measure, &closed_by(engine)).only("NOT access_allowed")]
            }
            Measure::Status => by_state(&status()),
            Measure::Type => by_state(&content_type()),
            Measure::Tld => by_state(&tld()),
            Measure::Month => by_state(&month(engine, "date")),
            Measure::Permit => each(&engine.distinct("permits", "directive", "true")),
            Measure::Use => uses(measure),
            Measure::Engine if !has_engines => Vec::new(),
            Measure::Engine => {
                let used = |name: &str| {
                    let part = format!("coalesce({name}, 'unsaid')");
                    Cells::new(measure, &format!("'{name}'")).part(&part)
                };
                vec![used("answer"), used("train")]
            }
            Measure::Conflict => conflicts(measure, engine),
            Measure::Extension => each(&engine.distinct("extensions", "name", "true")),
            Measure::Snippet => one(&snippet()),
            Measure::ImagePreview => one(IMAGE_PREVIEW),
            Measure::Until => vec![
                Cells::new(measure, &month(engine, "unavailable_after"))
                    .part(PAST)
                    .only("unavailable_after IS NOT NULL"),
            ],
            Measure::Kept => kept(measure),
            Measure::Host => vec![
                Cells::new(measure, HOST).part("'rows'"),
                Cells::new(measure, HOST)
                    .part("'restricted'")
                    .only("state IN ('closed', 'restricted')"),
            ],
            Measure::Access => one("access_reason"),
            Measure::Directives => in_columns()
                .map(|directive| {
                    Cells::new(measure, &format!("'{directive}'")).only(&in_force(directive))
                })
                .collect(),
            Measure::Sources => in_columns()
                .map(|directive| sources(measure, directive, engine))
                .collect(),
            Measure::Diagnostics => each("remarks"),
            Measure::Unread => each(&engine.distinct("unread", "why", "s.source = 'document'")),
        }
    }

    fn new(measure: Measure, name: &str) -> Cells {
        Cells {
            measure,
            each: None,
            name: name.to_owned(),
            part: String::from("''"),
            only: None,
        }
    }

    fn each(mut self, list: &str) -> Cells {
        self.each = Some(list.to_owned());
        self
    }

    fn part(mut self, part: &str) -> Cells {
        part.clone_into(&mut self.part);
        self
    }

    fn only(mut self, only: &str) -> Cells {
        self.only = Some(only.to_owned());
        self
    }

    /// The list of the cells, null where there are none.
    pub(super) fn sql(&self, engine: SqlEngine) -> String {
        let cell = engine.cell(self.measure, &self.name, &self.part);
        let cells = match &self.each {
            Some(list) => engine.each(list, &cell),
            None => engine.list(&cell),
        };
        match &self.only {
            Some(only) => format!("CASE WHEN {only} THEN {cells} END"),
            None => cells,
        }
    }
}

/// The pages, with what several measures need.
pub(super) fn pages(engine: SqlEngine, has_engines: bool) -> String {
    // Rows of clients beside those of engines have no profile.
    let asker = if has_engines {
        "coalesce(nullif(profile, ''), agent)"
    } else {
        "agent"
    };
    let used = if has_engines {
        " OR answer IN ('limited', 'no') OR train IN ('limited', 'no')"
    } else {
        ""
    };
    let refused = if has_engines {
        " OR coalesce(train IN ('limited', 'no'), false)"
    } else {
        ""
    };
    let restricting: Vec<String> = in_columns().map(restricts).collect();
    let restricting = restricting.join(" OR ");
    // What an engine does is its own answer; the sources state what a client may do.
    let unstated = if has_engines {
        "CASE WHEN coalesce(profile, '') = '' THEN use_train ELSE train END IS NULL"
    } else {
        "use_train IS NULL"
    };
    let leave = if has_engines {
        "CASE WHEN access_reason <> 'makes-no-requests' THEN access_allowed
      WHEN answer IS NOT NULL OR train IS NOT NULL THEN true END"
    } else {
        "access_allowed"
    };
    let unread = engine.any("unread", "s", "s.why IS NOT NULL");
    format!(
        "leave AS (
  -- A policy token makes no requests and needs no leave, but an answer of robots.txt.
  SELECT *, {asker} AS asker, {KIND} AS kind, {LABEL} AS label,
    {leave} AS may_fetch
  FROM tables
),
pages AS (
  SELECT *,
    CASE WHEN NOT access_allowed THEN 'closed'
      WHEN {restricting}{used} THEN 'restricted'
      WHEN may_fetch IS NULL OR index IS NULL THEN 'unknown' ELSE 'free' END AS state,
    -- Whether the page is dropped at a step (0), may be kept (2), or it is not known (1).
    {} AS step_fetch, {} AS step_index, {} AS step_snippet, {} AS step_archive,
    CASE WHEN noai OR noml THEN 0 ELSE 2 END AS step_noai,
    CASE WHEN coalesce(use_train IN ('conditional', 'disallow'), false){refused} THEN 0
      WHEN {unstated} OR {unread} THEN 1 ELSE 2 END AS step_train
  FROM leave
)",
        step("may_fetch"),
        step("index"),
        step("snippet"),
        step("archive"),
    )
}

fn step(column: &str) -> String {
    format!("CASE WHEN {column} THEN 2 WHEN {column} IS NULL THEN 1 ELSE 0 END")
}

/// The directives that have a column. Permissions have none; the columns `index`, `follow` and `archive` are answers.
fn in_columns() -> impl Iterator<Item = Directive> {
    let columns = columns();
    let directives = Directive::ALL.iter().copied();
    directives.filter(move |directive| {
        let own = column(*directive);
        directive.kind() != DirectiveKind::Permissive
            && columns.iter().any(|column| column.name() == own)
    })
}

fn column(directive: Directive) -> String {
    directive.name().replace('-', "_")
}

/// Whether a directive is in force.
fn in_force(directive: Directive) -> String {
    let column = column(directive);
    match directive.kind() {
        DirectiveKind::Flag | DirectiveKind::Permissive => column,
        _ => format!("{column} IS NOT NULL"),
    }
}

/// Whether a directive in force restricts: the highest level of a preview does not.
fn restricts(directive: Directive) -> String {
    match (directive.kind(), directive.permissive_value()) {
        (DirectiveKind::Level(_), Some(value)) => format!("{} <> '{value}'", column(directive)),
        _ => in_force(directive),
    }
}

fn closed_by(engine: SqlEngine) -> String {
    let first = engine.first("reasons");
    let scope = format!("({first}).scope");
    format!(
        "CASE WHEN access_reason = 'unreachable' THEN 'unreachable' \
         WHEN access_reason <> 'disallow-rule' OR {scope} IS NULL THEN 'other' \
         WHEN {scope} = '*' THEN 'every-client' WHEN {scope} LIKE 'purpose:%' THEN 'purpose' \
         WHEN {scope} LIKE 'signature:%' THEN 'signer' ELSE 'own-group' END"
    )
}

fn status() -> String {
    let classes: Vec<String> = (2..=5)
        .map(|class| format!("WHEN status BETWEEN {class}00 AND {class}99 THEN '{class}xx'"))
        .collect();
    format!(
        "CASE {} WHEN status IS NULL THEN '{}' ELSE '{}' END",
        classes.join(" "),
        classes::NONE,
        classes::OTHER
    )
}

fn content_type() -> String {
    let like = |pattern: &&str| format!("kind LIKE '{}'", pattern.replace('*', "%"));
    let classes: Vec<String> = classes::TYPES
        .iter()
        .map(|(class, patterns)| {
            let any: Vec<String> = patterns.iter().map(like).collect();
            format!("WHEN {} THEN '{class}'", any.join(" OR "))
        })
        .collect();
    format!(
        "CASE {} WHEN kind = '' THEN '{}' ELSE '{}' END",
        classes.join(" "),
        classes::NONE,
        classes::OTHER
    )
}

fn tld() -> String {
    format!(
        "CASE WHEN host LIKE '[%' THEN '{address}' WHEN label = '' THEN '{none}' \
         WHEN translate(label, '0123456789', '') = '' THEN '{address}' ELSE label END",
        address = classes::ADDRESS,
        none = classes::NO_HOST
    )
}

fn month(engine: SqlEngine, column: &str) -> String {
    let start = |year: i16| engine.moment(&format!("{year}-01-01 00:00:00"));
    format!(
        "CASE WHEN {column} IS NULL THEN '{}' WHEN {column} < {} THEN 'earlier' WHEN {column} >= {} THEN 'later' ELSE {} END",
        classes::NONE,
        start(*classes::YEARS.start()),
        start(classes::YEARS.end().saturating_add(1)),
        engine.month(column)
    )
}

fn uses(measure: Measure) -> Vec<Cells> {
    let all = Activity::ALL.iter();
    let of = |activity: &Activity| {
        let column = activity.name().replace('-', "_");
        let part = format!("coalesce(use_{column}, 'unstated')");
        Cells::new(measure, &format!("'{activity}'")).part(&part)
    };
    all.map(of).collect()
}

fn conflicts(measure: Measure, engine: SqlEngine) -> Vec<Cells> {
    let pairs: Vec<String> = classes::OPPOSITES
        .iter()
        .map(|(permit, opposites)| {
            let stated: Vec<String> = opposites.iter().map(|it| format!("'{it}'")).collect();
            let stated = stated.join(", ");
            // `none` may be a reason for a part of what it states alone.
            let done = in_columns().filter(|it| opposites.contains(it));
            let done: Vec<String> = done.map(in_force).collect();
            let done = done.join(" OR ");
            format!("(p.directive = '{permit}' AND r.directive IN ({stated}) AND ({done}))")
        })
        .collect();
    let pairs = pairs.join(" OR ");
    let of = |name: &str, differ: &str| {
        let reason = format!("r.vocabulary IS NULL AND {differ} AND ({pairs})");
        let permit = engine.any("permits", "p", &engine.any("reasons", "r", &reason));
        Cells::new(measure, &format!("'{name}'")).only(&permit)
    };
    vec![
        Cells::new(measure, "'disallow-and-noindex'").only("NOT access_allowed AND noindex"),
        of(
            "field-against-meta",
            "(p.source = 'meta') <> (r.source = 'meta')",
        ),
        of(
            "own-against-every-client",
            "(p.scope = '*') <> (r.scope = '*')",
        ),
    ]
}

fn snippet() -> String {
    let classes: Vec<String> = classes::SNIPPETS
        .iter()
        .map(|(class, most)| format!("WHEN max_snippet <= {most} THEN '{class}'"))
        .collect();
    format!(
        "CASE WHEN NOT snippet THEN '0' {} WHEN max_snippet IS NOT NULL THEN '{}' WHEN snippet IS NULL THEN 'unknown' ELSE 'no-limit' END",
        classes.join(" "),
        classes::LONGEST_SNIPPET
    )
}

/// The steps of the funnel: a page is in all of them up to the first that drops it.
fn kept(measure: Measure) -> Vec<Cells> {
    let mut cells = vec![Cells::new(measure, "'all'").part("'yes'")];
    let mut steps: Vec<String> = Vec::new();
    for step in ["fetch", "index", "snippet", "archive", "noai", "train"] {
        steps.push(format!("step_{step}"));
        // `least` requires two.
        let least = format!("least(2, {})", steps.join(", "));
        let part = format!("CASE {least} WHEN 2 THEN 'yes' ELSE 'unknown' END");
        let cell = Cells::new(measure, &format!("'{step}'")).part(&part);
        cells.push(cell.only(&format!("{least} > 0")));
    }
    cells
}

/// The sources of a directive in force: those of statements that alone put it in force.
fn sources(measure: Measure, directive: Directive, engine: SqlEngine) -> Cells {
    let mut stating = vec![format!("s.directive = '{directive}'")];
    for other in Directive::ALL.iter().filter(|other| **other != directive) {
        let alone = |value| DirectiveSet::from_iter([(*other, value)]);
        let stated = format!("s.directive = '{other}'");
        let past = alone(DirectiveValue::Deadline(Timestamp::from_unix(0)));
        if alone(DirectiveValue::Flag).contains(directive) {
            stating.push(stated);
        } else if alone(DirectiveValue::Ceiling(Some(0))).contains(directive) {
            stating.push(format!("({stated} AND {} = 0)", column(*other)));
        } else if past
            .resolved_at(Timestamp::from_unix(1))
            .contains(directive)
        {
            let column = column(*other);
            stating.push(format!("({stated} AND {column} <= scan_time)"));
        }
    }
    let only = format!("s.vocabulary IS NULL AND ({})", stating.join(" OR "));
    let list = engine.distinct("reasons", "source", &only);
    Cells::new(measure, &format!("'{directive}'"))
        .part("item")
        .each(&list)
        .only(&in_force(directive))
}

/// The type without its parameters. Both engines read `\t` as a tab, `DuckDB` in the expression and Spark in the text.
const KIND: &str = "lower(regexp_extract(coalesce(content_type, ''), '^[ \\t]*([^;, \\t]*)', 1))";
/// The last label of the host.
const LABEL: &str = "regexp_extract(lower(coalesce(host, '')), '([^.]*)[.]?$', 1)";
const HOST: &str = "coalesce(nullif(host, ''), '(none)')";
const IMAGE_PREVIEW: &str = "CASE WHEN max_image_preview IS NOT NULL THEN max_image_preview \
     WHEN index IS NULL OR follow IS NULL OR archive IS NULL OR snippet IS NULL THEN 'unknown' ELSE 'unsaid' END";
/// A page whose deadline has passed is not indexed.
const PAST: &str =
    "CASE WHEN noindex AND unavailable_after <= scan_time THEN 'past' ELSE 'coming' END";
