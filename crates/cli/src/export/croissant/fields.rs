//! The fields of a record set: one for each column that the tables have.

use robots_policy_archives::table::{FieldShape, TableField};
use robots_policy_archives::{CellKind, Column, columns_as, ledger_column, parts_columns};

use super::node::Node;

/// The fields of a record set, out of this set of files.
pub(super) fn fields(record_set: &str, files: &str, fields: &[TableField]) -> Vec<Node> {
    let known: Vec<Column> = columns_as()
        .into_iter()
        .chain([ledger_column()])
        .chain(parts_columns())
        .collect();
    let of = |field: &TableField| {
        let column = known.iter().find(|column| column.name() == field.name);
        let meaning = column.map_or(UNKNOWN, Column::meaning);
        of_field(record_set, files, field, meaning)
    };
    fields.iter().map(of).collect()
}

fn of_field(record_set: &str, files: &str, field: &TableField, meaning: &str) -> Node {
    let id = format!("{record_set}/{}", field.name);
    let own = source(files, &field.place);
    let (kind, source, members) = match &field.shape {
        FieldShape::One(kind) | FieldShape::List(kind) => (Some(*kind), own, Vec::new()),
        FieldShape::Structs(members) => {
            let member = |(name, kind): &(String, CellKind)| {
                let place = [field.place.as_slice(), std::slice::from_ref(name)].concat();
                Node::object([
                    ("@type", "cr:Field".into()),
                    ("@id", format!("{id}/{name}").into()),
                    ("name", name.as_str().into()),
                    ("dataType", data_type(*kind, name).into()),
                    ("source", source(files, &place)),
                ])
            };
            (None, Node::Absent, members.iter().map(member).collect())
        }
    };
    let kind = kind.map(|kind| data_type(kind, &field.name));
    let is_one = matches!(field.shape, FieldShape::One(_));
    Node::object([
        ("@type", "cr:Field".into()),
        ("@id", id.as_str().into()),
        ("name", field.name.as_str().into()),
        ("description", meaning.into()),
        ("dataType", kind.into()),
        ("isArray", (!is_one).then_some(Node::Flag(true)).into()),
        ("arrayShape", (!is_one).then_some(ANY_LENGTH).into()),
        ("source", source),
        ("subField", Node::some(members)),
    ])
}

/// Where the value of a field is: a column of the files, and the members of its value that lead to it.
fn source(files: &str, place: &[String]) -> Node {
    let mut place = place.iter();
    let column = place.next().map_or("", String::as_str);
    let step = |member: &String| Node::object([("jsonPath", member.as_str().into())]);
    Node::object([
        ("fileSet", Node::object([("@id", files.into())])),
        ("extract", Node::object([("column", column.into())])),
        ("transform", Node::some(place.map(step))),
    ])
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
