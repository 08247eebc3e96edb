//! A robots.txt, or how its fetch ended: what it says to every client, and to each name that it has.

use robots_policy::ledger::{Assumed, Input};
use robots_policy::robots_txt::{Group, RobotsTxt, Rule, Subject};
use robots_policy::{Because, Client, Policy, Timestamp, Verdict};

use super::markup::{Html, ROBOTS};
use super::{robots_input, write_diagnostics, write_part};
use crate::access::{FORBIDS, of_access, unknown_access};
use crate::answers::{Answer, MOST_KEPT, Row, Witness};
use crate::rows::Rows;
use crate::snippet::Snippets;
use crate::uses::of_uses;
use crate::{Inputs, Kept, Page};

/// The file as a table, with a part for every client and for each name, then the lines that forbid, and its faults. The policy holds
/// it alone.
pub fn robots_html(policy: Policy, now: Timestamp) -> String {
    // The answers are those of robots.txt alone: what other sources say is not asked.
    let others = Input::ALL.iter().copied();
    let others = others.filter(|source| !matches!(source, Input::RobotsTxt | Input::Licenses));
    let policy = policy.with_assumed(others.fold(Assumed::new(), Assumed::with));
    let kept = Kept::default();
    let inputs = Inputs {
        robots: robots_input(&policy),
        kept: Some(&kept),
        ..Inputs::default()
    };
    let clients = clients(policy.robots().rules());
    let verdicts: Vec<Verdict<'_>> = clients
        .iter()
        .take(MOST_NAMES)
        .map(|client| policy.verdict(client, "/", now))
        .collect();
    let page = Page::read(ROBOTS, &verdicts, &inputs);
    let mut html = Html::new(ROBOTS, "");
    let mut snippets = Snippets::default();
    for (verdict, client) in verdicts.iter().zip(&clients) {
        let name = match client.tokens() {
            [] => String::from("every client that it does not name"),
            _ => client.to_string(),
        };
        html.section(&name);
        for rows in of_client(&page, verdict) {
            write_part(&mut html, verdict, &rows);
            rows.show(&mut snippets);
        }
    }
    html.end_table();
    match clients.len().saturating_sub(MOST_NAMES) {
        0 => {}
        more => html.notes(&format!("and {more} more names")),
    }
    html.lines(snippets.sorted());
    write_diagnostics(&mut html, &page);
    html.end()
}

/// Every client that has no name, then a client of each name.
fn clients(rules: Option<&RobotsTxt>) -> Vec<Client> {
    let mut all = vec![Client::anonymous()];
    for group in rules.iter().flat_map(|rules| rules.groups()) {
        for subject in group.subjects() {
            let Subject::Agent(name) = subject else {
                continue;
            };
            if let Ok(client) = Client::new(name)
                && !all.contains(&client)
            {
                all.push(client);
            }
        }
    }
    all
}

/// The rows about one client: the start page, the paths that it may not fetch, and AI use.
fn of_client<'v>(page: &Page<'_>, verdict: &Verdict<'v>) -> [Rows<'v>; 3] {
    let placed = |rows| Rows::new(rows, page.inputs, verdict.now());
    let mut start = of_access(page, verdict);
    if start.is_empty() {
        start.push(unknown_access(page, verdict));
    }
    for row in &mut start {
        row.label += " /";
    }
    let mut uses = of_uses(verdict, &|at| page.inputs.place(at));
    uses.retain(|row| row.answer != Answer::Unstated);
    [
        placed(start),
        placed(refused(verdict).into_iter().collect()),
        placed(uses),
    ]
}

/// The row of the other lines that forbid paths to a client.
fn refused<'v>(verdict: &Verdict<'v>) -> Option<Row<'v>> {
    let rules = verdict.robots().rules()?;
    let access = verdict.access();
    let subject = access.group()?;
    let is_own = |group: &Group<'v>| group.subjects().any(|own| is_same(own, subject));
    let groups = rules.groups().filter(is_own);
    let refuses = |rule: &Rule<'v>| !rule.allows() && !rule.path().is_empty();
    let lines = groups.flat_map(Group::rules).filter(refuses);
    let lines = lines.filter(|rule| access.rule() != Some(*rule));
    let reasons: Vec<Witness<'v>> = lines
        .take(MOST_KEPT)
        .map(|rule| Witness::Because(Because::Rule(rule, subject)))
        .collect();
    (!reasons.is_empty()).then(|| Row {
        label: String::from("paths"),
        answer: Answer::No,
        reasons,
        effect: FORBIDS,
        ..Row::default()
    })
}

/// Whether a group begins with the name of another: letters of a name may be of either case.
fn is_same(one: Subject<'_>, other: Subject<'_>) -> bool {
    match (one, other) {
        (Subject::Agent(one), Subject::Agent(other)) => one.eq_ignore_ascii_case(other),
        _ => one == other,
    }
}

/// The most names that are shown.
const MOST_NAMES: usize = 16;
