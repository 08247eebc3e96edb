//! A diagnostic: a code of the table and a place, and its sentence.

use std::fmt;
use std::sync::Arc;

use super::DiagnosticCode;
use super::Severity;
use super::meaning::{drafted, name_of};
use crate::directive::{Directive, DirectiveKind};
use crate::near_miss::look_alike::disguised;
use crate::provenance::{Provenance, Shown};
use crate::token::ProductToken;

/// A finding about an input: its code, and the bytes that it is about.
///
/// Its text form is one English sentence that names the text that was read and its meaning, and where it helps the
/// text to write instead. Text of the input in it is cut after 80 characters, and escaped. It is also an error, see
/// [`Parsed::strict`](crate::Parsed::strict).
///
/// # Examples
///
/// ```
/// use robots_policy::HeaderReader;
///
/// let read = HeaderReader::new().read_lines([("X-Robots-Tag", "noindex; nofollow")]);
/// let found = &read.diagnostics[0];
/// assert_eq!(found.code().name(), "separator");
/// assert_eq!(found.provenance().to_string(), "x-robots-tag line 1, bytes 0-17");
/// assert!(found.to_string().starts_with("`noindex; nofollow` is not separated by commas"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Diagnostic {
    code: DiagnosticCode,
    provenance: Provenance,
    /// The further places; `None` for nearly all.
    others: Option<Arc<[Provenance]>>,
}

impl Diagnostic {
    /// A diagnostic of this code about these bytes. The readers of this crate make them; a caller needs it for tests,
    /// or to report through one channel.
    pub fn new(code: DiagnosticCode, provenance: Provenance) -> Diagnostic {
        Diagnostic {
            code,
            provenance,
            others: None,
        }
    }

    /// A diagnostic about several places, in their order; `None` without one.
    #[cfg(feature = "engines")]
    pub(crate) fn of_all(
        code: DiagnosticCode,
        mut places: impl Iterator<Item = Provenance>,
    ) -> Option<Diagnostic> {
        let first = Diagnostic::new(code, places.next()?);
        let others: Arc<[Provenance]> = places.collect();
        Some(Diagnostic {
            others: Some(others).filter(|others| !others.is_empty()),
            ..first
        })
    }

    /// For [`DiagnosticCode::OtherScope`], the product token that the statements after these bytes address, as its
    /// author wrote it; `None` for other codes. A client of that token is addressed itself, so that the diagnostic does
    /// not concern it, and [`Verdict::diagnostics`](crate::Verdict::diagnostics) leaves it out.
    // It is read from the text again: hostile fields have hundreds of these, and few callers need it.
    pub fn scope(&self) -> Option<&str> {
        let name = self.provenance.text();
        let token = name.split_once('/').map_or(name, |(token, _)| token);
        (self.code == DiagnosticCode::OtherScope).then_some(token)
    }

    /// For [`DiagnosticCode::AiAgentsDisallowed`], the product tokens of the agents with their places; none for other codes.
    pub(crate) fn closed_agents(&self) -> impl Iterator<Item = (&str, &Provenance)> {
        let is_about_agents = self.code == DiagnosticCode::AiAgentsDisallowed;
        let places = std::iter::once(&self.provenance).chain(self.others());
        let places = places.filter(move |_| is_about_agents);
        places.filter_map(|place| Some((token_of(place.text())?, place)))
    }

    /// The code, a row of the table.
    pub fn code(&self) -> DiagnosticCode {
        self.code
    }

