//! The keys of `robots-policy.toml` (`crates/lint/src/settings.rs`): their JSON Schema, and their rows in `docs/intent.md`.

use std::fmt::Write as _;

use robots_policy::ledger::Input;
use robots_policy_lint::Code;
use robots_policy_lint::settings::{Key, Shape, TABLES, Table};
use serde_json::{Map, Value, json};

use crate::files::Files;
use crate::schema;

pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let schema = schema_of()?;
    files.whole(
        "docs/robots-policy.schema.json",
        schema::json(&schema, 0) + "\n",
    );
    files.part("docs/intent.md", "configuration keys", &rows())
}

fn schema_of() -> Result<Value, String> {
    let (root, tables) = TABLES.split_first().ok_or("there is no table")?;
    let tables = tables.iter();
    let mut definitions: Map<String, Value> = tables
        .map(|table| (table.name.to_owned(), object(table)))
        .collect();
    definitions.insert(String::from("code"), json!({ "enum": Code::ALL }));
    let mut schema = object(root);
    if let Some(keys) = schema.as_object_mut() {
        keys.insert(
            "$schema".into(),
            json!("https://json-schema.org/draft/2020-12/schema"),
        );
        keys.insert("title".into(), json!("robots-policy.toml"));
        keys.insert("$defs".into(), Value::Object(definitions));
    }
    Ok(schema)
}

fn object(table: &Table) -> Value {
    let properties = table.keys.iter().map(|key| {
        let mut schema = of(key);
        if let Some(keys) = schema.as_object_mut() {
            keys.insert("description".into(), json!(key.about));
        }
        (key.name.to_owned(), schema)
    });
    let properties: Map<String, Value> = properties.collect();
    let required = table.keys.iter().filter(|key| key.is_required);
    let mut required: Vec<Value> = required
        .map(|key| json!({ "required": [key.name] }))
        .collect();
    let answers = table.keys.iter();
    let answers = answers.filter(|key| matches!(key.shape, Shape::Allowed | Shape::Stated));
    let answers: Vec<Value> = answers
        .map(|key| json!({ "required": [key.name] }))
        .collect();
    // An expectation has an answer; that of copies has a default.
    if table.name == "expect" {
        required.push(json!({ "anyOf": answers }));
    }
    let mut schema = json!({
        "type": "object",
        "description": table.about,
        "properties": properties,
        "additionalProperties": false,
    });
    if !required.is_empty() {
        schema["allOf"] = json!(required);
    }
    schema
}

fn of(key: &Key) -> Value {
    let several =
        |one: Value| json!({ "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] });
    let text = json!({ "type": "string", "minLength": 1 });
    let level = json!({ "enum": ["off", "info", "warning", "error"] });
    match key.shape {
        Shape::Addresses => several(
            json!({ "type": "string", "pattern": "^(/|[hH][tT][tT][pP][sS]?://[^/?#])[^ ]*$" }),
        ),
        Shape::Sites => several(
            json!({ "type": "string", "pattern": "^([hH][tT][tT][pP][sS]?://[^/?#])?[^ ]+$" }),
        ),
        Shape::Names | Shape::Environments => {
            several(json!({ "type": "string", "pattern": "^[A-Za-z0-9._-]+$" }))
        }
        Shape::Agents | Shape::Inputs => several(text),
        Shape::Sources => {
            let names: Vec<&str> = Input::ALL.iter().map(|source| source.name()).collect();
            several(json!({ "enum": names }))
        }
        Shape::Allowed => json!({ "enum": ["yes", "no"] }),
        Shape::Stated => json!({ "enum": ["yes", "no", "unstated"] }),
        Shape::Code => json!({ "$ref": "#/$defs/code" }),
        Shape::Text => text,
        // A date of TOML is a text in JSON.
        Shape::Moment => json!({ "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}" }),
        Shape::Map => json!({ "type": "object", "additionalProperties": text }),
        Shape::Levels => json!({
            "type": "object",
            "propertyNames": { "$ref": "#/$defs/code" },
            "additionalProperties": {
                "anyOf": [level, { "type": "object", "additionalProperties": level }],
            },
        }),
        Shape::Table => json!({ "$ref": format!("#/$defs/{}", key.name) }),
        Shape::Tables => json!({
            "type": "array",
            "items": { "$ref": format!("#/$defs/{}", key.name) },
        }),
    }
}

/// The rows of the documentation.
fn rows() -> String {
    let mut text = String::from("\n| key | value | meaning |\n|---|---|---|\n");
    for table in TABLES {
        for key in table.keys {
            if matches!(key.shape, Shape::Table | Shape::Tables) {
                continue;
            }
            let stem = match table.name {
                "" => String::new(),
                name @ ("expect" | "ignore") => format!("[[{name}]] "),
                name => format!("[{name}] "),
            };
            let words = key.shape.documented();
            let required = if key.is_required { ", required" } else { "" };
            let _ = writeln!(
                text,
                "| `{stem}{}` | {words}{required} | {} |",
                key.name, key.about
            );
        }
    }
    text + "\n"
}
