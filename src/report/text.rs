//! A verdict for people: the answers first, then the bytes that decided, then the diagnostics.

use std::fmt;

use crate::diagnostic::{Diagnostic, Severity};
use crate::directive::Directive;
use crate::policy::Verdict;
use crate::provenance::{Provenance, Shown, Source};
use crate::robots_txt::Rule;
use crate::signal::Signal;

/// Renders a verdict as text of several lines.
///
/// ```text
/// ExampleBot
///   index    no    noindex
///   follow   yes
///   archive  yes
///   excerpt  yes   at most 20 characters
///   because
///     Robots-Tag line 1, bytes 15-22: «noindex» to examplebot
/// ```
pub struct Text<'v> {
    verdict: &'v Verdict<'v>,
    colour: bool,
    has_page: bool,
}

impl<'v> Text<'v> {
    /// The text of a verdict, without colour.
    pub fn new(verdict: &'v Verdict<'v>) -> Text<'v> {
        Text {
            verdict,
            colour: false,
            has_page: true,
        }
    }

    /// Sets whether ANSI colours mark the answers.
    #[must_use]
    pub fn with_colour(mut self, colour: bool) -> Text<'v> {
        self.colour = colour;
        self
    }

    /// Says whether the page was read (default: true): if not, only what robots.txt says is told.
    #[must_use]
    pub fn with_page(mut self, read: bool) -> Text<'v> {
        self.has_page = read;
        self
    }

    fn answer(
        &self,
        f: &mut fmt::Formatter<'_>,
        question: &str,
        answer: Option<bool>,
        note: &str,
    ) -> fmt::Result {
        let (word, colour) = match answer {
            Some(true) => ("yes", GREEN),
            Some(false) => ("no", RED),
            None => ("?", YELLOW),
        };
        let blanks = ANSWER_WIDTH.saturating_sub(word.len());
        let word = self.painted(word, colour);
        let line = format!("  {question:<8} {word}{:blanks$}{note}", "");
        writeln!(f, "{}", line.trim_end())
    }

    fn painted(&self, text: &str, colour: &str) -> String {
        if self.colour {
            format!("{colour}{text}{RESET}")
        } else {
            text.to_owned()
        }
    }

    fn answers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = self.verdict;
        let until = match verdict.index_until() {
            Some(moment) if verdict.index() != Some(false) => format!("until {moment}"),
            Some(moment) if moment <= verdict.now() => format!("not since {moment}"),
            _ => String::new(),
        };
        self.access(f)?;
        if !self.has_page {
            return Ok(());
        }
        self.answer(f, "index", verdict.index(), &until)?;
        self.answer(f, "follow", verdict.follow(), "")?;
        self.answer(f, "archive", verdict.archive(), "")?;
        let snippet = verdict.snippet();
        let limit = match snippet.max_chars {
            Some(limit) if snippet.allowed != Some(false) => format!("at most {limit} characters"),
            _ => String::new(),
        };
        self.answer(f, "excerpt", snippet.allowed, &limit)?;
        if let Some(until) = verdict.policy().validity().until(verdict.now()) {
            writeln!(f, "  ask      again at {until}, as the response says")?;
        }
        let others: Vec<String> = verdict.directives().iter().filter_map(other).collect();
        if !others.is_empty() {
            writeln!(f, "  also     {}", others.join(", "))?;
        }
        for unread in verdict.unread() {
            writeln!(f, "  unread   {}: {}", unread.source(), unread.why())?;
        }
        Ok(())
    }

    /// May it be fetched? Nothing is said where nothing is known.
    fn access(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let access = self.verdict.access();
        let Some(allowed) = access.allowed() else {
            return Ok(());
        };
        let cause = self
            .verdict
            .robots()
            .cause()
            .map(|cause| format!("robots.txt: {}", cause.name()));
        let group = access.group().map(|group| match access.rule() {
            Some(_) => format!("group {group}"),
            None => format!("no rule in group {group}"),
        });
        self.answer(
            f,
            "fetch",
            Some(allowed),
            &cause.or(group).unwrap_or_default(),
        )?;
        for (purpose, access) in access.purposes() {
            let allowed = Some(access.is_allowed());
            self.answer(f, "", allowed, &format!("for {purpose}"))?;
        }
        if !allowed && self.has_page {
            writeln!(
                f,
                "  what the page says, which an obedient client would not have seen:"
            )?;
        }
        Ok(())
    }

    fn reasons(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.verdict.access().rule();
        let mut signals = self.verdict.reasons().peekable();
        if rule.is_some() || signals.peek().is_some() {
            writeln!(f, "  because")?;
        }
        if let Some(rule) = rule {
            self.rule(f, rule)?;
        }
        signals.try_for_each(|signal| self.reason(f, signal))
    }

    fn rule(&self, f: &mut fmt::Formatter<'_>, rule: Rule<'_>) -> fmt::Result {
        let at = rule.provenance();
        let quoted = Shown(at.text()).to_string();
        let group = self.verdict.access().group().map(|group| group.to_string());
        let whom = group.as_deref().map(whom).unwrap_or_default();
        writeln!(
            f,
            "    {}: «{}» to {whom}",
            place(&at),
            self.painted(&quoted, BOLD)
        )
    }

    fn extensions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extensions = self.verdict.extensions();
        let names: Vec<String> = extensions
            .keys()
            .map(|name| Shown(name).to_string())
            .collect();
        if names.is_empty() {
            Ok(())
        } else {
            writeln!(f, "  unknown  {}", names.join(", "))
        }
    }

    fn reason(&self, f: &mut fmt::Formatter<'_>, signal: &Signal) -> fmt::Result {
        let at = signal.provenance();
        let quoted = Shown(at.text()).to_string();
        let scope = signal.scope().to_string();
        let whom = whom(&scope);
        writeln!(
            f,
            "    {}: «{}» to {whom}",
            place(at),
            self.painted(&quoted, BOLD)
        )
    }

    fn diagnostic(&self, f: &mut fmt::Formatter<'_>, diagnostic: &Diagnostic) -> fmt::Result {
        let colour = match diagnostic.severity() {
            Severity::Error => RED,
            Severity::Warning => YELLOW,
            Severity::Notice => "",
        };
        let severity = self.painted(diagnostic.severity().name(), colour);
        writeln!(
            f,
            "    {severity}: {}: {diagnostic} [{}]",
            place(diagnostic.provenance()),
            diagnostic.code()
        )
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.painted(&asker(self.verdict), BOLD))?;
        self.answers(f)?;
        self.extensions(f)?;
        self.reasons(f)?;
        let mut diagnostics = self.verdict.diagnostics().peekable();
        if diagnostics.peek().is_some() {
            writeln!(f, "  diagnostics")?;
        }
        diagnostics.try_for_each(|diagnostic| self.diagnostic(f, diagnostic))
    }
}

