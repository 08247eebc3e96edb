//! Signals: the statements that every page-level source yields.
//!
//! A field, a meta and a pair of values all end in the same type, so that the policy needs to know nothing about
//! grammars. A signal has a [`Scope`], the clients that are addressed; a [`Statement`], the content; and a
//! [`Provenance`], the place. All three are fixed when the text is read, and nothing later goes back to the bytes.
//! robots.txt does not come here: its lines select a group and are not statements about a page.

use std::fmt;

use crate::ai::preference::{Answer, Label, Level};
use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::directive::{Directive, DirectiveValue};
use crate::provenance::{Provenance, Shown, SmallStr, Source, StatementLine};
use crate::token::Scope;

/// The content of a statement: a directive of the table with its value, a name outside it, or an AI-use preference.
///
/// Its text form is the name, and after a colon the value: `noindex`, `max-snippet: 20`.
///
/// # Examples
///
/// ```
/// use robots_policy::{Directive, DirectiveValue, Extension, Statement};
///
/// let limit = Statement::Directive(Directive::MaxSnippet, DirectiveValue::Ceiling(Some(20)));
/// assert_eq!(limit.to_string(), "max-snippet: 20");
/// assert_eq!(Statement::Extension(Extension::new("Foo", Some("bar"))).to_string(), "foo: bar");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Statement {
    /// A known directive and its value. It may be a permission, which restricts nothing: `index`, `max-snippet: -1`.
    Directive(Directive, DirectiveValue),
    /// A name outside the table: it is kept and reported, and binds no client.
    Extension(Extension),
    /// An AI-use preference about this response: a label, and [`Answer::Allow`] or [`Answer::Disallow`].
    Preference(Label, Answer),
    /// The highest level at which the content may be used (Content Signals, `use`).
    Level(Level),
    /// The address of the policy that a TDM reservation has, as it is written.
    TdmPolicy(Box<str>),
    /// The address of a licence in RSL, as it is written.
    License(Box<str>),
    /// A licence in RSL that the document holds: its text.
    InlineLicense(Box<str>),
    /// A statement that a newer version stored, and whose meaning this one does not know: nothing is yes for the clients that it
    /// addresses. It is kept as it was stored ([`Policy::from_stored`](crate::Policy::from_stored)).
    Unread(Box<[u8]>),
}

/// A name that is not a directive, with its value: `foo` and `bar` of `foo: bar`.
///
/// Extensions restrict nothing. They are kept because a caller may know a name that this crate does not know, and
/// because a report should show them. [`Verdict::extensions`](crate::Verdict::extensions) lists those that address a
/// client.
///
/// # Examples
///
/// ```
/// use robots_policy::Extension;
///
/// let known_elsewhere = Extension::new("Max-Foo", Some("3"));
/// assert_eq!((known_elsewhere.name(), known_elsewhere.value()), ("max-foo", Some("3")));
/// ```
// Name and value are one text: a field of unknown names is the most expensive input, and most pairs fit into the 30 bytes
// that a `SmallStr` keeps without an allocation.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Extension {
    /// The name, and after it the value.
    text: SmallStr,
    name_len: usize,
    /// Distinguishes `foo:` from `foo`.
    has_value: bool,
}

impl Extension {
    /// An extension of this name, which is kept in lower case, and with this value, as it was written.
    pub fn new(name: &str, value: Option<&str>) -> Extension {
        Extension {
            text: SmallStr::from_name(name, value.unwrap_or_default()),
            name_len: name.len(),
            has_value: value.is_some(),
        }
    }

    /// The name in lower case.
    pub fn name(&self) -> &str {
        self.text.as_str().get(..self.name_len).unwrap_or_default()
    }

    /// The value as it was written, without surrounding white space; `None` for a name alone, `Some("")` for `foo:`.
    pub fn value(&self) -> Option<&str> {
        let value = self.text.as_str().get(self.name_len..);
        value.filter(|_| self.has_value)
    }
}

/// Name and value in one line; characters that cannot be seen are escaped.
impl fmt::Display for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shown(self.name()).fmt(f)?;
        match self.value() {
            Some(value) => write!(f, ": {}", Shown(value)),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extension")
            .field("name", &self.name())
            .field("value", &self.value())
            .finish()
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Directive(directive, DirectiveValue::Flag) => directive.fmt(f),
            Statement::Directive(directive, value) => write!(f, "{directive}: {value}"),
            Statement::Extension(extension) => extension.fmt(f),
            Statement::Preference(label, answer) => write!(f, "{label}: {answer}"),
            Statement::Level(level) => write!(f, "content-signal:use: {level}"),
            Statement::TdmPolicy(address) => write!(f, "tdm-policy: {}", Shown(address)),
            Statement::License(address) => write!(f, "license: {}", Shown(address)),
            Statement::InlineLicense(_) => f.write_str("license in the document"),
            Statement::Unread(_) => f.write_str("a statement of a newer version"),
        }
    }
}

