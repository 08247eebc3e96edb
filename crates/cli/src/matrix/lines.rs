//! The lines of robots.txt that decide: one for each answer that a line gives.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use robots_policy::Provenance;
use robots_policy::uses::{Activity, Answer, PolicyToken, Preference, Uses};
use robots_policy_input::names::plain_line;

use robots_policy_show::Layout;

/// A line, and the statement on it.
pub(super) type DecidingLine = (usize, String);

/// The first statement that gives the answer about a use.
pub(super) fn of_use(stated: &Uses, activity: Activity) -> Option<DecidingLine> {
    // A statement beside a source that is not known decides nothing.
    let answer = Some(stated.of(activity)?);
    let mut tokens = stated.tokens().iter();
    let token = tokens.find(|own| {
        let is_said = own.answer() != Answer::Unstated && Some(own.answer()) == answer;
        is_said && own.activities().contains(&activity)
    });
    let because = stated.because(activity).next().map(Preference::provenance);
    let because = because.or(token.and_then(PolicyToken::provenance));
    at(because?)
}

/// The line for people: where the answer is not known, the licence that was not read.
pub(super) fn of_use_in_words(stated: &Uses, activity: Activity) -> Option<DecidingLine> {
    let Some(_) = stated.of(activity) else {
        let license = super::licenses(stated).next()?;
        let (line, text) = at(license.provenance()?)?;
        return Some((line, format!("{text} was not read")));
    };
    of_use(stated, activity)
}

fn at(because: &Provenance) -> Option<DecidingLine> {
    Some((because.line()?, because.text().to_owned()))
}

/// The statements of all answers, by their lines.
#[derive(Default)]
pub(super) struct DecidingLines(BTreeMap<usize, BTreeSet<String>>);

impl DecidingLines {
    /// Notes a statement; returns its line.
    pub(super) fn note(&mut self, line: Option<DecidingLine>) -> Option<usize> {
        let (line, text) = line?;
        self.0.entry(line).or_default().insert(text);
        Some(line)
    }

    /// Writes the lines, each with its statements.
    pub(super) fn write(&self, out: &mut impl Write, layout: &Layout) -> io::Result<()> {
        let digits = self.0.keys().next_back();
        let digits = digits.map_or(0, |line| line.to_string().len());
        for (line, texts) in &self.0 {
            let texts: Vec<_> = texts.iter().map(|text| plain_line(text)).collect();
            let text = format!("line {line:digits$}  {}", texts.join(", "));
            writeln!(out, "{}", layout.wrapped(&text, digits + INDENT))?;
        }
        Ok(())
    }
}

/// The columns before a statement, except the digits of its line.
const INDENT: usize = 7;
