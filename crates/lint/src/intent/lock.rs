//! The lock: a line for each pattern of addresses and agent, with the answers and the statements that decide.
//!
//! ```text
//! /blog/** googlebot fetch=yes index=no|yes follow=yes by meta "noindex"
//! ```
//!
//! The answers of all pages that a pattern means are joined by `|`. Lines are sorted, and have no number of a line of an input, so
//! that a lock differs only where an answer or a statement does.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::effect::{Answer, Question};

/// The answers that are known to be meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lock {
    /// By address and agent.
    pub(crate) lines: BTreeMap<(String, String), LockLine>,
    /// Whether it has a line for the path of each rule of robots.txt, so that one that it lacks is new. Older locks do not.
    pub(crate) has_rules: bool,
}

/// The answers to one agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LockLine {
    pub(crate) answers: BTreeMap<Question, BTreeSet<Answer>>,
    /// The statements that decide them.
    pub(crate) by: String,
    /// The line of the file, from 1 on.
    pub(crate) at: usize,
}

impl LockLine {
    /// Adds the answers of another line of its pattern and agent, and their statements if they say more.
    pub(crate) fn add(&mut self, other: LockLine) {
        let mut is_new = false;
        for (question, answers) in other.answers {
            let own = self.answers.entry(question).or_default();
            is_new |= !answers.is_subset(own);
            own.extend(answers);
        }
        if is_new && !other.by.is_empty() && !self.by.contains(&other.by) {
            if !self.by.is_empty() {
                self.by.push_str("; ");
            }
            self.by.push_str(&other.by);
        }
    }
}

impl Lock {
    /// Reads a lock.
    ///
    /// # Errors
    /// The number of a line that is none, and why.
    pub fn parse(text: &str) -> Result<Lock, (usize, String)> {
        let mut lock = Lock::default();
        for (at, text) in text.lines().enumerate() {
            let at = at + 1;
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                lock.has_rules |= text == HAS_RULES.trim_ascii_end();
                continue;
            }
            let (key, mut line) = line(text).map_err(|why| (at, why))?;
            line.at = at;
            if let Some(first) = lock.lines.insert(key, line) {
                return Err((at, format!("line {} is for the same agent", first.at)));
            }
        }
        Ok(lock)
    }

    /// The text of a lock.
    pub fn text(&self) -> String {
        let mut text = String::from(HEAD);
        if self.has_rules {
            text.push_str(HAS_RULES);
        }
        for ((url, agent), line) in &self.lines {
            let _ = write!(text, "{url} {agent}");
            for (question, answers) in &line.answers {
                let _ = write!(text, " {}={}", question.name(), joined(answers));
            }
            if !line.by.is_empty() {
                let _ = write!(text, " by {}", line.by);
            }
            text.push('\n');
        }
        text
    }

    /// The number of its lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it has no line.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

/// Answers in a lock: `no|yes`.
pub(crate) fn joined(answers: &BTreeSet<Answer>) -> String {
    let names: BTreeSet<&str> = answers.iter().map(|answer| answer.name()).collect();
    names.into_iter().collect::<Vec<_>>().join("|")
}

fn line(text: &str) -> Result<((String, String), LockLine), String> {
    let (answers, by) = match text.split_once(" by ") {
        Some((answers, by)) => (answers, by.trim()),
        None => (text, ""),
    };
    let mut words = answers.split_whitespace();
    let (Some(url), Some(agent)) = (words.next(), words.next()) else {
        return Err(String::from("it has no agent after the address"));
    };
    let mut line = LockLine {
        by: by.to_owned(),
        ..LockLine::default()
    };
    for word in words {
        let (question, answers) = word
            .split_once('=')
            .and_then(|(name, answers)| Some((Question::of_name(name)?, answers)))
            .ok_or_else(|| format!("`{word}` is not an answer such as `index=no`"))?;
        let known = answers
            .split('|')
            .map(|name| Answer::of_name(name).ok_or(name));
        let known = known.collect::<Result<BTreeSet<Answer>, &str>>();
        let known = known.map_err(|name| {
            format!("`{name}` is not an answer; they are yes, no, unstated and unknown")
        })?;
        if line.answers.insert(question, known).is_some() {
            return Err(format!("it answers `{}` twice", question.name()));
        }
    }
    if line.answers.is_empty() {
        return Err(String::from("it has no answer, such as `index=no`"));
    }
    Ok(((url.to_owned(), agent.to_owned()), line))
}

const HEAD: &str = "\
# The answers of this site, for `robots-policy lint --locked`. `robots-policy lint --update-lock` writes this file.
# A line each: addresses, agent (`*`: any other client), answers, and the statements that decide.
";

const HAS_RULES: &str = "# The path of each rule of robots.txt has lines too.\n";

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use robots_policy_kit::bytes::bytes;
    use robots_policy_kit::told::assert_told;

    use super::*;

    #[test]
    fn a_lock_that_is_read_is_written_as_it_was() {
        let text = String::from(HEAD)
            + HAS_RULES
            + "/ * fetch=yes\n/blog/** googlebot fetch=yes index=no|yes by meta \"noindex\"; robots.txt \"Allow: / by\"\n";
        assert_eq!(Lock::parse(&text).unwrap().text(), text);
        let unsorted = "/b x index=yes|no\n\n/a x fetch=no\r\n";
        let sorted = "/a x fetch=no\n/b x index=no|yes\n";
        assert_eq!(
            Lock::parse(unsorted).unwrap().text(),
            String::from(HEAD) + sorted
        );
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        assert_told("crates/lint/src/told/locks.txt", |step, _| {
            let text = String::from_utf8(bytes(step)).unwrap();
            let (line, why) = Lock::parse(&text).err().unwrap();
            format!("line {line}: {why}")
        });
    }
}