fn whom(scope: &str) -> &str {
    if scope == "*" { "everybody" } else { scope }
}

fn asker(verdict: &Verdict<'_>) -> String {
    let names: Vec<&str> = verdict
        .accessor()
        .tokens()
        .iter()
        .map(crate::token::ProductToken::as_str)
        .collect();
    if names.is_empty() {
        String::from("anybody (no product token)")
    } else {
        names.join(", ")
    }
}

/// Where bytes stand, counted as people count.
fn place(at: &Provenance) -> String {
    let span = at.span();
    let bytes = match span.len() {
        0 => format!("byte {}", span.start),
        _ => format!("bytes {}-{}", span.start, span.end),
    };
    let place = match (at.source().placement(), at.line()) {
        (Some(placement), Some(meta)) => format!(" {} in {}, content", meta + 1, placement.name()),
        (Some(placement), None) => format!(" in {}", placement.name()),
        // Lines of a file are counted from 1 already, those of a field from 0.
        (None, Some(line)) if at.source() == Source::RobotsTxt => format!(" line {line}"),
        (None, Some(line)) => format!(" line {}", line + 1),
        (None, None) => String::new(),
    };
    format!("{}{place}, {bytes}", at.source())
}

/// A directive that the answers do not speak of.
fn other((directive, value): (Directive, crate::directive::DirectiveValue)) -> Option<String> {
    let spoken = [
        Directive::NoIndex,
        Directive::NoFollow,
        Directive::NoArchive,
        Directive::NoSnippet,
        Directive::MaxSnippet,
        Directive::UnavailableAfter,
    ];
    if spoken.contains(&directive) {
        return None;
    }
    Some(match value {
        crate::directive::DirectiveValue::Flag => directive.name().to_owned(),
        value => format!("{directive}: {value}"),
    })
}

/// The columns of an answer, its blanks included.
const ANSWER_WIDTH: usize = 6;

const BOLD: &str = "\u{1b}[1m";
const RED: &str = "\u{1b}[31m";
const GREEN: &str = "\u{1b}[32m";
const YELLOW: &str = "\u{1b}[33m";
const RESET: &str = "\u{1b}[0m";
