//! The parts of a verdict as the named tuples and enums of `robots_policy.parts` and `robots_policy.enums`.

mod engines;
mod uses;

pub(crate) use self::engines::{date, mark, not_honoured, profile};
pub(crate) use self::uses::{pointer, policy_token, preference, terms};

use std::collections::BTreeMap;

use pyo3::PyTypeInfo;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use robots_policy::ledger::{Asked, Entry};
use robots_policy::report::record::{Diagnostic as DiagnosticRecord, Place, Reason, Value};
use robots_policy::robots_txt::{self, Rule};
use robots_policy::uses::Pointer;
use robots_policy::{
    Because, Directive, DirectiveValue, Provenance, Snippet, UnknownName, Unread, Verdict,
};
use robots_policy_archives::Damaged;
use robots_policy_show::AccessAnswer;

use crate::input::to_datetime;

/// Classes of the package's Python part, by their modules.
macro_rules! classes {
    ($($module:literal: $($name:ident,)+;)+) => {
        /// One class of the package's Python part.
        #[derive(Clone, Copy)]
        pub(crate) enum Class {
            $($($name,)+)+
        }

        impl Class {
            /// The module and the name of each.
            const ALL: &[(&str, &str)] = &[$($(($module, stringify!($name)),)+)+];
        }
    };
}

classes! {
    "robots_policy.parts":
        Access,
        Damage,
        Diagnostic,
        Document,
        Known,
        LedgerEntry,
        Mark,
        NotHonoured,
        Place,
        Pointer,
        PolicyToken,
        Preference,
        Profile,
        Reason,
        Snippet,
        Terms,
        Unread,
        ;
    "robots_policy.enums":
        AccessReason,
        Activity,
        Answer,
        Asked,
        Cause,
        DiagnosticCode,
        Directive,
        Grade,
        Honour,
        Label,
        LedgerSource,
        LedgerState,
        Level,
        MarkKind,
        Missing,
        ProfileKind,
        Severity,
        Source,
        Unused,
        Vocabulary,
        Why,
        ;
}

impl Class {
    /// An instance with these arguments; a member, for an enum.
    fn make<'py, A>(self, py: Python<'py>, arguments: A) -> PyResult<Bound<'py, PyAny>>
    where
        A: pyo3::call::PyCallArgs<'py>,
    {
        static CLASSES: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
        let classes = CLASSES.get_or_try_init(py, || {
            let class =
                |(module, name): &(&str, &str)| Ok(py.import(*module)?.getattr(*name)?.unbind());
            Class::ALL.iter().map(class).collect::<PyResult<_>>()
        })?;
        match classes.get(self as usize) {
            Some(class) => class.bind(py).call1(arguments),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// The member of an enum.
    pub(crate) fn word<'py>(self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.make(py, (name,))
    }
}

/// Parts as a tuple.
pub(crate) fn tuple<'py, T: PyTypeInfo>(
    py: Python<'py>,
    parts: impl Iterator<Item = PyResult<Bound<'py, T>>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let parts: PyResult<Vec<Bound<'py, T>>> = parts.collect();
    PyTuple::new(py, parts?)
}

pub(crate) fn access<'py>(
    py: Python<'py>,
    access: &robots_txt::Access<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let purposes = access.purposes().iter();
    let purposes: PyResult<Vec<_>> = purposes
        .map(|(purpose, access)| Ok((purpose.to_string(), self::access(py, access)?)))
        .collect();
    let purposes = pyo3::types::IntoPyDict::into_py_dict(purposes?, py)?;
    Class::Access.make(
        py,
        (
            access.allowed(),
            Class::AccessReason.word(py, access.reason().name())?,
            access.group().map(|group| group.to_string()),
            access.rule().map(|rule| rule.text().into_owned()),
            access.rule().map(Rule::line),
            purposes,
        ),
    )
}

/// An answer of robots.txt, from the fields of its named tuple, as a table.
#[pyfunction(name = "_access_html")]
pub(crate) fn access_html(access: AccessFields) -> PyResult<String> {
    access
        .answer()
        .map(|answer| robots_policy_show::access_html(&answer))
}

/// The fields of an `Access`.
#[derive(FromPyObject)]
pub(crate) struct AccessFields {
    allowed: Option<bool>,
    reason: String,
    group: Option<String>,
    rule: Option<String>,
    line: Option<usize>,
    purposes: BTreeMap<String, AccessFields>,
}

impl AccessFields {
    fn answer(self) -> PyResult<AccessAnswer> {
        let reason = self.reason.parse();
        let purposes = self.purposes.into_iter();
        let purposes = purposes.map(|(purpose, access)| Ok((purpose, access.answer()?)));
        Ok(AccessAnswer {
            allowed: self.allowed,
            reason: reason
                .map_err(|error: UnknownName| PyValueError::new_err(error.to_string()))?,
            group: self.group,
            rule: self.rule.zip(self.line),
            purposes: purposes.collect::<PyResult<_>>()?,
        })
    }
}