#[cfg(any(feature = "engines", feature = "html"))]
impl Statement {
    /// Whether it is a directive that may restrict, whatever its value.
    pub(crate) fn restricts(&self) -> bool {
        match self {
            Statement::Directive(directive, _) => {
                directive.kind() != crate::directive::DirectiveKind::Permissive
            }
            _ => false,
        }
    }
}

/// One statement: the clients that it addresses, its content, and its bytes.
///
/// A statement for several clients is one signal for each. Readers make signals; [`Policy::with_fields`] and
/// [`Policy::with_document`] take them.
///
/// Its text form is one line, as [`report::Text`](crate::report::Text) prints it after `because`:
///
/// ```
/// use robots_policy::HeaderReader;
///
/// let mut headers = http::HeaderMap::new();
/// headers.insert("x-robots-tag", "ExampleBot: noindex".parse().unwrap());
/// let signals = HeaderReader::new().read(&headers).value;
/// assert_eq!(signals[0].to_string(), "x-robots-tag line 1, bytes 12-19: «noindex» to examplebot");
/// ```
///
/// [`Policy::with_fields`]: crate::Policy::with_fields
/// [`Policy::with_document`]: crate::Policy::with_document
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signal {
    scope: Scope,
    statement: Statement,
    provenance: Provenance,
}

impl Signal {
    /// A statement that was read from `provenance`. For callers with a reader of their own, such as one of a cache:
    /// this crate's readers make signals themselves.
    pub fn new(scope: Scope, statement: Statement, provenance: Provenance) -> Signal {
        Signal {
            scope,
            statement,
            provenance,
        }
    }

    /// The clients that it addresses.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The content: a directive with its value, an extension, or a statement about AI use.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// The directive and its value; `None` for the other statements.
    pub fn directive(&self) -> Option<(Directive, DirectiveValue)> {
        match self.statement {
            Statement::Directive(directive, value) => Some((directive, value)),
            _ => None,
        }
    }

    /// The place of the statement, and its text.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = StatementLine {
            at: &self.provenance,
            to: &self.scope,
        };
        line.fmt(f)
    }
}

/// Statements that one kind of reader makes, as a list.
macro_rules! statements {
    ($(#[$about:meta])* pub struct $type:ident;) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $type(pub(crate) Vec<Signal>);

        impl std::ops::Deref for $type {
            type Target = [Signal];

            fn deref(&self) -> &[Signal] {
                &self.0
            }
        }

        impl<'s> IntoIterator for &'s $type {
            type Item = &'s Signal;
            type IntoIter = std::slice::Iter<'s, Signal>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }

        impl IntoIterator for $type {
            type Item = Signal;
            type IntoIter = std::vec::IntoIter<Signal>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.into_iter()
            }
        }
    };
}

statements! {
    /// The statements of the fields of a response, in the order of their lines. Only [`HeaderReader`](crate::HeaderReader) makes
    /// them, so that no caller can take statements of another kind, or none, for fields that were read:
    ///
    /// ```compile_fail,E0308
    /// use robots_policy::{MetaExtractor, Policy};
    ///
    /// let policy = Policy::new().with_fields(MetaExtractor::new().finish());
    /// ```
    pub struct Fields;
}

statements! {
    /// The statements of a document in its order. Only the readers of [`meta`](crate::meta) make them.
    pub struct Metas;
}

impl Metas {
    /// Keeps some of them, for a reader that reads a document twice.
    #[doc(hidden)]
    pub fn retain(&mut self, keep: impl FnMut(&Signal) -> bool) {
        self.0.retain(keep);
    }
}

/// Reports the first TDM statement of a field or of the metas that another one contradicts (R-243). All metas are one
/// source, wherever they are. The statements stay, and the policy takes the stricter one.
pub(crate) fn report_tdm_conflict(found: &mut Parsed<Vec<Signal>>, source: Source) {
    let is_source = |own: Source| match source {
        Source::Meta(_) => matches!(own, Source::Meta(_)),
        source => own == source,
    };
    let first = |answer: Answer| {
        let statement = Statement::Preference(Label::TdmMine, answer);
        let mut signals = found.value.iter();
        let first = signals.find(|s| s.statement == statement && is_source(s.provenance.source()));
        first.map(|signal| signal.provenance.clone())
    };
    let Some((_, at)) = first(Answer::Disallow).zip(first(Answer::Allow)) else {
        return;
    };
    let place = (at.line(), at.span().start);
    let mut diagnostics = found.diagnostics.iter();
    let after = diagnostics.position(|known| {
        let known = known.provenance();
        is_source(known.source()) && (known.line(), known.span().start) > place
    });
    let conflict = Diagnostic::new(DiagnosticCode::TdmConflict, at);
    let after = after.unwrap_or(found.diagnostics.len());
    found.diagnostics.insert(after, conflict);
}
