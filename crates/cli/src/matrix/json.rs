//! The matrix as one JSON object. Its keys and their meaning are a contract; docs/program.md lists them.

use std::fmt::Write as _;
use std::io::{self, Write};

use robots_policy::report::{Record, record};
use robots_policy::robots_txt::{Access, Cause, Rule};
use robots_policy::uses::{self, Activity, Uses};
use robots_policy::{Client, ProductToken, Verdict};
use serde::{Serialize, Serializer};

use super::Matrix;
use super::engine::{By, EngineAnswer};
use super::groups::Groups;
use super::groups::json::GroupsObject;
use super::lines;
use crate::names::is_hidden;

/// The object.
#[derive(Serialize)]
struct Object<'m, D> {
    version: u32,
    /// Of a saved response.
    #[serde(skip_serializing_if = "Option::is_none")]
    robots_status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    robots_cause: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Rows<'m>>,
    #[serde(flatten)]
    groups: Option<GroupsObject<'m>>,
    /// As in the record of `eval`.
    diagnostics: D,
}

/// Rows that are made when they are written.
struct Rows<'m>(&'m Matrix<'m>);

/// The row of an engine.
#[derive(Serialize)]
struct EngineRow<'m> {
    url: &'m str,
    profile: &'static str,
    agent: &'static str,
    #[serde(flatten)]
    access: Answer,
    by: Option<&'static str>,
    /// Of a name without requests, whether its group allows the uses that it is about.
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    governed: Option<bool>,
    marks: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uses: Option<UseAnswers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked_not_to: Option<Facts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    listens: Option<Facts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    use_rules: Option<UseRules>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<record::Unread>,
}

#[derive(Serialize)]
struct Row<'m> {
    url: &'m str,
    agent: String,
    #[serde(flatten)]
    access: Answer,
    /// The uses that are asked about, by their names.
    #[serde(skip_serializing_if = "Option::is_none")]
    uses: Option<UseAnswers>,
    /// The statements that decide about them.
    #[serde(skip_serializing_if = "Option::is_none")]
    use_rules: Option<UseRules>,
    /// The licences that robots.txt points at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<record::Unread>,
}

/// Something about each of some activities, as an object.
struct ByActivity<T>(Vec<(Activity, T)>);

/// The answers about uses; `None` where a licence may give them.
type UseAnswers = ByActivity<Option<&'static str>>;
type Facts = ByActivity<Option<bool>>;
type UseRules = ByActivity<Option<UseRule>>;

/// The statement that decides about a use.
#[derive(Serialize)]
struct UseRule {
    rule: String,
    line: usize,
}

impl<T: Serialize> Serialize for ByActivity<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let each = self.0.iter();
        serializer.collect_map(each.map(|(activity, fact)| (activity.name(), fact)))
    }
}

/// The keys of `access` in the record of `eval`.
#[derive(Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    purpose: Option<String>,
    allowed: Option<bool>,
    reason: &'static str,
    group: Option<String>,
    rule: Option<String>,
    line: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    purposes: Vec<Answer>,
}

/// Writes the object on one line. Characters that a terminal acts on are escaped, as JSON has it.
pub(super) fn write(
    out: &mut impl Write,
    matrix: &Matrix<'_>,
    status: Option<u16>,
) -> io::Result<()> {
    // The faults of the file do not depend on an asker.
    let verdict = matrix.policy.verdict(&Client::anonymous(), "/", matrix.now);
    let record = Record::new((), &verdict);
    let object = Object {
        version: record.version,
        robots_status: status,
        robots_cause: matrix.robots.cause().map(Cause::name),
        rows: (!matrix.is_alone()).then_some(Rows(matrix)),
        groups: matrix.groups.as_ref().map(Groups::object),
        diagnostics: record.diagnostics,
    };
    serde_json::to_writer(Escaping(&mut *out), &object)?;
    writeln!(out)
}

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.0.engines.is_empty() {
            let rows = self.0.engine_answers();
            return serializer.collect_seq(rows.map(|(url, answer)| self.engine(url, &answer)));
        }
        let rows = self.0.answers();
        serializer.collect_seq(rows.map(|(url, asker, access)| {
            let asked = self.0.asked(asker, url);
            Row {
                url,
                agent: super::agent(asker),
                access: Answer::new(None, &access),
                uses: asked.as_ref().map(|asked| self.uses(&asked.uses())),
                use_rules: asked.as_ref().map(|asked| self.use_rules(&asked.uses())),
                unread: asked.as_ref().map(unread).unwrap_or_default(),
            }
        }))
    }
}

