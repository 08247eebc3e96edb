//! The fields of a record set: one for each column that the tables have.

use robots_policy_archives::{CellKind, Column, columns_as, ledger_column};
use robots_policy_scan::table::{FieldShape, TableField};
use serde::Serialize;

/// A field, or the member of one.
#[derive(Serialize)]
pub(super) struct Field {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "@id")]
    id: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(rename = "dataType", skip_serializing_if = "Option::is_none")]
    data_type: Option<&'static str>,
    #[serde(rename = "isArray", skip_serializing_if = "Option::is_none")]
    is_array: Option<bool>,
    #[serde(rename = "arrayShape", skip_serializing_if = "Option::is_none")]
    array_shape: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Source>,
    #[serde(rename = "subField", skip_serializing_if = "Vec::is_empty")]
    members: Vec<Field>,
}

/// Where the value of a field is.
#[derive(Clone, Serialize)]
struct Source {
    #[serde(rename = "fileSet")]
    set: Id,
    extract: Extract,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    transform: Vec<Step>,
}

#[derive(Clone, Serialize)]
struct Id {
    #[serde(rename = "@id")]
    id: String,
}

#[derive(Clone, Serialize)]
struct Extract {
    column: String,
}

/// A member of the value before.
#[derive(Clone, Serialize)]
struct Step {
    #[serde(rename = "jsonPath")]
    member: String,
}

/// The fields of a record set, out of this set of files.
pub(super) fn fields(record_set: &str, files: &str, fields: &[TableField]) -> Vec<Field> {
    let known: Vec<Column> = columns_as().into_iter().chain([ledger_column()]).collect();
    let of = |field: &TableField| {
        let column = known.iter().find(|column| column.name() == field.name);
        let meaning = column.map_or(UNKNOWN, Column::meaning);
        of_field(record_set, files, field, meaning)
    };
    fields.iter().map(of).collect()
}

fn of_field(record_set: &str, files: &str, field: &TableField, meaning: &str) -> Field {
    let id = format!("{record_set}/{}", field.name);
    let source = source(files, &field.place);
    let empty = Field {
        kind: "cr:Field",
        id: id.clone(),
        name: field.name.clone(),
        description: Some(meaning.to_owned()),
        data_type: None,
        is_array: None,
        array_shape: None,
        source: None,
        members: Vec::new(),
    };
    match &field.shape {
        FieldShape::One(kind) => Field {
            data_type: Some(data_type(*kind, &field.name)),
            source: Some(source),
            ..empty
        },
        FieldShape::List(kind) => Field {
            data_type: Some(data_type(*kind, &field.name)),
            is_array: Some(true),
            array_shape: Some(ANY_LENGTH),
            source: Some(source),
            ..empty
        },
        FieldShape::Structs(members) => {
            let member = |(name, kind): &(String, CellKind)| Field {
                kind: "cr:Field",
                id: format!("{id}/{name}"),
                name: name.clone(),
                description: None,
                data_type: Some(data_type(*kind, name)),
                is_array: None,
                array_shape: None,
                source: Some(source.member(name)),
                members: Vec::new(),
            };
            Field {
                is_array: Some(true),
                array_shape: Some(ANY_LENGTH),
                members: members.iter().map(member).collect(),
                ..empty
            }
        }
    }
}

fn source(files: &str, place: &[String]) -> Source {
    let mut place = place.iter();
    Source {
        set: Id {
            id: files.to_owned(),
        },
        extract: Extract {
            column: place.next().cloned().unwrap_or_default(),
        },
        transform: place
            .map(|member| Step {
                member: member.clone(),
            })
            .collect(),
    }
}

impl Source {
    fn member(&self, name: &str) -> Source {
        let mut own = self.clone();
        own.transform.push(Step {
            member: name.to_owned(),
        });
        own
    }
}

/// The type of a value. Columns of addresses are those that say so in their names.
fn data_type(kind: CellKind, name: &str) -> &'static str {
    match kind {
        CellKind::Flag => "sc:Boolean",
        CellKind::Integer => "sc:Integer",
        CellKind::Moment => "sc:DateTime",
        CellKind::Text | CellKind::Word if name == "url" || name.ends_with("_url") => "sc:URL",
        CellKind::Text | CellKind::Word => "sc:Text",
    }
}

/// A list of any number of values.
const ANY_LENGTH: &str = "-1";
/// The meaning of a column that is not in the list of this version.
const UNKNOWN: &str = "a column of another version of robots-policy";
