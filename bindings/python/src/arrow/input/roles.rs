//! The roles of columns in a caller's table, and how the caller names the columns.

use std::collections::BTreeMap;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

macro_rules! roles {
    ($($variant:ident = $name:literal, $expected:literal;)+) => {
        /// The role of a column: one variant for each row of the table.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Role { $($variant),+ }

        impl Role {
            /// Every role, in the order of the table.
            pub(super) const ALL: &'static [Role] = &[$(Role::$variant),+];

            /// The key in `columns`, and the name of the column where the caller gives none.
            pub(super) fn name(self) -> &'static str {
                match self { $(Role::$variant => $name),+ }
            }

            /// The types of Arrow that such a column has.
            pub(super) fn expected(self) -> &'static str {
                match self { $(Role::$variant => $expected),+ }
            }
        }
    };
}

roles! {
    Url = "url", "utf8 or binary, large or a view";
    Headers = "headers", "list<struct<name, value>>, map<name, value>, a struct with a member for each name, or the header lines as one utf8 or binary value";
    Html = "html", "utf8 or binary, large or a view";
    ContentType = "content_type", "utf8 or binary, large or a view";
    RobotsTxt = "robots_txt", "utf8 or binary, large or a view";
    RobotsStatus = "robots_status", "an integer, or the floats that pandas makes of integers with nulls";
    TdmRep = "tdmrep", "utf8 or binary, large or a view";
    TdmRepStatus = "tdmrep_status", "an integer, or the floats that pandas makes of integers with nulls";
    Licenses = "licenses", "list<struct<url, body>> or map<url, body>";
    Status = "status", "an integer, or the floats that pandas makes of integers with nulls";
    Cut = "cut", "a boolean";
    AssumeAbsent = "assume_absent", "utf8, or a list of utf8";
    Fetched = "fetched", "a timestamp with a time zone, or utf8 such as 2026-11-25T15:00:00Z";
    RobotsFetched = "robots_fetched", "a timestamp with a time zone, or utf8 such as 2026-11-25T15:00:00Z";
}

impl Role {
    /// Whether it is a fact beside the bytes of a response. Tables have columns of these names for other things, so one is read
    /// only if the caller names it.
    pub(super) fn is_beside(self) -> bool {
        use Role::{AssumeAbsent, Cut, Fetched, RobotsFetched, Status};
        matches!(self, Status | Cut | AssumeAbsent | Fetched | RobotsFetched)
    }
}

/// The name of the column of a role, and whether the caller gave it; `None` for one that is not to be read.
pub(super) fn name_of(names: &BTreeMap<Role, Option<String>>, role: Role) -> Option<(&str, bool)> {
    match names.get(&role) {
        Some(name) => name.as_deref().map(|name| (name, true)),
        None => (!role.is_beside()).then(|| (role.name(), false)),
    }
}

/// The names of the columns that are kept.
pub(in crate::arrow) fn names_of_kept(object: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    object.extract().map_err(|_: PyErr| {
        PyTypeError::new_err("keep: expected a list of names of columns, such as ['id']")
    })
}

/// The names by which the caller calls columns of these roles; `None` for one that is not to be read.
///
/// # Errors
/// `TypeError` for anything but a mapping to texts, `ValueError` for a role that there is not.
pub(in crate::arrow) fn names_of_columns(
    object: &Bound<'_, PyAny>,
) -> PyResult<Option<BTreeMap<Role, Option<String>>>> {
    if object.is_none() {
        return Ok(None);
    }
    let Ok(given) = object.cast::<PyDict>() else {
        return Err(PyTypeError::new_err(
            "columns: expected a dict from what a column holds to its name, such as {'html': 'body'}",
        ));
    };
    let mut names = BTreeMap::new();
    for (key, name) in given.iter() {
        let key: String = key.extract()?;
        let Some(role) = Role::ALL.iter().find(|role| role.name() == key) else {
            let keys: Vec<_> = Role::ALL.iter().map(|role| role.name()).collect();
            return Err(PyValueError::new_err(format!(
                "columns: {key:?} is not a key; the keys are {}",
                keys.join(", ")
            )));
        };
        if !name.is_none() && !name.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(format!(
                "columns: the name of the column for {key:?} is a str, or None to leave it unread, not {}",
                name.get_type().name()?
            )));
        }
        names.insert(*role, name.extract()?);
    }
    Ok(Some(names))
}
