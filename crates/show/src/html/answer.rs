//! An answer of robots.txt that left its file.

use robots_policy::robots_txt::Reason;

use super::markup::{Html, HtmlRow, ROBOTS, of_purpose};
use crate::access::of_rules;
use crate::answers::FETCH;
use crate::line::SourceLine;
use crate::rows::Statement;
use crate::sentence::of_fetch;

/// Whether a path may be fetched, as a caller keeps it without the file.
#[derive(Clone, Debug)]
pub struct AccessAnswer {
    /// Whether it may be fetched, if that is known.
    pub allowed: Option<bool>,
    /// Why.
    pub reason: Reason,
    /// The group that answers.
    pub group: Option<String>,
    /// The line that decides, and its number.
    pub rule: Option<(String, usize)>,
    /// The answer for each purpose.
    pub purposes: Vec<(String, AccessAnswer)>,
}

/// The answer as a table, and the line that decides.
pub fn access_html(answer: &AccessAnswer) -> String {
    let mut html = Html::new(ROBOTS, &of_fetch(answer.allowed));
    row(&mut html, FETCH, answer);
    for (purpose, answer) in &answer.purposes {
        row(&mut html, &of_purpose(purpose), answer);
    }
    html.end_table();
    let all = std::iter::once(answer).chain(answer.purposes.iter().map(|(_, answer)| answer));
    let refusing = all.filter(|answer| answer.allowed == Some(false));
    let mut lines: Vec<SourceLine> = Vec::new();
    for (text, number) in refusing.filter_map(|answer| answer.rule.as_ref()) {
        let line = SourceLine::new(ROBOTS, *number, text.as_bytes(), 0..text.len());
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let marked = lines.into_iter().map(|line| {
        let mark = (line.marked.clone(), super::access::FORBIDS);
        (line, vec![mark])
    });
    html.lines(&marked.collect::<Vec<_>>());
    html.end()
}

fn row(html: &mut Html, label: &str, answer: &AccessAnswer) {
    let group = answer.group.as_ref();
    let rule = answer.rule.as_ref().map(|(text, number)| {
        let group = group.map_or_else(String::new, |group| format!("group {group}"));
        Statement::placed(format!("{ROBOTS}:{number}"), text.clone(), group)
    });
    html.row(&HtmlRow {
        label,
        answer: answer.allowed.into(),
        statements: rule.as_slice(),
        note: &of_rules(answer.reason, group),
        more: None,
    });
}
