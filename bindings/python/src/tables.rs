//! The tables of the library, from which the package makes its enums.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use robots_policy::engines::{Grade, Honour, Kind, MarkKind};
use robots_policy::meta::Placement;
use robots_policy::robots_txt::{Cause, Dialect, Reason};
use robots_policy::uses::{Activity, Answer, Label, Level, Missing, Vocabulary};
use robots_policy::{DiagnosticCode, Directive, Severity, Source, Why};

/// The words of each table, in its order.
#[pyfunction]
pub(crate) fn tables(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let tables = PyDict::new(py);
    tables.set_item("Directive", names(Directive::ALL, Directive::name))?;
    tables.set_item("Source", sources())?;
    tables.set_item("Severity", names(Severity::ALL, Severity::name))?;
    tables.set_item(
        "DiagnosticCode",
        names(DiagnosticCode::ALL, DiagnosticCode::name),
    )?;
    tables.set_item("AccessReason", names(Reason::ALL, Reason::name))?;
    tables.set_item("Cause", names(Cause::ALL, Cause::name))?;
    tables.set_item("Dialect", names(Dialect::ALL, Dialect::name))?;
    tables.set_item("Why", names(Why::ALL, Why::name))?;
    tables.set_item("Activity", names(Activity::ALL, Activity::name))?;
    tables.set_item("Answer", names(Answer::ALL, Answer::name))?;
    tables.set_item("Vocabulary", names(Vocabulary::ALL, Vocabulary::name))?;
    let labels: Vec<String> = Label::ALL.iter().map(Label::to_string).collect();
    tables.set_item("Label", labels)?;
    tables.set_item("Level", names(Level::ALL, Level::name))?;
    tables.set_item("Missing", names(Missing::ALL, Missing::name))?;
    tables.set_item("ProfileKind", names(Kind::ALL, Kind::name))?;
    tables.set_item("Grade", names(Grade::ALL, Grade::name))?;
    tables.set_item("Honour", names(Honour::ALL, Honour::name))?;
    tables.set_item("MarkKind", names(MarkKind::ALL, MarkKind::name))?;
    Ok(tables)
}

/// The other names of each directive.
#[pyfunction]
pub(crate) fn directive_aliases(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let aliases = PyDict::new(py);
    for directive in Directive::ALL {
        for alias in directive.aliases() {
            aliases.set_item(*alias, directive.name())?;
        }
    }
    Ok(aliases)
}

fn names<T: Copy>(rows: &[T], name: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    rows.iter().map(|row| name(*row)).collect()
}

/// The names of the sources; that of an element is the same wherever it is, and that of a `link` element is that of the field.
fn sources() -> Vec<&'static str> {
    let all = [
        Source::RobotsTxt,
        Source::RobotsTag,
        Source::XRobotsTag,
        Source::Meta(Placement::Head),
        Source::ContentUsage,
        Source::ContentSignal,
        Source::TdmReservation,
        Source::TdmPolicy,
        Source::Link,
        Source::TdmRepJson,
        Source::Rsl,
    ];
    all.into_iter().map(Source::name).collect()
}