impl<'m> Rows<'m> {
    /// The uses that are asked about, with their answers.
    fn uses(&self, stated: &Uses) -> UseAnswers {
        let uses = self.0.uses.iter();
        let answer = |activity| stated.of(activity).map(uses::Answer::name);
        ByActivity(
            uses.map(|activity| (*activity, answer(*activity)))
                .collect(),
        )
    }

    /// The statement that decides about each use that is asked about.
    fn use_rules(&self, stated: &Uses) -> UseRules {
        let uses = self.0.uses.iter();
        let rule = |activity| {
            let (line, rule) = lines::of_use(stated, activity)?;
            Some(UseRule { rule, line })
        };
        ByActivity(uses.map(|activity| (*activity, rule(*activity))).collect())
    }

    /// A fact about each use that is asked about and of which documents of engines speak.
    fn facts(&self, fact: impl Fn(Activity) -> Option<bool>) -> Facts {
        let activities = self.0.uses_of_engines();
        ByActivity(
            activities
                .map(|activity| (activity, fact(activity)))
                .collect(),
        )
    }

    fn engine(&self, url: &'m str, answer: &EngineAnswer<'_>) -> EngineRow<'m> {
        let is_asked = !self.0.uses.is_empty();
        let stated = is_asked.then(|| answer.verdict.uses());
        let stated = stated.as_ref();
        let (line, rule) = answer.rule().unzip();
        EngineRow {
            url,
            profile: answer.profile().name(),
            agent: answer.agent(),
            access: Answer {
                group: answer.group(),
                rule,
                line,
                ..Answer::new(None, answer.access())
            },
            by: answer.by().map(By::name),
            governed: answer.governed().map(|(_, is_allowed)| is_allowed),
            marks: answer.marks().map(ToString::to_string).collect(),
            uses: stated.map(|stated| self.uses(stated)),
            asked_not_to: stated.map(|uses| self.facts(|activity| uses.asked_not_to(activity))),
            listens: stated.map(|uses| self.facts(|activity| uses.listens(activity))),
            use_rules: stated.map(|uses| self.use_rules(uses)),
            unread: if is_asked {
                unread(&answer.verdict)
            } else {
                Vec::new()
            },
        }
    }
}

/// The sources that are not known, as in the record of `eval`.
fn unread(verdict: &Verdict<'_>) -> Vec<record::Unread> {
    verdict
        .unread()
        .map(|unread| record::Unread::new(&unread))
        .collect()
}

impl Answer {
    fn new(purpose: Option<&ProductToken>, access: &Access<'_>) -> Answer {
        let purposes = access.purposes().iter();
        Answer {
            purpose: purpose.map(ToString::to_string),
            allowed: access.allowed(),
            reason: access.reason().name(),
            group: access.group().map(|group| group.to_string()),
            rule: access.rule().map(|rule| rule.text().into_owned()),
            line: access.rule().map(Rule::line),
            purposes: purposes
                .map(|(purpose, access)| Answer::new(Some(purpose), access))
                .collect(),
        }
    }
}

/// Takes JSON in pieces that are whole characters, as `serde_json` writes it.
struct Escaping<W>(W);

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        match str::from_utf8(piece) {
            Ok(text) if !piece.is_ascii() && text.chars().any(is_hidden) => {
                self.0.write_all(escaped(text).as_bytes())?;
            }
            _ => self.0.write_all(piece)?,
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Hidden characters are only in strings.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(c);
        }
    }
    escaped
}
