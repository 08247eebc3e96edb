//! A verdict as text: the answers first, then the bytes that decided, then the diagnostics.
//!
//! Every line that quotes an input is escaped, because its author is a stranger and the reader may be a terminal. The
//! text has no colours; the program of this project has a text of its own, with lines of files. Examples in the
//! documentation compare whole texts, so that a change of this file is seen.

use std::fmt;

use crate::ai::preference::{Activity, Answer};
use crate::directive::{Directive, DirectiveValue};
use crate::ledger::Keeps;
use crate::policy::{Because, PolicyToken, Unread, Uses, Verdict, answer_in_words};
use crate::provenance::Shown;
use crate::robots_txt::Reason;
use crate::signal::{Extension, Statement};
use crate::token::ProductToken;
use crate::why::Why;

/// A verdict as text of several lines, for people. [`Verdict`] has the same text form.
///
/// The four answers about the page are always there; one that is not known is `?`. Other lines appear only if there is
/// something to say: `fetch` if the answer of robots.txt is known, `also` for directives without a line of their own,
/// `unread` for sources that are not known, `unknown` for extensions. Where no source says anything about AI use and only sources
/// that were not given could, one line `AI use` names them.
///
/// # Examples
///
/// ```
/// use robots_policy::ledger::{Assumed, Input};
/// use robots_policy::report::Text;
/// use robots_policy::{Client, Policy, Timestamp};
///
/// let mut headers = http::HeaderMap::new();
/// headers.insert("x-robots-tag", "max-snippet: 20, ExampleBot: noindex".parse().unwrap());
/// let policy = Policy::new().with_headers(&headers).with_assumed(Assumed::new().with(Input::Document));
/// let verdict = policy.verdict(&Client::new("ExampleBot")?, "/", Timestamp::from_unix(0));
///
/// assert_eq!(Text::new(&verdict).to_string(), "\
/// ExampleBot
///   index    no
///   follow   yes
///   archive  yes
///   snippet  yes   at most 20 characters
///   AI use   ?     not given: robots.txt, tdmrep.json, embedded
///   because
///     x-robots-tag line 1, bytes 0-15: «max-snippet: 20» to every client
///     x-robots-tag line 1, bytes 29-36: «noindex» to examplebot
/// ");
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Text<'v> {
    verdict: &'v Verdict<'v>,
}

