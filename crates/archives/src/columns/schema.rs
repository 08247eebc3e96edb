//! The schema, for people.

use super::{CellKind, Column, Leaf, Shape, columns, columns_as};

/// The schema as a Markdown table: column, type in SQL, meaning.
pub fn schema_table() -> String {
    schema_table_of(columns())
}

/// [`schema_table`] of a table about engines.
pub fn schema_table_as() -> String {
    schema_table_of(columns_as())
}

/// The same table of these columns.
pub fn schema_table_of(columns: impl IntoIterator<Item = Column>) -> String {
    let mut table = String::from("| column | type | meaning |\n|---|---|---|\n");
    for column in columns {
        let null = match column.shape {
            Shape::One(leaf) if leaf.nullable => " or null",
            Shape::One(_) | Shape::List(_) | Shape::Structs(_) => "",
        };
        let sql = column.shape.sql();
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
            CellKind::Flag => "BOOLEAN",
            CellKind::Integer => "BIGINT",
            CellKind::Moment => "TIMESTAMP WITH TIME ZONE",
            CellKind::Text | CellKind::Word => "VARCHAR",
        }
    }
}

impl Shape {
    /// The type in SQL.
    pub fn sql(self) -> String {
        match self {
            Shape::One(leaf) => leaf.sql().to_owned(),
            Shape::List(leaf) => format!("{}[]", leaf.sql()),
            Shape::Structs(members) => {
                let members: Vec<String> = members
                    .iter()
                    .map(|(name, leaf)| format!("{name} {}", leaf.sql()))
                    .collect();
                format!("STRUCT({})[]", members.join(", "))
            }
        }
    }
}
