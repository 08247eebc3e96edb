//! The schema, for people.

use super::buffer::{Kind, Leaf};
use super::column::{Values, columns};

/// The schema as a Markdown table: column, type in SQL, meaning.
pub(crate) fn schema_table() -> String {
    columns().iter().fold(
        String::from("| column | type | meaning |\n|---|---|---|\n"),
        |mut table, column| {
            table.extend([
                "| `",
                &column.name,
                "` | ",
                &column.values.sql(),
                " | ",
                &column.meaning,
                " |\n",
            ]);
            table
        },
    )
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
    /// The type in SQL, and whether it may be null.
    fn sql(&self) -> String {
        match self {
            Values::One(leaf, _) | Values::Directive(leaf, _) => {
                format!(
                    "{}{}",
                    leaf.sql(),
                    if leaf.nullable { " or null" } else { "" }
                )
            }
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
}
