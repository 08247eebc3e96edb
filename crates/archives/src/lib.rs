//! Crawl archives in, verdicts out: the permitted uses of each response in an archive.
//!
//! [`Archive`] reads WARC files record by record, even if they are damaged; [`Record::message`] reads the
//! response in a record, [`Answer`] a robots.txt; [`Scan`] judges every response for every [`Asker`] and gives a [`Row`] each,
//! whose columns [`columns`] lists. Only the `store` writes files, and nothing uses the network.
#![cfg_attr(docsrs, feature(doc_cfg))] // a label on what a feature adds
#![forbid(unsafe_code)]

mod answer;
mod block;
mod columns;
pub mod csv_lines;
#[cfg_attr(
    not(feature = "store"),
    allow(dead_code, reason = "`why` writes digests, which comes with stores")
)]
mod digest;
mod document;
mod filter;
mod history;
mod judge;
mod memory;
mod message;
pub mod names;
#[cfg(feature = "store")]
mod payload;
mod report;
mod sites;
#[cfg(feature = "store")]
pub mod store;
mod warc;
mod when;

pub use self::answer::{
    Answer, Answers, Joined, StoreError, StoredBody, authority_at, document_at, led_to, robots_at,
};
pub use self::columns::{
    Answered, Cell, CellKind, Column, Common, Leaf, Row, Shape, columns, columns_as, ledger_column,
    schema_table, schema_table_as,
};
pub use self::document::Document;
pub use self::filter::{RowFilter, Statuses, Types};
pub use self::history::{Chosen, History, MOST_TIERS, Numbered, Run, Seen, runs};
pub use self::judge::{Asker, Judge, RobotsTime, Scan, ScanError};
pub use self::memory::Memory;
#[cfg(feature = "store")]
pub use self::payload::{DigestCheck, StoredRecord};
pub use self::report::classes;
pub use self::report::{
    AgentReport, Counts, Cube, CubeCell, Damaged, Example, Examples, Measure, Names, OTHERS, Report,
};
pub use self::sites::StoredFetch;
pub use self::warc::{Archive, ReadSeek, Record, RecordHeader, RecordKind, Skip, WholeMembers};
pub use self::when::{Span, When};
pub use robots_policy_http as http;
pub use robots_policy_http::{Damage, DamageCode};
pub use robots_policy_records::{
    JsonFields, Parts, Readers, RobotsGiven, RobotsPast, UseDocuments, json_fields, variable,
    wrong_name,
};