impl<'v> Text<'v> {
    /// The text of a verdict.
    pub fn new(verdict: &'v Verdict<'v>) -> Text<'v> {
        Text { verdict }
    }

    /// The line of each question, and lines for restrictions that no question covers.
    fn answers(self, f: &mut fmt::Formatter<'_>, uses: &Uses) -> fmt::Result {
        let verdict = self.verdict;
        let until = match verdict.index_until() {
            Some(moment) if verdict.index() != Some(false) => format!("until {moment}"),
            Some(moment) if moment <= verdict.now() => format!("not since {moment}"),
            _ => String::new(),
        };
        self.access(f)?;
        answer(f, "index", verdict.index(), &until)?;
        answer(f, "follow", verdict.follow(), "")?;
        answer(f, "archive", verdict.archive(), "")?;
        let snippet = verdict.snippet();
        let limit = snippet.limit_in_words().unwrap_or_default();
        answer(f, "snippet", snippet.allowed, &limit)?;
        if let Some(until) = verdict.policy().validity().until(verdict.now()) {
            writeln!(f, "  ask      again at {until}, as the response says")?;
        }
        let others: Vec<String> = verdict.directives().iter().filter_map(other).collect();
        if !others.is_empty() {
            writeln!(f, "  also     {}", others.join(", "))?;
        }
        Text::uses(f, uses)?;
        self.unread(f, uses)
    }

    /// A line for each activity if a source states anything about AI use, and for each document that was not read.
    fn uses(f: &mut fmt::Formatter<'_>, uses: &Uses) -> fmt::Result {
        if uses.is_empty() {
            return Ok(());
        }
        for activity in Activity::ALL {
            let word = match uses.of(*activity) {
                None => "?",
                Some(Answer::Allow) => "yes",
                Some(Answer::Conditional) => "on terms",
                Some(Answer::Disallow) => "no",
                Some(Answer::Unstated) => "-",
            };
            writeln!(f, "  {:<11} {word}", activity.name())?;
        }
        if let Some(level) = uses.level() {
            writeln!(f, "  use         at most {level}")?;
        }
        Ok(())
    }

    /// A line for each source that keeps an answer about the page or robots.txt from being known, or that was not read; and for
    /// the others one, where no source says anything about AI use.
    fn unread(self, f: &mut fmt::Formatter<'_>, uses: &Uses) -> fmt::Result {
        let states_uses = !uses.is_empty();
        let about_the_page = |unread: &Unread| {
            let mut kept = unread.kept();
            kept.any(|asked| Keeps::PAGE.has(asked))
        };
        let mut others: Vec<&str> = Vec::new();
        for unread in self.verdict.unread_by(uses) {
            let (source, why) = (unread.source(), unread.why());
            if why == Why::NotGiven && !states_uses && !about_the_page(&unread) {
                others.push(source.name());
                continue;
            }
            write!(f, "  unread   {source}: {why}")?;
            match unread.pointer() {
                Some(pointer) => writeln!(f, ": {}", Shown(pointer.url()))?,
                None => writeln!(f)?,
            }
        }
        if others.is_empty() {
            return Ok(());
        }
        writeln!(f, "  AI use   ?     not given: {}", others.join(", "))
    }

    /// The answer of robots.txt, for each purpose too; no line if nothing is known of it.
    fn access(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let access = self.verdict.access();
        let allowed = access.allowed();
        let is_unread = matches!(
            access.reason(),
            Reason::NotRead | Reason::NotReadWhole | Reason::OtherTime
        );
        if allowed.is_none() && !is_unread {
            return Ok(());
        }
        let cause = self
            .verdict
            .robots()
            .cause()
            .map(|cause| format!("robots.txt: {}", cause.name()));
        let group = access.group_in_words();
        answer(f, "fetch", allowed, &cause.or(group).unwrap_or_default())?;
        for (purpose, access) in access.purposes() {
            answer(f, "", access.allowed(), &format!("for {purpose}"))?;
        }
        if allowed == Some(false) {
            writeln!(
                f,
                "  what the page says, which an obedient client would not have seen:"
            )?;
        }
        Ok(())
    }

    /// The reasons of the verdict. A rule that allows is also printed, although it restricts nothing: it is the answer
    /// to "why may I fetch this?".
    fn because(self, f: &mut fmt::Formatter<'_>, uses: &Uses) -> fmt::Result {
        let access = self.verdict.access();
        let allowing = Because::of_access(access).filter(|_| access.reason() == Reason::AllowRule);
        let all = allowing.into_iter().chain(self.verdict.because());
        let mut all = all.peekable();
        let of_tokens = uses.tokens().iter().filter_map(PolicyToken::reason);
        let mut of_tokens = of_tokens.peekable();
        let mut of_uses = uses.reasons().peekable();
        if all.peek().is_some() || of_tokens.peek().is_some() || of_uses.peek().is_some() {
            writeln!(f, "  because")?;
        }
        all.try_for_each(|because| writeln!(f, "    {because}"))?;
        of_tokens.try_for_each(|because| writeln!(f, "    {because}"))?;
        // One statement may be about several labels.
        let mut last = String::new();
        of_uses.try_for_each(|because| {
            let line = because.to_string();
            if line != last {
                writeln!(f, "    {line}")?;
            }
            last = line;
            Ok(())
        })
    }

    /// The names of unknown directives, each once.
    fn extensions(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<&str> = self.verdict.extensions().map(Extension::name).collect();
        names.dedup();
        if names.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = names.iter().map(|name| Shown(name).to_string()).collect();
        writeln!(f, "  unknown  {}", names.join(", "))
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", asker(self.verdict))?;
        let uses = self.verdict.uses();
        self.answers(f, &uses)?;
        self.extensions(f)?;
        self.because(f, &uses)?;
        let mut diagnostics = self.verdict.diagnostics().peekable();
        if diagnostics.peek().is_some() {
            writeln!(f, "  diagnostics")?;
        }
        diagnostics.try_for_each(|diagnostic| {
            let (severity, at, code) = (
                diagnostic.severity(),
                diagnostic.provenance(),
                diagnostic.code(),
            );
            writeln!(f, "    {severity}: {at}: {diagnostic} [{code}]")
        })
    }
}

/// The text form of a verdict is that of its [`Text`].
impl fmt::Display for Verdict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text::new(self).fmt(f)
    }
}

/// Writes a question, its answer in a column of fixed width, and a note.
fn answer(
    f: &mut fmt::Formatter<'_>,
    question: &str,
    answer: Option<bool>,
    note: &str,
) -> fmt::Result {
    let word = answer_in_words(answer);
    let line = format!("  {question:<8} {word:<ANSWER_WIDTH$}{note}");
    writeln!(f, "{}", line.trim_end())
}

/// The product tokens of the client, or the name of the engine, as the headline.
fn asker(verdict: &Verdict<'_>) -> String {
    #[cfg(feature = "engines")]
    if let Some(profile) = verdict.profile() {
        return format!("as {profile}");
    }
    let names: Vec<&str> = verdict
        .client()
        .tokens()
        .iter()
        .map(ProductToken::as_str)
        .collect();
    if names.is_empty() {
        String::from("any client (no product token)")
    } else {
        names.join(", ")
    }
}

/// A directive that none of the answers covers, with its value.
fn other((directive, value): (Directive, DirectiveValue)) -> Option<String> {
    let spoken = [
        Directive::NoIndex,
        Directive::NoFollow,
        Directive::NoArchive,
        Directive::NoSnippet,
        Directive::MaxSnippet,
        Directive::UnavailableAfter,
    ];
    let is_other = !spoken.contains(&directive);
    is_other.then(|| Statement::Directive(directive, value).to_string())
}

/// The width of an answer with the blanks after it; `yes` is the longest.
const ANSWER_WIDTH: usize = 6;
