//! Statements that take no effect, or not everywhere.

use crate::place::Place;

/// A kind of trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TrapCode {
    /// An inner block with any statement of this kind takes the outer ones away, and does not repeat them.
    Replaced,
    /// It is not sent with errors.
    NotWithErrors,
    /// Two statements send the field twice in one answer.
    SentTwice,
    /// A value that is empty, so that nothing is sent.
    Empty,
    /// A later statement replaces the value for every path of this one.
    Overwritten,
    /// It removes or edits a field that is in the other of two tables, or not yet there.
    WrongTable,
    /// A rule or a line after the limit of the service.
    OverLimit,
    /// A rule without fields.
    NoFields,
    /// Its condition is about a module: without the module it is silent.
    IfModule,
    /// The name of the field is near one that is read, and read by no client.
    NearName,
    /// The pattern fits no path.
    FitsNothing,
    /// Services that read this file read it in two ways.
    ServicesDiffer,
    /// Fields of a context of deployments, which the service does not document.
    InContext,
}

impl TrapCode {
    /// All of them.
    pub const ALL: &[TrapCode] = &[
        TrapCode::Replaced,
        TrapCode::NotWithErrors,
        TrapCode::SentTwice,
        TrapCode::Empty,
        TrapCode::Overwritten,
        TrapCode::WrongTable,
        TrapCode::OverLimit,
        TrapCode::NoFields,
        TrapCode::IfModule,
        TrapCode::NearName,
        TrapCode::FitsNothing,
        TrapCode::ServicesDiffer,
        TrapCode::InContext,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            TrapCode::Replaced => "replaced",
            TrapCode::NotWithErrors => "not-with-errors",
            TrapCode::SentTwice => "sent-twice",
            TrapCode::Empty => "empty",
            TrapCode::Overwritten => "overwritten",
            TrapCode::WrongTable => "wrong-table",
            TrapCode::OverLimit => "over-limit",
            TrapCode::NoFields => "no-fields",
            TrapCode::IfModule => "if-module",
            TrapCode::NearName => "near-name",
            TrapCode::FitsNothing => "fits-nothing",
            TrapCode::ServicesDiffer => "services-differ",
            TrapCode::InContext => "in-context",
        }
    }
}

/// A statement that takes no effect, or not everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// Its kind.
    pub code: TrapCode,
    /// The field that it is about, in lower case.
    pub field: String,
    /// The statement.
    pub place: Place,
    /// The statements that make it so.
    pub others: Vec<Place>,
}
