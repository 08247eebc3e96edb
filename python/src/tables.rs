//! The tables of the library, from which the package makes its enums.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use robots_policy::meta::Placement;
use robots_policy::robots_txt::{Cause, Dialect, Reason};
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

/// The names of the sources; that of a meta is the same wherever it is.
fn sources() -> Vec<&'static str> {
    let all = [
        Source::RobotsTxt,
        Source::RobotsTag,
        Source::XRobotsTag,
        Source::Meta(Placement::Head),
    ];
    all.into_iter().map(Source::name).collect()
}
