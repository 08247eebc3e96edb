//! The native module of the Python package `robots_policy`: the library's readers, policies and verdicts as classes.
//!
//! Data flows one way: `input` turns Python objects into octets, field lines, moments and readers; the classes hold
//! values of the library; `arrow` has tables of verdicts; `parts` turns what a verdict states into the named tuples of
//! `robots_policy.parts`. Untrusted bytes never raise. A mistake of the caller always does, with a message that says what
//! to write instead.
#![forbid(unsafe_code)]
#![allow(clippy::needless_pass_by_value)] // an argument of a Python function is a value
#![allow(clippy::unused_self)] // so does Python call a method that only raises
#![allow(clippy::doc_markdown)] // docstrings of Python, which mark code in their own way

mod arrow;
mod client;
mod engine;
mod errors;
mod input;
mod judge;
mod parts;
mod policy;
mod program;
mod robots;
mod robots_answer;
mod robots_txt;
mod signals;
mod timeline;
mod uses;

use pyo3::prelude::*;

/// The classes and functions that `robots_policy/__init__.py` exports.
#[pymodule(name = "_native", gil_used = false)]
mod native {
    #[pymodule_export]
    use crate::arrow::{
        Batches, RecordBatch, RemoteFile, RobotsAnswers, RobotsStore, RunFolder, RunSettings, Scan,
        Schema, judge_apart, judge_batch, judge_stream, listed, robots_answers, robots_within,
        scan, schema,
    };
    #[pymodule_export]
    use crate::client::Client;
    #[pymodule_export]
    use crate::engine::engines;
    #[pymodule_export]
    use crate::judge::judge;
    #[pymodule_export]
    use crate::parts::access_html;
    #[pymodule_export]
    use crate::policy::{Policy, Verdict};
    #[pymodule_export]
    use crate::program::findings;
    #[pymodule_export]
    use crate::program::run_program;
    #[pymodule_export]
    use crate::robots::{Robots, RobotsFetch, authority, is_whole, robots_txt_url};
    #[pymodule_export]
    use crate::robots_answer::RobotsAnswer;
    #[pymodule_export]
    use crate::robots_txt::{RobotsTxt, may_fetch};
    #[pymodule_export]
    use crate::signals::{MetaExtractor, Signals, signals_from_headers, signals_from_metas};
    #[pymodule_export]
    use crate::timeline::timeline;
    #[pymodule_export]
    use crate::uses::Uses;

    use pyo3::types::PyTuple;
    use robots_policy::report::SPECIFICATIONS;
    use robots_policy_archives::MOST_TIERS;
    use robots_policy_input::QUESTION;

    use super::{Bound, PyModule, PyModuleMethods as _, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let texts = PyTuple::new(module.py(), SPECIFICATIONS)?;
        module.add("SPECIFICATIONS", texts)?;
        module.add("_MOST_TIERS", MOST_TIERS)?;
        let keys: Vec<&str> = QUESTION.rows().map(|key| key.name).collect();
        module.add("_QUESTION", PyTuple::new(module.py(), keys)?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