    /// The weight of its code.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The known name that was probably meant, for a name that is near one.
    ///
    /// ```
    /// use robots_policy::{HeaderReader, Severity};
    ///
    /// let read = HeaderReader::new().read_lines([("X-Robots-Tag", "no-index")]);
    /// assert_eq!(read.diagnostics[0].meant(), Some("noindex"));
    /// assert!(read.value[0].directive().is_none(), "a near miss is not in force");
    /// ```
    pub fn meant(&self) -> Option<&'static str> {
        self.code.meant(self.provenance.text())
    }

    /// The form of value that the directive takes, for a value that is missing or cannot be read; `None` for other
    /// codes. It is not part of the sentence, because hostile fields have hundreds of these.
    ///
    /// ```
    /// use robots_policy::HeaderReader;
    ///
    /// let read = HeaderReader::new().read_lines([("X-Robots-Tag", "max-image-preview: medium")]);
    /// assert_eq!(read.diagnostics[0].expected().as_deref(), Some("one of none, standard, large"));
    /// ```
    pub fn expected(&self) -> Option<String> {
        if !matches!(
            self.code,
            DiagnosticCode::MissingValue | DiagnosticCode::UnreadableValue
        ) {
            return None;
        }
        let directive = Directive::from_name(name_of(self.provenance.text())?)?;
        Some(match directive.kind() {
            DirectiveKind::Level(words) => format!("one of {}", words.join(", ")),
            DirectiveKind::Deadline => String::from("a date, such as 25 Jun 2040 15:00:00 GMT"),
            kind => kind.form(),
        })
    }

    /// The diagnostic of an input that begins `by` bytes before the one it was made for.
    pub(crate) fn shifted(mut self, by: usize) -> Diagnostic {
        self.provenance = self.provenance.shifted(by);
        self
    }

    /// The bytes that it is about; of several places the first.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The places after the first that it is about: for [`DiagnosticCode::AiAgentsDisallowed`] the lines of the other agents. Other
    /// codes have none.
    ///
    /// ```
    /// # #[cfg(feature = "engines")] {
    /// use robots_policy::{Policy, RobotsTxt};
    ///
    /// let file = b"User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /";
    /// let policy = Policy::new().with_robots(RobotsTxt::parse(file));
    /// let found = policy.diagnostics().next().unwrap();
    /// assert_eq!(found.code().name(), "ai-agents-disallowed");
    /// assert_eq!((found.provenance().line(), found.others()[0].line()), (Some(1), Some(2)));
    /// assert!(found.to_string().contains("2 known AI agents, GPTBot (line 1) and CCBot (2)"));
    /// # }
    /// ```
    pub fn others(&self) -> &[Provenance] {
        self.others.as_deref().unwrap_or_default()
    }

    /// Writes the agents that a site is closed to: their number, and each with its line.
    fn write_agents(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.others().len();
        match last {
            0 => f.write_str("a known AI agent, ")?,
            others => write!(f, "{} known AI agents, ", others + 1)?,
        }
        for (at, (agent, place)) in self.closed_agents().enumerate() {
            let between = match at {
                0 => "",
                at if at == last => " and ",
                _ => ", ",
            };
            let word = if at == 0 { "line " } else { "" };
            write!(f, "{between}{agent} ({word}{})", place.line().unwrap_or(1))?;
        }
        Ok(())
    }

    /// Names the characters of a misread name that are not what they look like: without them, a message would seem to say that
    /// a name is not itself.
    fn write_disguised(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_of_name = match self.code {
            DiagnosticCode::InvalidAgent | DiagnosticCode::InvalidScope => true,
            _ => self.meant().is_some(),
        };
        if !is_of_name {
            return Ok(());
        }
        let disguised = disguised(self.provenance.text());
        if disguised.is_empty() {
            return Ok(());
        }
        write!(f, "; {disguised} in it is not what it looks like")
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.provenance.text();
        let sentence = self.code.sentence();
        if text.is_empty() && self.code == DiagnosticCode::NotHtml {
            return f.write_str(NO_TYPE);
        }
        let mut rest = sentence;
        while let Some((before, (blank, after))) = next_blank(rest) {
            f.write_str(before)?;
            match blank {
                "meant" => f.write_str(self.meant().unwrap_or_default())?,
                "meant?" => write_meant(f, self.meant())?,
                "draft" => f.write_str(drafted(text).unwrap_or_default())?,
                "agents" => self.write_agents(f)?,
                "disguised" => match &*disguised(text) {
                    "" => f.write_str("an octet that is not UTF-8")?,
                    named => f.write_str(named)?,
                },
                "uncommented" => {
                    let (read, _) = text.split_once('#').unwrap_or((text, ""));
                    write_quoted(f, read)?;
                }
                _ => write_quoted(f, text)?,
            }
            rest = after;
        }
        f.write_str(rest)?;
        self.write_disguised(f)
    }
}

/// The product token on a `User-agent` line.
fn token_of(line: &str) -> Option<&str> {
    let (_, value) = line.split_once(':')?;
    let value = value.trim_ascii_start();
    value.get(..ProductToken::prefix_len(value.as_bytes()))
}

/// The text before the next blank of a sentence, the name of the blank, and the text after it.
fn next_blank(sentence: &str) -> Option<(&str, (&str, &str))> {
    let (before, rest) = sentence.split_once('{')?;
    Some((before, rest.split_once('}')?))
}

/// Writes the text that a message is about, escaped, and cut after [`QUOTED_CHARS`].
fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let cut = text.char_indices().nth(QUOTED_CHARS);
    let quoted = cut.and_then(|(end, _)| text.get(..end));
    let ellipsis = if quoted.is_some() { "…" } else { "" };
    write!(f, "{}{ellipsis}", Shown(quoted.unwrap_or(text)))
}

/// Writes the known name that was probably meant, if there is one.
fn write_meant(f: &mut fmt::Formatter<'_>, meant: Option<&str>) -> fmt::Result {
    match meant {
        Some(name) => write!(f, "; `{name}` was probably meant"),
        None => Ok(()),
    }
}

impl std::error::Error for Diagnostic {}

/// The text of [`DiagnosticCode::NotHtml`] for a document without a type.
const NO_TYPE: &str =
    "the document has no type and does not begin like HTML; no meta was looked for";

/// Characters of an input that a message quotes at most: about a line of a terminal. The span has the rest.
const QUOTED_CHARS: usize = 80;
