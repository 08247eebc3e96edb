//! The keys of `robots-policy.toml`, of `crates/cli/configuration/keys.toml`: their table for the reader, their JSON Schema,
//! and their rows in `docs/intent.md`.

use std::fmt::Write as _;
use std::fs;

use robots_policy::ledger::Source;
use robots_policy_kit::files::root;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::files::{COMMAND, Files};
use crate::schema;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    table: Vec<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// Empty for the file itself.
    name: String,
    about: String,
    key: Vec<Key>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Key {
    name: String,
    shape: Shape,
    #[serde(default)]
    required: bool,
    about: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Shape {
    Addresses,
    Agents,
    Allowed,
    Code,
    Environments,
    Inputs,
    Levels,
    Map,
    Moment,
    Names,
    Sites,
    Sources,
    Stated,
    Table,
    Tables,
    Text,
}

pub(crate) fn generate(files: &mut Files, codes: &[String]) -> Result<(), String> {
    let path = root().join("crates/cli/configuration/keys.toml");
    let text = fs::read_to_string(&path).map_err(|err| format!("{}: {err}", path.display()))?;
    let keys: Keys = toml::from_str(&text).map_err(|err| format!("{}: {err}", path.display()))?;
    files.whole("crates/cli/src/lint/configuration/keys.rs", code(&keys));
    let schema = schema_of(&keys, codes)?;
    files.whole(
        "docs/robots-policy.schema.json",
        schema::json(&schema, 0) + "\n",
    );
    files.part("docs/intent.md", "configuration keys", &rows(&keys))
}

/// The table that the reader goes by.
fn code(keys: &Keys) -> String {
    let mut text = format!(
        "//! The keys of `robots-policy.toml`. `{COMMAND}` writes them, of `configuration/keys.toml`.\n\nuse super::shape::{{Key, Shape, Table}};\n\n/// All tables, that of the file itself first.\n#[rustfmt::skip]\npub(super) static TABLES: [Table; {}] = [\n",
        keys.table.len()
    );
    for table in &keys.table {
        let _ = writeln!(text, "    Table {{ name: {:?}, keys: &[", table.name);
        for key in &table.key {
            let _ = writeln!(
                text,
                "        Key {{ name: {:?}, shape: Shape::{:?}, is_required: {} }},",
                key.name, key.shape, key.required
            );
        }
        text += "    ] },\n";
    }
    text + "];\n"
}

fn schema_of(keys: &Keys, codes: &[String]) -> Result<Value, String> {
    let mut tables = keys.table.iter();
    let root = tables.next().ok_or("keys.toml has no table")?;
    let mut definitions: Map<String, Value> = tables
        .map(|table| (table.name.clone(), object(table)))
        .collect();
    definitions.insert(String::from("code"), json!({ "enum": codes }));
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
    let properties = table.key.iter().map(|key| {
        let mut schema = of(key);
        if let Some(keys) = schema.as_object_mut() {
            keys.insert("description".into(), json!(key.about));
        }
        (key.name.clone(), schema)
    });
    let properties: Map<String, Value> = properties.collect();
    let required = table.key.iter().filter(|key| key.required);
    let mut required: Vec<Value> = required
        .map(|key| json!({ "required": [key.name] }))
        .collect();
    let answers = table.key.iter();
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
            let names: Vec<&str> = Source::ALL.iter().map(|source| source.name()).collect();
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
fn rows(keys: &Keys) -> String {
    let mut text = String::from("\n| key | value | meaning |\n|---|---|---|\n");
    for table in &keys.table {
        for key in &table.key {
            if matches!(key.shape, Shape::Table | Shape::Tables) {
                continue;
            }
            let stem = match (table.name.as_str(), key.shape) {
                ("", _) => String::new(),
                (name @ ("expect" | "ignore"), _) => format!("[[{name}]] "),
                (name, _) => format!("[{name}] "),
            };
            let required = if key.required { ", required" } else { "" };
            let _ = writeln!(
                text,
                "| `{stem}{}` | {}{required} | {} |",
                key.name,
                key.shape.words(),
                key.about
            );
        }
    }
    text + "\n"
}

impl Shape {
    fn words(self) -> &'static str {
        match self {
            Shape::Addresses => "one or several addresses",
            Shape::Agents => "one or several agents",
            Shape::Allowed => "`yes`, `no`",
            Shape::Code => "a code",
            Shape::Environments => "one or several environments",
            Shape::Inputs | Shape::Names => "one or several names",
            Shape::Levels | Shape::Map => "a table",
            Shape::Moment => "a date, or a date with time",
            Shape::Sites => "one or several hosts or URLs",
            Shape::Sources => {
                "one or several of `robots.txt`, `fields`, `document`, `tdmrep.json`, `licenses`, `embedded`"
            }
            Shape::Stated => "`yes`, `no`, `unstated`",
            Shape::Table | Shape::Tables => "",
            Shape::Text => "a text",
        }
    }
}
