//! Directive sets as a canonical `Robots-Tag` value, in the list form of the successor draft:
//! `*;noindex;max-snippet=20`. And what the labels of AIPREF state as a canonical `Content-Usage` value, with nothing of another
//! vocabulary.
//!
//! **Invariant.** A value that was written here reads as the sets that it was written from, in every mode that reads
//! lists. `what_is_written_back_reads_as_the_same_set` in `tests/all/laws.rs` and the fuzz target `canonical` hold it.
//! A set that has no such form is an error and never a shorter field, because a field that lacks a rule permits.

use std::fmt;

use sfv::{Date, Integer, KeyRef, ListSerializer, ParameterSerializer, TokenRef};

use crate::ai::preference::{Answer, Label, Vocabulary};
use crate::directive::{Directive, DirectiveSet, DirectiveValue};
use crate::directive_list;
use crate::ledger::Input;
use crate::limits::Limits;
use crate::policy::{Unread, Verdict};
use crate::signal::Signal;
use crate::token::Scope;
use crate::why::Why;

/// Writes directive sets as the value of a `Robots-Tag` field: one member a scope, in the list form of the successor
/// draft.
///
/// Read again, by any mode that reads lists, it gives the same sets. `None` if no set restricts anything: no field is
/// needed then. Sets are written in the order given, directives in the order of the table.
///
/// # Examples
///
/// ```
/// use robots_policy::{Directive, DirectiveSet, Scope, DirectiveValue, report};
///
/// let set: DirectiveSet = [
///     (Directive::NoIndex, DirectiveValue::Flag),
///     (Directive::MaxSnippet, DirectiveValue::Ceiling(Some(20))),
/// ].into_iter().collect();
/// let value = report::robots_tag([(&Scope::Global, &set)])?;
/// assert_eq!(value.as_deref(), Some("*;noindex;max-snippet=20"));
/// # Ok::<(), report::Unwritable>(())
/// ```
///
/// # Errors
/// A product token that begins with a digit, `_` or `-` (`360Spider`) cannot be written in a structured field. One that
/// is the name of a directive, or `robots`, would be read as a statement to every client.
pub fn robots_tag<'s>(
    sets: impl IntoIterator<Item = (&'s Scope, &'s DirectiveSet)>,
) -> Result<Option<String>, Unwritable> {
    let mut list = ListSerializer::new();
    for (scope, set) in sets {
        if set.is_empty() {
            continue;
        }
        let name = match scope {
            Scope::Global => "*",
            Scope::Token(token) => token.as_str(),
        };
        let token =
            TokenRef::from_str(name).map_err(|_| Unwritable::Token(name.into(), NO_TOKEN))?;
        if *scope != Scope::Global && is_taken(name) {
            return Err(Unwritable::Token(name.into(), TAKEN));
        }
        let mut member = list.bare_item(token);
        for (directive, value) in set.iter() {
            if let Ok(key) = KeyRef::from_str(directive.name()) {
                member = parameter(member, key, value);
            }
        }
    }
    Ok(list.finish())
}

/// Writes the `Robots-Tag` value that states a verdict to its client, by the most specific of its product tokens.
/// `None` if nothing restricts the client.
///
/// Only the directives are stated: a `Disallow` of robots.txt has no form in a field. Of an engine's verdict the general one
/// is stated, since a field has the rules of a site and not what an engine makes of them.
///
/// # Examples
///
/// ```
/// use robots_policy::ledger::{Assumed, Document};
/// use robots_policy::{Client, Policy, Timestamp, Why, report};
///
/// let (me, now) = (Client::anonymous(), Timestamp::from_unix(0));
/// let silent = Policy::new().with_assumed(Assumed::rest());
/// assert_eq!(report::robots_tag_of(&silent.verdict(&me, "/", now))?, None);
///
/// let unread = silent.with_document(Document::unread(Why::Incomplete));
/// let error = report::robots_tag_of(&unread.verdict(&me, "/", now)).unwrap_err();
/// assert!(error.to_string().contains("not known, document: incomplete"));
/// # Ok::<(), report::Unwritable>(())
/// ```
///
/// # Errors
/// Fields or document are not known ([`Verdict::unread`]): the field cannot say that an answer is not known, and without
/// their rules it would count as permission. Or a product token cannot be written, as in [`robots_tag`].
pub fn robots_tag_of(verdict: &Verdict<'_>) -> Result<Option<String>, Unwritable> {
    let verdict = verdict.general();
    let is_missing = |unread: &Unread| {
        let may_direct = matches!(unread.source(), Input::Fields | Input::Document);
        may_direct && verdict.policy().lacks(unread.source())
    };
    if let Some(unread) = verdict.unread().find(is_missing) {
        return Err(Unwritable::Unread(unread.source(), unread.why()));
    }
    let token = verdict.client().tokens().first();
    let scope = token.map_or(Scope::Global, |token| Scope::Token(token.clone()));
    robots_tag([(&scope, verdict.directives())])
}

