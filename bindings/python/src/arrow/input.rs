//! The columns of a caller's table: the role of each, and its values row by row.

mod binding;
mod facts;
mod headers;
mod licenses;
mod roles;
mod texts;

pub(super) use self::binding::{Binding, Rows, SiteFiles};
pub(super) use self::roles::{Role, names_of_columns, names_of_kept};
