//! The columns of a table that have a role.

use std::borrow::Cow;
use std::collections::BTreeMap;

use arrow_array::cast::AsArray as _;
use arrow_array::types::Float64Type;
use arrow_array::{Array as _, ArrayRef, RecordBatch, downcast_integer_array, new_empty_array};
use arrow_schema::{DataType, FieldRef, Fields, Schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use robots_policy::Timestamp;
use robots_policy::ledger::Assumed;
use robots_policy_input::Stated;
use robots_policy_input::quote::percent_encoded;

use super::facts::{flags, times, words};
use super::headers::{self, Headers};
use super::licenses::Licenses;
use super::roles::{Role, name_of};
use super::texts::Texts;

/// The places of the columns in a table of one schema.
pub(in crate::arrow) struct Binding {
    /// Place and role of each column that is read.
    read: Vec<(Role, usize)>,
    kept: Vec<usize>,
    /// Whether the type of the headers shows that lines of one name were joined.
    pub(in crate::arrow) are_joined: bool,
}

impl Binding {
    /// Finds the columns, and the fields of those that are kept.
    ///
    /// # Errors
    /// `ValueError` for a column that the caller names and that is not there, and for a table without anything to judge by;
    /// `TypeError` for a column of a wrong type.
    pub(in crate::arrow) fn new(
        schema: &Schema,
        names: &BTreeMap<Role, Option<String>>,
        keep: &[String],
    ) -> PyResult<(Binding, Fields)> {
        let mut binding = Binding {
            read: Vec::new(),
            kept: Vec::new(),
            are_joined: false,
        };
        for role in Role::ALL {
            let Some((name, is_given)) = name_of(names, *role) else {
                continue;
            };
            let Some((place, field)) = schema.fields().find(name) else {
                if is_given {
                    return Err(missing("columns", name, schema));
                }
                continue;
            };
            binding.add(*role, place, field)?;
        }
        binding.checked(schema)?;
        let mut kept: Vec<FieldRef> = Vec::new();
        for name in keep {
            let Some((place, field)) = schema.fields().find(name) else {
                return Err(missing("keep", name, schema));
            };
            if kept.iter().any(|kept| kept.name() == name) {
                return Err(PyValueError::new_err(format!(
                    "keep: {name:?} is there twice"
                )));
            }
            kept.push(FieldRef::clone(field));
            binding.kept.push(place);
        }
        Ok((binding, kept.into()))
    }

    fn add(&mut self, role: Role, place: usize, field: &FieldRef) -> PyResult<()> {
        // A column without rows shows whether the type is right.
        let mut none = Rows::default();
        if none
            .set(role, &new_empty_array(field.data_type()))
            .is_none()
        {
            return Err(PyTypeError::new_err(format!(
                "column {:?}: expected {}, not {}; name the column with columns={{{:?}: NAME}}, or leave it unread with None",
                field.name(),
                role.expected(),
                field.data_type(),
                role.name(),
            )));
        }
        self.are_joined |= none.headers.is_some_and(|headers| headers.are_joined());
        self.read.push((role, place));
        Ok(())
    }

    /// A table without any source is most likely one whose columns have other names.
    fn checked(&self, schema: &Schema) -> PyResult<()> {
        let is_source =
            |role: &Role| !matches!(role, Role::Url | Role::ContentType) && !role.is_beside();
        if self.read.iter().any(|(role, _)| is_source(role)) {
            return Ok(());
        }
        let sources: Vec<_> = Role::ALL.iter().filter(|role| is_source(role)).collect();
        let sources: Vec<_> = sources.iter().map(|role| role.name()).collect();
        Err(PyValueError::new_err(format!(
            "nothing to judge by: the table has none of the columns {}; name them with columns={{'html': NAME}}; its columns are {}",
            sources.join(", "),
            listed(schema)
        )))
    }

    /// The columns of a batch that are kept.
    pub(in crate::arrow) fn kept<'b>(
        &self,
        batch: &'b RecordBatch,
    ) -> impl Iterator<Item = &'b ArrayRef> {
        self.kept
            .iter()
            .filter_map(|place| batch.columns().get(*place))
    }

    /// The rows of a batch.
    pub(in crate::arrow) fn rows(&self, batch: &RecordBatch) -> Rows {
        let mut rows = Rows::default();
        for (role, place) in &self.read {
            if let Some(column) = batch.columns().get(*place) {
                // A column of a wrong type is refused before.
                let _ = rows.set(*role, column);
            }
        }
        rows
    }
}

