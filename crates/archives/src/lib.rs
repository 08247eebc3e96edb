//! Archives in files and at addresses in, rows out: the permitted uses of each response in an archive.
//!
//! [`Archive`] reads WARC files record by record, even if they are damaged; [`Record::message`] reads the
//! response in a record, [`Answer`] a robots.txt; [`Scan`] judges every response for every [`Asker`] and gives a [`Row`] each,
//! whose columns [`columns`] lists. [`archive_inputs`] are the archives that a run names; a [`job`] writes the [`table`] of one
//! archive into its place in a [`folder`], a [`run`] those of all. [`store`] keeps the answers for robots.txt, which
//! [`robots_store`] collects. Nothing here has options of a command line or exit statuses.
#![forbid(unsafe_code)]

mod answer;
pub mod archive_inputs;
pub mod archive_report;
mod block;
mod columns;
pub mod csv_lines;
mod digest;
mod document;
mod filter;
pub mod folder;
mod history;
pub mod job;
mod judge;
mod memory;
mod message;
mod payload;
mod progress;
mod report;
pub mod robots_store;
pub mod run;
pub mod settings;
mod sites;
pub mod store;
pub mod table;
mod time;
mod warc;
pub mod workers;

pub use self::answer::{
    Answer, Answers, Joined, StoreError, authority_at, document_at, led_to, robots_at,
};
pub use self::columns::{
    Answered, Cell, CellKind, Column, Common, Leaf, PageParts, Row, Shape, columns, columns_as,
    ledger_column, parts_columns, schema_table, schema_table_as, schema_table_of,
};
pub use self::document::Document;
pub use self::filter::{RowFilter, Statuses, Types};
pub use self::history::{Chosen, History, MOST_TIERS, Numbered, Run, Seen, runs};
pub use self::judge::{Asker, Judge, RobotsTime, Scan, ScanError};
pub use self::memory::Memory;
pub use self::payload::{DigestCheck, StoredRecord};
pub use self::progress::{ArchiveProgress, Progress};
pub use self::report::classes;
pub use self::report::{
    AgentReport, Counts, Cube, CubeCell, Damaged, Example, Examples, Measure, Names, OTHERS, Report,
};
pub use self::sites::StoredFetch;
pub use self::time::{Span, When};
pub use self::warc::{Archive, ReadSeek, Record, RecordHeader, RecordKind, Skip, WholeMembers};
