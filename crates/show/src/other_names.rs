//! Rules of other crawlers by name: a line for each name, since a page that restricts nothing for one asker may be out of the
//! index of another, or may not be fetched by it.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use robots_policy::robots_txt::{Access, Group, Subject};
use robots_policy::{Because, Client, ProductToken, Scope, Verdict};
use robots_policy_input::names::plain_line;

use super::layout::Layout;
use super::page::Page;

/// The names, each with what is said to it, in the order in which they come first.
#[derive(Default)]
struct NamedRules {
    all: Vec<(String, Vec<String>)>,
    // A hostile page has thousands of names.
    places: HashMap<String, usize>,
    /// The number of names that were not compared.
    left: usize,
}

impl NamedRules {
    fn add(&mut self, name: &str, said: String) {
        let at = if let Some(at) = self.places.get(name) {
            *at
        } else {
            self.all.push((name.to_owned(), Vec::new()));
            self.places.insert(name.to_owned(), self.all.len() - 1);
            self.all.len() - 1
        };
        if let Some((_, all)) = self.all.get_mut(at)
            && all.len() < MOST
        {
            all.push(said);
        }
    }

    /// The names to which the same is said, together.
    fn together(self) -> Vec<(Vec<String>, Vec<String>)> {
        let mut together: Vec<(Vec<String>, Vec<String>)> = Vec::new();
        let mut places: HashMap<Vec<String>, usize> = HashMap::new();
        for (name, said) in self.all {
            if let Some((names, _)) = places.get(&said).and_then(|at| together.get_mut(*at)) {
                names.push(name);
            } else {
                places.insert(said.clone(), together.len());
                together.push((vec![name], said));
            }
        }
        together
    }
}

/// Writes a line for the names that have rules of their own, but those of the askers.
pub(super) fn write(
    out: &mut dyn Write,
    page: &Page<'_>,
    verdict: &Verdict<'_>,
    layout: &Layout,
) -> io::Result<()> {
    let mut named = NamedRules::default();
    of_robots_txt(&mut named, page, verdict);
    if page.is_read {
        of_page(&mut named, page, verdict);
    }
    let left = named.left;
    let named = named.together();
    for (names, said) in named.iter().take(MOST) {
        let shown = names.iter().take(MOST).map(String::as_str);
        let shown = shown.collect::<Vec<_>>().join(", ");
        let more = match names.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let line = format!("  other rules for {shown}{more}: {}", said.join(", "));
        writeln!(out, "{}", layout.wrapped(&plain_line(&line), 4))?;
    }
    let more = named.iter().skip(MOST).map(|(names, _)| names.len());
    let more = more.sum::<usize>();
    if more > 0 {
        writeln!(out, "  other rules for {more} more names")?;
    }
    if left > 0 {
        writeln!(out, "  {left} more names of robots.txt were not compared")?;
    }
    Ok(())
}

/// The statements of fields and metas to other names that restrict.
fn of_page(named: &mut NamedRules, page: &Page<'_>, verdict: &Verdict<'_>) {
    for signal in verdict.policy().signals() {
        let (Scope::Token(name), Some((directive, _))) = (signal.scope(), signal.directive())
        else {
            continue;
        };
        if is_own(page, name) || directive.ban().is_none() && directive.sentence().is_none() {
            continue;
        }
        let at = signal.provenance();
        let place = page.inputs.place(at);
        named.add(&name.to_lowercase(), format!("{place} {}", at.text()));
    }
}

/// The names that robots.txt answers otherwise than a client that no one names.
fn of_robots_txt(named: &mut NamedRules, page: &Page<'_>, verdict: &Verdict<'_>) {
    let is_general = verdict.profile().is_none() && verdict.client().tokens().is_empty();
    let robots = verdict.robots();
    let (Some(rules), true) = (robots.rules(), is_general) else {
        return;
    };
    let mut known: HashSet<String> = HashSet::new();
    for subject in rules.groups().flat_map(Group::subjects) {
        let Some((name, client)) = client(page, subject) else {
            continue;
        };
        if known.len() == MOST_COMPARED {
            named.left += usize::from(!known.contains(&name));
            continue;
        }
        if !known.insert(name.clone()) {
            continue;
        }
        let access = robots.access(&client, verdict.target());
        if access.allowed() == verdict.access().allowed() {
            continue;
        }
        named.add(&name, said(page, &access));
    }
}

/// The line that decides about a name, or the answer and its reason.
fn said(page: &Page<'_>, access: &Access<'_>) -> String {
    let reason = access.reason().sentence();
    match (access.allowed(), access.rule().zip(access.group())) {
        (None, _) => format!("not known, {reason}"),
        (_, Some((rule, group))) => {
            let because = Because::Rule(rule, group);
            let place = page.inputs.place(&because.provenance());
            format!("{place} {}", because.text())
        }
        (Some(true), None) => format!("may fetch it, {reason}"),
        (Some(false), None) => format!("must not fetch it, {reason}"),
    }
}

/// The client that a line of robots.txt names, unless it is an asker that is shown.
fn client(page: &Page<'_>, subject: Subject<'_>) -> Option<(String, Client)> {
    let (Subject::Agent(name) | Subject::Purpose(name)) = subject else {
        return None;
    };
    let token = ProductToken::new(&name.to_ascii_lowercase()).ok()?;
    match subject {
        Subject::Agent(_) if is_own(page, &token) => None,
        Subject::Agent(_) => Some((token.to_string(), Client::anonymous().with_token(token))),
        _ => Some((
            format!("the purpose {token}"),
            Client::anonymous().with_purpose(token),
        )),
    }
}

/// Whether it is one of the names by which the response addresses an asker that is shown.
fn is_own(page: &Page<'_>, name: &ProductToken) -> bool {
    let mut shown = page.verdicts.iter();
    shown.any(|verdict| verdict.addressed().client().page_tokens().contains(name))
}

/// The most lines, names of a line, and statements to a name that are shown.
const MOST: usize = 8;
/// The most names of robots.txt that are compared.
const MOST_COMPARED: usize = 256;
