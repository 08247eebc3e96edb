//! Verdicts for people: one in full, several as a table, and one in HTML for a notebook. Places are those of the files that the user
//! gave.
//!
//! `robots_policy::report::Text` is the text of the library, which knows neither files nor a terminal, and gives each
//! place in bytes.
#![forbid(unsafe_code)]

mod access;
mod ai;
mod answers;
mod diagnostics;
mod engine;
mod excerpt;
mod full;
mod grid;
mod html;
mod layout;
mod line;
mod other_names;
mod page;
mod parts;
mod place;
mod rows;
mod run;
mod sentence;
mod snippet;
mod table;
mod uses;
mod view;

pub use self::ai::listens;
pub use self::answers::{Answer, field_name};
pub use self::diagnostics::write_diagnostics;
pub use self::excerpt::Kept;
pub use self::grid::{Grid, GridCell, GridColumn};
pub use self::html::{AccessAnswer, access_html, robots_html, verdict_html};
pub use self::layout::Layout;
pub use self::line::SourceLine;
pub use self::page::{AskedParts, Page, RobotsNote};
pub use self::place::{FieldInput, Input, Inputs, SavedUses};
pub use self::run::RunText;
pub use self::snippet::write_marked;
pub use self::uses::asked;