/// Writes one directive as a parameter: a flag as its name alone, a moment as a date (RFC 9651 §3.3.7). The two forms
/// that could fail never do: levels are tokens, and moments up to year 9999 are within the range of integers.
fn parameter<'l>(
    member: ParameterSerializer<&'l mut String>,
    key: &KeyRef,
    value: DirectiveValue,
) -> ParameterSerializer<&'l mut String> {
    match value {
        DirectiveValue::Flag => member.parameter(key, true),
        DirectiveValue::Ceiling(limit) => {
            member.parameter(key, limit.map_or(Integer::constant(-1), Integer::from))
        }
        DirectiveValue::Level(word) => match TokenRef::from_str(word) {
            Ok(token) => member.parameter(key, token),
            Err(_) => member,
        },
        DirectiveValue::Deadline(moment) => match Integer::try_from(moment.as_unix()) {
            Ok(seconds) => member.parameter(key, Date::from_unix_seconds(seconds)),
            Err(_) => member,
        },
    }
}

/// Whether a lenient reader takes the name for every client, or for a directive in the place of a subject.
fn is_taken(name: &str) -> bool {
    Directive::from_name(name).is_some() || directive_list::scope_of(name) == Some(Scope::Global)
}

/// Why fields cannot state a verdict, a policy or a set of directives. A field that lacks a rule permits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unwritable {
    /// A source is not known, so neither are its rules.
    Unread(Input, Why),
    /// A product token that `Robots-Tag` cannot carry, and why.
    Token(Box<str>, &'static str),
    /// A statement that no field carries, or not to its clients: a licence in the document, a name that readers take for a directive.
    Statement(Box<Signal>),
    /// The statements are more than readers of a field read ([`Limits::FIELD_FLOOR`](crate::Limits::FIELD_FLOOR)).
    TooLong,
}

/// RFC 9651 §3.3.4.
const NO_TOKEN: &str =
    "a structured field token begins with a letter or `*`; use X-Robots-Tag for it";
const TAKEN: &str = "readers take the name for a directive or for every client";

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwritable::Unread(source, why) => {
                write!(
                    f,
                    "no field can say that a source is not known, {source}: {why}"
                )
            }
            Unwritable::Token(name, why) => {
                write!(f, "`{name}` cannot be written in Robots-Tag: {why}")
            }
            Unwritable::Statement(signal) => {
                let (statement, scope) = (signal.statement(), signal.scope());
                write!(f, "no field carries `{statement}` to `{scope}`")
            }
            Unwritable::TooLong => {
                write!(f, "a field would have over {} octets", Limits::FIELD_FLOOR)
            }
        }
    }
}

impl std::error::Error for Unwritable {}

/// Writes the `Content-Usage` value that states the AIPREF preferences of a verdict, in the order of the table. `None` if the
/// sources state none.
///
/// Statements of the other vocabularies are not translated: no source says that their labels mean those of AIPREF
/// (draft-ietf-aipref-vocab §7). The value is for this client and this path; a field addresses every client.
///
/// # Examples
///
/// ```
/// use robots_policy::{Client, HeaderReader, Policy, Timestamp, report};
///
/// let lines = [("Content-Usage", "search=y, x=n, train-ai=n;a"), ("Content-Signal", "ai-input=no")];
/// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines));
/// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
/// assert_eq!(report::content_usage_of(&verdict).as_deref(), Some("train-ai=n, search=y"));
/// ```
pub fn content_usage_of(verdict: &Verdict<'_>) -> Option<String> {
    let uses = verdict.uses();
    let members = members(Vocabulary::Aipref, ["y", "n"], |label| {
        uses.preference(label)
    });
    (!members.is_empty()).then(|| members.join(", "))
}

/// What the labels of a vocabulary state, with its words for yes and no, in the order of the table.
pub(super) fn members(
    vocabulary: Vocabulary,
    [yes, no]: [&str; 2],
    stated: impl Fn(Label) -> Answer,
) -> Vec<String> {
    let member = |label: Label| match stated(label) {
        Answer::Allow => Some(format!("{}={yes}", label.name())),
        Answer::Disallow => Some(format!("{}={no}", label.name())),
        Answer::Conditional | Answer::Unstated => None,
    };
    vocabulary.labels().filter_map(member).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directive::DirectiveValue;
    use crate::tests::rows;
    use crate::token::ProductToken;

    #[test]
    fn names_that_mean_something_else_are_not_written() {
        let set: DirectiveSet = [(Directive::NoIndex, DirectiveValue::Flag)]
            .into_iter()
            .collect();
        for (name, written) in rows::<(String, Option<String>)>(include_str!("header/names.jsonl"))
        {
            let scope = Scope::Token(ProductToken::read(&name).unwrap());
            let field = robots_tag([(&scope, &set)]);
            assert_eq!(
                field.ok().flatten().as_deref(),
                written.as_deref(),
                "{name}"
            );
        }
    }
}
