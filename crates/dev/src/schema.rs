//! The JSON Schemas.

use robots_policy::engines::{Grade, Kind};
use robots_policy_input::QUESTION;
use robots_policy_input::contract::{ANSWER, Key, Shape, Table};
use robots_policy_kit::case::form;
use serde_json::{Map, Value, json};

use crate::files::Files;
use crate::text::{of_answer, of_question};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let question = of_record(&QUESTION, "A question: a line of eval --jsonl", true);
    files.whole("docs/question.schema.json", json(&question, 0) + "\n");
    let answer = of_record(&ANSWER, "An answer: a line that eval --jsonl writes", false);
    files.whole("docs/answer.schema.json", json(&answer, 0) + "\n");
    let ask = form::schema().to_value();
    files.whole("fixtures/ask.schema.json", json(&ask, 0) + "\n");
    of_engines(files)
}

/// JSON with what fits into a line on one line.
pub(crate) fn json(value: &Value, indent: usize) -> String {
    let line = value.to_string();
    let items: Vec<String> = match value {
        Value::Object(keys) if line.len() > WIDTH => {
            let keys = keys.iter();
            keys.map(|(key, value)| format!("\"{key}\": {}", json(value, indent + 2)))
                .collect()
        }
        Value::Array(values) if line.len() > WIDTH => {
            values.iter().map(|value| json(value, indent + 2)).collect()
        }
        _ => return line,
    };
    let (begin, end) = if value.is_object() {
        ('{', '}')
    } else {
        ('[', ']')
    };
    let (outer, inner) = (" ".repeat(indent), " ".repeat(indent + 2));
    let items = items.join(&format!(",\n{inner}"));
    format!("{begin}\n{inner}{items}\n{outer}{end}")
}

/// The longest value that is on one line.
const WIDTH: usize = 240;

/// The words in the schema of engines, whose other parts are written by hand.
fn of_engines(files: &mut Files) -> Result<(), String> {
    let words = |names: Vec<&str>, indent: &str| {
        let names = names.iter().map(|name| format!("\n{indent}  \"{name}\""));
        names.collect::<Vec<String>>().join(",") + "\n" + indent
    };
    let path = "docs/engines.schema.json";
    let kinds = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let begin = "\"description\": \"The job of the crawler.\",\n          \"enum\": [";
    files.between(path, begin, "]", &words(kinds, "          "))?;
    let grades = Grade::ALL.iter().map(|grade| grade.name()).collect();
    let begin = "\"description\": \"How it was read.\",\n          \"anyOf\": [\n            {\n              \"enum\": [";
    files.between(path, begin, "]", &words(grades, "              "))
}

fn of_record(table: &'static Table, title: &str, is_question: bool) -> Value {
    let mut definitions = Definitions {
        is_question,
        tables: Map::new(),
    };
    let mut schema = definitions.object(table);
    if let Some(keys) = schema.as_object_mut() {
        keys.insert("$schema".into(), json!(DRAFT));
        keys.insert("title".into(), json!(title));
        if !definitions.tables.is_empty() {
            keys.insert("$defs".into(), Value::Object(definitions.tables));
        }
    }
    schema
}

/// The tables with a name, each once.
struct Definitions {
    /// A question may have null for every key but the id.
    is_question: bool,
    tables: Map<String, Value>,
}

impl Definitions {
    fn object(&mut self, table: &'static Table) -> Value {
        let keys: Vec<&'static Key> = table.rows().collect();
        let required = keys.iter().filter(|key| key.absent.is_none());
        let required: Vec<&str> = required.map(|key| key.name).collect();
        let properties = keys.iter().map(|key| (key.name.to_owned(), self.key(key)));
        let properties: Map<String, Value> = properties.collect();
        let mut schema = json!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        if !table.about.is_empty() {
            schema["description"] = json!(table.about);
        }
        schema
    }

    fn key(&mut self, key: &Key) -> Value {
        let own = self.of(key.shape);
        let (said, mut schema) = if !self.is_question {
            (of_answer(key), own)
        } else if matches!(key.shape, Shape::Any) || key.absent.is_none() {
            (of_question(key), own)
        } else {
            (of_question(key), or_null(own))
        };
        if !key.meaning.is_empty() {
            schema["description"] = json!(said);
        }
        schema
    }

    fn of(&mut self, shape: Shape) -> Value {
        match shape {
            Shape::Text => json!({"type": "string"}),
            Shape::Moment => json!({"type": "string", "format": "date-time"}),
            Shape::Day => json!({"type": "string", "format": "date"}),
            Shape::Flag => json!({"type": "boolean"}),
            Shape::True => json!({"const": true}),
            Shape::Literal(number) => json!({"const": number}),
            Shape::Whole(least, None) => json!({"type": "integer", "minimum": least}),
            Shape::Whole(least, Some(most)) => {
                json!({"type": "integer", "minimum": least, "maximum": most})
            }
            Shape::Number => json!({"type": "number", "minimum": 0}),
            Shape::Word(words) => json!({"enum": (words.all)()}),
            Shape::OneOrSeveral(one) => {
                let one = self.of(*one);
                json!({"anyOf": [one, {"type": "array", "items": one}]})
            }
            Shape::List(one) => json!({"type": "array", "items": self.of(*one)}),
            Shape::Tuple(items) => {
                let count = items.len();
                let items: Vec<Value> = items.iter().map(|(_, item)| self.of(*item)).collect();
                json!({"type": "array", "prefixItems": items, "minItems": count, "maxItems": count})
            }
            Shape::Map(None, value) => {
                json!({"type": "object", "additionalProperties": self.of(*value)})
            }
            Shape::Map(Some(names), value) => json!({
                "type": "object",
                "propertyNames": {"enum": (names.all)()},
                "additionalProperties": self.of(*value),
            }),
            Shape::Table(table) if table.name.is_empty() => self.object(table),
            Shape::Table(table) => self.reference(table),
            Shape::Either(choice) => {
                let shapes: Vec<Value> = choice.of.iter().map(|one| self.of(*one)).collect();
                json!({"anyOf": shapes})
            }
            Shape::OrNull(value) => or_null(self.of(*value)),
            _ => json!({}),
        }
    }

    fn reference(&mut self, table: &'static Table) -> Value {
        if !self.tables.contains_key(table.name) {
            // It may be within itself.
            self.tables.insert(table.name.into(), Value::Null);
            let schema = self.object(table);
            self.tables.insert(table.name.into(), schema);
        }
        json!({"$ref": format!("#/$defs/{}", table.name)})
    }
}

/// A schema that also takes null.
fn or_null(mut schema: Value) -> Value {
    match schema.get("type") {
        Some(Value::String(kind)) => {
            schema["type"] = json!([kind, "null"]);
            schema
        }
        _ => json!({"anyOf": [schema, {"type": "null"}]}),
    }
}
