//! The schema, for people.

use super::buffer::{Kind, Leaf};
use super::column::{Values, columns};

/// The schema as a Markdown table: column, type in SQL, meaning.
pub(crate) fn schema_table() -> String {
    let mut table = String::from("| column | type | meaning |\n|---|---|---|\n");
    for column in columns() {
        let null = if column.values.is_nullable() {
            " or null"
        } else {
            ""
        };
        let sql = column.values.sql();
        table.extend([
            "| `",
            &column.name,
            "` | ",
            &sql,
            null,
            " | ",
            &column.meaning,
            " |\n",
        ]);
    }
    table
}

impl Leaf {
    /// The type in SQL.
    fn sql(self) -> &'static str {
        match self.kind {
            Kind::Flag => "BOOLEAN",
            Kind::Integer => "BIGINT",
            Kind::Moment => "TIMESTAMP WITH TIME ZONE",
            Kind::Text | Kind::Word => "VARCHAR",
        }
    }
}

impl Values {
    /// The type in SQL.
    pub(super) fn sql(&self) -> String {
        match self {
            Values::One(leaf, _) | Values::Directive(leaf, _) => leaf.sql().to_owned(),
            Values::List(leaf, _) => format!("{}[]", leaf.sql()),
            Values::Structs(members, _) => {
                let members: Vec<String> = members
                    .iter()
                    .map(|(name, leaf)| format!("{name} {}", leaf.sql()))
                    .collect();
                format!("STRUCT({})[]", members.join(", "))
            }
        }
    }

    fn is_nullable(&self) -> bool {
        match self {
            Values::One(leaf, _) | Values::Directive(leaf, _) => leaf.nullable,
            Values::List(..) | Values::Structs(..) => false,
        }
    }
}