/// The columns of one batch.
#[derive(Default)]
pub(in crate::arrow) struct Rows {
    url: Option<Texts>,
    headers: Option<Headers>,
    html: Option<Texts>,
    content_type: Option<Texts>,
    robots_txt: Option<Texts>,
    robots_status: Vec<Option<u16>>,
    tdmrep: Option<Texts>,
    tdmrep_status: Vec<Option<u16>>,
    licenses: Option<Licenses>,
    status: Vec<Option<u16>>,
    cut: Vec<Option<bool>>,
    assumed: Vec<Assumed>,
    fetched: Vec<Option<Timestamp>>,
    robots_fetched: Vec<Option<Timestamp>>,
}

/// The files of the site of a row.
#[derive(Default, PartialEq)]
pub(in crate::arrow) struct SiteFiles<'r> {
    /// Status and body of the answer for robots.txt.
    pub(in crate::arrow) robots: (Option<u16>, Option<&'r [u8]>),
    /// Status and body of the answer for `tdmrep.json`.
    pub(in crate::arrow) tdmrep: (Option<u16>, Option<&'r [u8]>),
    /// Address and body of each licence.
    pub(in crate::arrow) licenses: Vec<(Cow<'r, str>, &'r [u8])>,
}

impl Rows {
    /// Reads the column of a role; `None` for one of a wrong type.
    fn set(&mut self, role: Role, array: &ArrayRef) -> Option<()> {
        match role {
            Role::Url => self.url = Some(Texts::of(array)?),
            Role::Headers => self.headers = Some(Headers::of(array)?),
            Role::Html => self.html = Some(Texts::of(array)?),
            Role::ContentType => self.content_type = Some(Texts::of(array)?),
            Role::RobotsTxt => self.robots_txt = Some(Texts::of(array)?),
            Role::RobotsStatus => self.robots_status = statuses(array)?,
            Role::TdmRep => self.tdmrep = Some(Texts::of(array)?),
            Role::TdmRepStatus => self.tdmrep_status = statuses(array)?,
            Role::Licenses => self.licenses = Some(Licenses::of(array)?),
            Role::Status => self.status = statuses(array)?,
            Role::Cut => self.cut = flags(array)?,
            Role::AssumeAbsent => self.assumed = words(array)?,
            Role::Fetched => self.fetched = times(array)?,
            Role::RobotsFetched => self.robots_fetched = times(array)?,
        }
        Some(())
    }

    /// The address of a row. Without one it is `/`, as in `judge`; octets that are not UTF-8 are percent-encoded.
    pub(in crate::arrow) fn url(&self, row: usize) -> Cow<'_, str> {
        let url = self.url.as_ref().and_then(|url| url.get(row));
        url.map_or(Cow::Borrowed("/"), percent_encoded)
    }

    /// Whether the address of a row is missing, although the table has a column of addresses.
    pub(in crate::arrow) fn lacks_url(&self, row: usize) -> bool {
        let url = self.url.as_ref();
        url.is_some_and(|url| url.get(row).is_none())
    }

    /// The field lines of a row, and its type where they have none.
    pub(in crate::arrow) fn fields(&self, row: usize) -> headers::Fields<'_> {
        let headers = self.headers.as_ref();
        let mut fields = headers.map_or_else(Default::default, |headers| headers.fields(row));
        let has_none = fields.is_unreadable && fields.lines.is_empty();
        let is_type = |name: &[u8]| name.eq_ignore_ascii_case(CONTENT_TYPE);
        if let Some(value) = self.content_type.as_ref().and_then(|all| all.field(row))
            && !fields.lines.iter().any(|(name, _)| is_type(name))
        {
            fields.lines.push((CONTENT_TYPE.into(), value));
        }
        fields.is_given = !has_none && headers.is_some_and(|headers| headers.is_there(row));
        fields
    }

    /// The facts beside the bytes of a row, as far as they are about something that it has.
    pub(in crate::arrow) fn stated(&self, row: usize) -> Stated {
        let has_robots = self.robots(row) != (None, None);
        Stated {
            status: of_row(&self.status, row),
            is_cut: self.html(row).0.is_some() && of_row(&self.cut, row) == Some(true),
            fetched: of_row(&self.fetched, row),
            robots_fetched: of_row(&self.robots_fetched, row).filter(|_| has_robots),
            assumed: self.assumed.get(row).copied().unwrap_or_default(),
        }
    }

    /// The document of a row, and whether it is characters.
    pub(in crate::arrow) fn html(&self, row: usize) -> (Option<&[u8]>, bool) {
        let html = self.html.as_ref();
        let is_text = html.is_some_and(|html| html.is_text);
        (html.and_then(|html| html.get(row)), is_text)
    }

    /// The files of the site of a row.
    pub(in crate::arrow) fn site(&self, row: usize) -> SiteFiles<'_> {
        let tdmrep = self.tdmrep.as_ref().and_then(|body| body.get(row));
        let licenses = self.licenses.as_ref();
        SiteFiles {
            robots: self.robots(row),
            tdmrep: (of_row(&self.tdmrep_status, row), tdmrep),
            licenses: licenses.map_or_else(Vec::new, |licenses| licenses.of_row(row)),
        }
    }

    /// Status and body of the answer for robots.txt.
    fn robots(&self, row: usize) -> (Option<u16>, Option<&[u8]>) {
        let body = self.robots_txt.as_ref().and_then(|body| body.get(row));
        (of_row(&self.robots_status, row), body)
    }
}

