//! Warnings and errors about the damages of an archive while it is read.

use std::ffi::CString;
use std::sync::Arc;

use arrow_array::RecordBatch;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use robots_policy_archives::Report;
use robots_policy_live::remote::Opening;

use super::batches::{BatchError, BatchSource};
use crate::errors::ErrorClass;

/// The caller's word about damages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OnDamage {
    /// A warning at the end.
    Warn,
    /// Nothing, as for a caller who looks at the damages.
    Ignore,
    /// An error at the first one.
    Raise,
}

impl OnDamage {
    /// # Errors
    /// `ValueError` for another name, with those that there are.
    pub(super) fn named(name: &str) -> PyResult<OnDamage> {
        match name {
            "warn" => Ok(OnDamage::Warn),
            "ignore" => Ok(OnDamage::Ignore),
            "raise" => Ok(OnDamage::Raise),
            _ => Err(PyValueError::new_err(format!(
                "on_damage: {name:?} is unknown; write 'warn', 'ignore' or 'raise'"
            ))),
        }
    }
}

/// An archive that is read as batches.
pub(super) trait ArchiveSource: BatchSource {
    /// Bytes that were consumed; 0 at its end.
    fn position(&self) -> u64;

    /// The records and the damages so far.
    fn report(&self) -> &Report;

    /// Lets the archive and the rows go.
    fn close(&mut self);
}

/// An archive whose damages are reported.
pub(super) struct Watched {
    pub(super) source: Box<dyn ArchiveSource>,
    pub(super) on_damage: OnDamage,
    pub(super) name: Arc<str>,
    /// The answer of a server that has the file.
    pub(super) opening: Option<Opening>,
    pub(super) is_over: bool,
}

impl BatchSource for Watched {
    fn next(&mut self) -> Result<Option<RecordBatch>, BatchError> {
        let next = self.source.next();
        // What ended the reading says why.
        self.is_over |= next.as_ref().is_err_and(BatchError::is_last);
        let batch = next?;
        if self.on_damage == OnDamage::Raise && self.source.report().damaged > 0 {
            return Err(self.error());
        }
        if batch.is_none() && !self.is_over {
            self.is_over = true;
            self.end()?;
        }
        Ok(batch)
    }
}

impl Watched {
    /// Reports what was found when the archive was read to its end.
    fn end(&self) -> Result<(), BatchError> {
        if self.on_damage == OnDamage::Ignore {
            return Ok(());
        }
        if self.source.report().records == 0 {
            return Err(self.error());
        }
        let caution = self.opening.as_ref().and_then(Opening::caution);
        let caution = caution.map(|why| format!("{}: {why}", self.name));
        match (caution, self.on_damage) {
            (Some(why), OnDamage::Raise) => return Err(BatchError::Damaged(why)),
            (Some(why), _) => warn(&why)?,
            (None, _) => {}
        }
        match self.source.report().damaged {
            0 => Ok(()),
            count => warn(&self.places(count)),
        }
    }

    /// The error of an archive that has a damage, or no record.
    fn error(&self) -> BatchError {
        let report = self.source.report();
        let first = report.damage.first();
        let first = first.map_or_else(String::new, |damage| format!(" {}", damage.message));
        let name = &self.name;
        if report.records > 0 {
            return BatchError::Damaged(format!(
                "{name} is damaged{first}; on_damage=\"warn\" keeps the rows of all that can be read"
            ));
        }
        let answer = self.opening.as_ref().map(Opening::answer);
        let answer = answer.map_or_else(String::new, |a| format!("; the server answered {a}"));
        BatchError::Damaged(format!(
            "{name}{first}; no record is in it{answer}: a WARC file is expected, plain, in gzip or in zstd"
        ))
    }

    /// The warning about this many damages.
    fn places(&self, count: u64) -> String {
        let first = self.source.report().damage.first();
        let first = first.map_or("", |damage| damage.message.as_str());
        let others = match count - 1 {
            0 => String::new(),
            1 => String::from(" (and 1 further place)"),
            more => format!(" (and {more} further places)"),
        };
        format!(
            "{} is damaged {first}{others}; a damaged record may have no row: damages lists the places",
            self.name
        )
    }
}

/// Warns at the line of Python that reads.
fn warn(text: &str) -> Result<(), BatchError> {
    // C ends a text there.
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    let warned = Python::attach(|py| {
        let class = ErrorClass::ArchiveWarning.class(py)?;
        PyErr::warn(py, &class, &text, 1)
    });
    warned.map_err(BatchError::Raised)
}
