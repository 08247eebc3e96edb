//! The native module of the Python package `robots_policy_lint`: the findings about what owners wrote, as a function and as the
//! commands `lint` and `explain` of the program.
#![forbid(unsafe_code)]
#![allow(clippy::needless_pass_by_value)] // an argument of a Python function is a value

mod findings;
mod program;

use pyo3::prelude::*;

/// The functions that `robots_policy_lint` calls.
#[pymodule(name = "_native", gil_used = false)]
mod native {
    #[pymodule_export]
    use crate::findings::findings;
    #[pymodule_export]
    use crate::program::run_program;

    use super::{Bound, PyModule, PyModuleMethods as _, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
