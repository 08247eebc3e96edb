//! Tables of verdicts as Arrow data: from a caller's table, from an archive, from a store of robots.txt.
//!
//! Rows go one way. `input` reads the columns of a caller's table, `source` the bytes of an archive and
//! `remote` those at an address; `judge` and `archive`
//! make rows of them with the readers of `robots-policy-archives`; `table` writes the rows into columns, whose list is
//! that of `robots_policy_archives::columns`; `batches` hands them out through capsules.

mod answers;
mod archive;
mod askers;
mod batches;
mod damages;
mod fields;
mod gather;
mod input;
mod judge;
mod of_archive;
mod remote;
mod source;
mod spark;
mod store;
mod table;

pub(crate) use self::answers::{RobotsAnswers, robots_answers};
pub(crate) use self::archive::{Scan, robots_within, scan};
pub(crate) use self::batches::{Batches, RecordBatch};
pub(crate) use self::fields::{Schema, schema};
pub(crate) use self::judge::{judge_apart, judge_batch, judge_stream};
pub(crate) use self::remote::RemoteFile;
pub(crate) use self::spark::{RunFolder, RunSettings, listed};
pub(crate) use self::store::RobotsStore;