pub(crate) fn snippet(py: Python<'_>, snippet: Snippet) -> PyResult<Bound<'_, PyAny>> {
    Class::Snippet.make(py, (snippet.allowed, snippet.max_chars))
}

/// The sources that are not known.
pub(crate) fn unread(
    py: Python<'_>,
    unread: impl Iterator<Item = Unread>,
) -> PyResult<Bound<'_, PyTuple>> {
    let unread = unread.map(|one| {
        let pointer = one.pointer();
        let at = pointer.and_then(Pointer::provenance);
        let from = at.map(|at| Class::Source.word(py, at.source().name()));
        let kept = one.kept();
        let kept = kept.map(|asked| Class::Asked.word(py, Asked::name(asked)));
        Class::Unread.make(
            py,
            (
                Class::LedgerSource.word(py, one.source().name())?,
                Class::Why.word(py, one.why().name())?,
                tuple(py, kept)?,
                pointer.map(Pointer::url),
                from.transpose()?,
                at.and_then(Provenance::line),
            ),
        )
    });
    tuple(py, unread)
}

/// The state of each source of a response.
pub(crate) fn ledger<'py>(py: Python<'py>, verdict: &Verdict<'_>) -> PyResult<Bound<'py, PyTuple>> {
    let entry = |entry: &Entry| {
        let observed = entry.observed();
        let fetched = observed.fetched.map(|time| to_datetime(py, time));
        let why = entry.why().map(|why| Class::Why.word(py, why.name()));
        Class::LedgerEntry.make(
            py,
            (
                Class::LedgerSource.word(py, entry.source().name())?,
                Class::LedgerState.word(py, entry.state().name())?,
                why.transpose()?,
                observed.url.as_deref(),
                observed.status,
                fetched.transpose()?,
                observed.sha256.as_deref(),
                observed.record_id.as_deref(),
            ),
        )
    };
    tuple(py, verdict.ledger().iter().map(entry))
}

/// JSON as Python's own `json` reads it.
pub(crate) fn from_json<'py>(
    py: Python<'py>,
    json: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

/// A damage of an archive.
pub(crate) fn damage<'py>(
    py: Python<'py>,
    file: &str,
    damage: &Damaged,
) -> PyResult<Bound<'py, PyAny>> {
    let Damaged {
        offset,
        code,
        message,
    } = damage;
    Class::Damage.make(py, (file, *offset, code, message))
}

/// Directives with their values, as a `dict`.
pub(crate) fn directives(
    py: Python<'_>,
    directives: impl Iterator<Item = (Directive, DirectiveValue)>,
) -> PyResult<Bound<'_, PyDict>> {
    let values = PyDict::new(py);
    for (directive, value) in directives {
        let value = match value {
            DirectiveValue::Deadline(moment) => to_datetime(py, moment)?,
            value => plain(py, &Value::from(value))?,
        };
        values.set_item(Class::Directive.word(py, directive.name())?, value)?;
    }
    Ok(values)
}

/// The statements that a verdict follows from.
pub(crate) fn reasons<'py, 'r>(
    py: Python<'py>,
    reasons: impl Iterator<Item = Because<'r>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let reason = |because: Because<'r>| {
        let reason = Reason::new(because);
        let directive = reason.directive.as_deref();
        let directive = directive.map(|name| match Directive::from_name(name) {
            Some(_) => Class::Directive.word(py, name),
            // A rule of robots.txt, or a name outside the table.
            None => Ok(name.into_pyobject(py)?.into_any()),
        });
        let value = reason.value.as_ref().map(|value| plain(py, value));
        let (source, placement, line, span) = place(py, &reason.at)?;
        Class::Reason.make(
            py,
            (
                directive.transpose()?,
                value.transpose()?,
                &*reason.scope,
                source,
                placement,
                line,
                span,
                reason.text,
            ),
        )
    };
    tuple(py, reasons.map(reason))
}

pub(crate) fn diagnostics<'py, 'd>(
    py: Python<'py>,
    diagnostics: impl Iterator<Item = &'d robots_policy::Diagnostic>,
) -> PyResult<Bound<'py, PyTuple>> {
    let diagnostic = |diagnostic| {
        let record = DiagnosticRecord::new(diagnostic);
        let (source, placement, line, span) = place(py, &record.at)?;
        let severity = Class::Severity.word(py, &record.severity)?;
        Class::Diagnostic.make(
            py,
            (
                Class::DiagnosticCode.word(py, &record.code)?,
                severity,
                source,
                placement,
                line,
                span,
                record.message,
            ),
        )
    };
    tuple(py, diagnostics.map(diagnostic))
}

/// Source, placement, line and span.
type PlaceParts<'py, 'p> = (
    Bound<'py, PyAny>,
    Option<&'p str>,
    Option<usize>,
    (usize, usize),
);

fn place<'py, 'p>(py: Python<'py>, place: &'p Place) -> PyResult<PlaceParts<'py, 'p>> {
    let source = Class::Source.word(py, &place.source)?;
    Ok((source, place.placement.as_deref(), place.line, place.span))
}

/// A value in the words of JSON.
fn plain<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Flag(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => number.into_pyobject(py)?.into_any(),
        Value::Text(text) => text.as_ref().into_pyobject(py)?.into_any(),
        // A new kind of value.
        _ => py.None().into_bound(py),
    })
}
