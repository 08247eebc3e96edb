//! The keys of `robots-policy.toml`, of `crates/cli/configuration/keys.toml`: their table for the reader, their JSON Schema,
//! and their rows in `docs/intent.md`.

use std::fmt::Write as _;
use std::fs;

use robots_policy::ledger::Source;
use robots_policy_kit::files::root;
use robots_policy_lint::Code;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::files::{COMMAND, Files};
use crate::schema;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    shape: Vec<Values>,
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

/// The values of a shape, for people.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Values {
    name: Shape,
    about: String,
    words: String,
    allowed: String,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
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

pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let path = root().join("crates/cli/configuration/keys.toml");
    let text = fs::read_to_string(&path).map_err(|err| format!("{}: {err}", path.display()))?;
    let keys: Keys = toml::from_str(&text).map_err(|err| format!("{}: {err}", path.display()))?;
    files.whole("crates/cli/src/lint/configuration/keys.rs", code(&keys));
    files.whole("crates/cli/src/lint/configuration/shapes.rs", shapes(&keys));
    let schema = schema_of(&keys)?;
    files.whole(
        "docs/robots-policy.schema.json",
        schema::json(&schema, 0) + "\n",
    );
    files.part("docs/intent.md", "configuration keys", &rows(&keys))
}

/// The table that the reader goes by.
fn code(keys: &Keys) -> String {
    let mut text = format!(
        "//! The keys of `robots-policy.toml`. `{COMMAND}` writes them, of `configuration/keys.toml`.\n\nuse super::shape::{{Key, Table}};\nuse super::shapes::Shape;\n\n/// All tables, that of the file itself first.\n#[rustfmt::skip]\npub(super) static TABLES: [Table; {}] = [\n",
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

/// The values of keys, with those that are allowed.
fn shapes(keys: &Keys) -> String {
    let mut variants = String::new();
    let mut allowed = String::new();
    for own in &keys.shape {
        let _ = writeln!(variants, "    /// {}\n    {:?},", own.about, own.name);
        let _ = writeln!(
            allowed,
            "            Shape::{:?} => {:?},",
            own.name, own.allowed
        );
    }
    format!(
        "//! The values of keys. `{COMMAND}` writes them, of `configuration/keys.toml`.\n\n/// The values of a key.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub(super) enum Shape {{\n{variants}}}\n\nimpl Shape {{\n    /// The values that are allowed, in words.\n    #[rustfmt::skip]\n    pub(super) fn allowed(self) -> &'static str {{\n        match self {{\n{allowed}        }}\n    }}\n}}\n"
    )
}

fn schema_of(keys: &Keys) -> Result<Value, String> {
    let mut tables = keys.table.iter();
    let root = tables.next().ok_or("keys.toml has no table")?;
    let mut definitions: Map<String, Value> = tables
        .map(|table| (table.name.clone(), object(table)))
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
            let own = keys.shape.iter().find(|own| own.name == key.shape);
            let words = own.map_or("", |own| &own.words);
            let required = if key.required { ", required" } else { "" };
            let _ = writeln!(
                text,
                "| `{stem}{}` | {words}{required} | {} |",
                key.name, key.about
            );
        }
    }
    text + "\n"
}