fn of_row<T: Copy>(all: &[Option<T>], row: usize) -> Option<T> {
    all.get(row).copied().flatten()
}

/// The statuses of a column of integers. A number that is not a status counts as 500 (RFC 9110 §15); 0 is a request
/// without an answer.
fn statuses(array: &ArrayRef) -> Option<Vec<Option<u16>>> {
    downcast_integer_array!(
        array => Some(array.iter().map(|value| value.map(status)).collect()),
        DataType::Float64 => {
            let floats = array.as_primitive::<Float64Type>().iter();
            Some(floats.map(|value| value.and_then(status_of_float)).collect())
        },
        DataType::Null => Some(vec![None; array.len()]),
        _ => None
    )
}

fn status(number: impl TryInto<u16>) -> u16 {
    let status = number.try_into().ok();
    let is_one = |status: &u16| matches!(status, 0 | 100..=599);
    status.filter(is_one).unwrap_or(500)
}

/// Not a number is null there.
fn status_of_float(number: f64) -> Option<u16> {
    let is_one = |status: &u16| f64::from(*status).total_cmp(&number).is_eq();
    (!number.is_nan()).then(|| (0..=599).find(is_one).map_or(500, status))
}

fn missing(argument: &str, name: &str, schema: &Schema) -> PyErr {
    let columns = listed(schema);
    PyValueError::new_err(format!(
        "{argument}: the table has no column {name:?}; its columns are {columns}"
    ))
}

fn listed(schema: &Schema) -> String {
    let names = schema.fields().iter().map(|field| field.name().as_str());
    names.collect::<Vec<_>>().join(", ")
}

const CONTENT_TYPE: &[u8] = b"content-type";
