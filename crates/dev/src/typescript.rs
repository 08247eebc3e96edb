//! The types of records in TypeScript.

use robots_policy_input::QUESTION;
use robots_policy_input::contract::{ANSWER, Key, Shape, Table, Words};

use crate::files::Files;
use crate::text::{of_answer, of_question, wrapped};

const WIDTH: usize = 110;

pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let mut types = Types {
        is_question: true,
        ..Types::default()
    };
    types.table(&QUESTION);
    types.is_question = false;
    types.table(&ANSWER);
    let text = format!("\n{}\n", types.text.trim());
    files.part(
        "bindings/javascript/lib/index.d.ts",
        "types of records",
        &text,
    )
}

/// Declarations, each once, in the order in which they are first named.
#[derive(Default)]
struct Types {
    names: Vec<&'static str>,
    text: String,
    /// A question may have null for every key but the id, and its arrays are not changed.
    is_question: bool,
}

impl Types {
    fn table(&mut self, table: &'static Table) {
        if self.is_known(table.name) {
            return;
        }
        let extends = table.extends.map(|base| format!(" extends {}", base.name));
        let keys: String = table.keys.iter().map(|key| self.key(key)).collect();
        self.text += &format!(
            "{}export interface {}{} {{\n{keys}}}\n\n",
            comment(table.about, ""),
            table.name,
            extends.unwrap_or_default(),
        );
        if let Some(base) = table.extends {
            self.table(base);
        }
        for named in table.keys.iter().flat_map(|key| named(key.shape)) {
            self.declare(named);
        }
    }

    fn is_known(&mut self, name: &'static str) -> bool {
        let is_known = self.names.contains(&name);
        self.names.push(name);
        is_known
    }

    fn declare(&mut self, named: Shape) {
        match named {
            Shape::Table(table) => self.table(table),
            Shape::Either(choice) if !self.is_known(choice.name) => {
                let union = self.union(choice.of);
                self.alias(choice.about, choice.name, &union);
            }
            Shape::Word(words) if !self.is_known(words.name) => {
                self.alias(words.about, words.name, &literals(words));
            }
            _ => {}
        }
    }

    fn alias(&mut self, about: &str, name: &str, of: &str) {
        self.text += &format!("{}export type {name} = {of};\n\n", comment(about, ""));
    }

    fn key(&self, key: &Key) -> String {
        let own = self.of(key.shape);
        let (said, own) = if self.is_question && key.name != "id" {
            (of_question(key), format!("{own} | null"))
        } else if self.is_question {
            (of_question(key), own)
        } else {
            (of_answer(key), own)
        };
        let optional = if key.absent.is_some() { "?" } else { "" };
        format!("{}  {}{optional}: {own};\n", comment(&said, "  "), key.name)
    }

    /// A shape as a type.
    fn of(&self, shape: Shape) -> String {
        match shape {
            Shape::Text | Shape::Moment | Shape::Day => String::from("string"),
            Shape::Flag => String::from("boolean"),
            Shape::True => String::from("true"),
            Shape::Literal(number) => number.to_string(),
            Shape::Whole(..) | Shape::Number => String::from("number"),
            Shape::Word(words) if words.name.is_empty() => literals(words),
            Shape::Word(words) => words.name.to_owned(),
            Shape::OneOrSeveral(one) => format!("{} | {}", self.of(*one), self.list(*one)),
            Shape::List(one) => self.list(*one),
            Shape::Tuple(items) => {
                let items = items.iter();
                let items: Vec<String> = items
                    .map(|(name, shape)| format!("{name}: {}", self.of(*shape)))
                    .collect();
                format!("{}[{}]", self.readonly(), items.join(", "))
            }
            Shape::Map(names, value) => {
                let names = names.map_or("string", |names| names.name);
                format!("Record<{names}, {}>", self.of(*value))
            }
            Shape::Table(table) if table.name.is_empty() => self.inline(table),
            Shape::Table(table) => table.name.to_owned(),
            Shape::Either(choice) if choice.name.is_empty() => self.union(choice.of),
            Shape::Either(choice) => choice.name.to_owned(),
            Shape::OrNull(value) => format!("{} | null", self.of(*value)),
            // `Any`, and shapes that are new.
            _ => String::from("unknown"),
        }
    }

    fn list(&self, one: Shape) -> String {
        let one = self.of(one);
        let is_one_word = !one.contains(' ');
        let one = if is_one_word { one } else { format!("({one})") };
        format!("{}{one}[]", self.readonly())
    }

    fn readonly(&self) -> &'static str {
        if self.is_question { "readonly " } else { "" }
    }

    fn union(&self, shapes: &[Shape]) -> String {
        let shapes: Vec<String> = shapes.iter().map(|shape| self.of(*shape)).collect();
        shapes.join(" | ")
    }

    /// An object that has no name.
    fn inline(&self, table: &Table) -> String {
        let keys = table.keys.iter();
        let keys: Vec<String> = keys
            .map(|key| format!("{}: {}", key.name, self.of(key.shape)))
            .collect();
        format!("{{ {} }}", keys.join("; "))
    }
}

fn literals(words: &Words) -> String {
    let words = (words.all)();
    let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    words.join(" | ")
}

/// The shapes with a name in a shape.
fn named(shape: Shape) -> Vec<Shape> {
    match shape {
        Shape::Word(words) if !words.name.is_empty() => vec![shape],
        Shape::Table(table) if !table.name.is_empty() => vec![shape],
        Shape::Either(choice) if !choice.name.is_empty() => vec![shape],
        Shape::Either(choice) => choice.of.iter().flat_map(|one| named(*one)).collect(),
        Shape::Map(names, value) => {
            let names = names.map(Shape::Word);
            names.into_iter().chain(named(*value)).collect()
        }
        Shape::OneOrSeveral(one) | Shape::List(one) | Shape::OrNull(one) => named(*one),
        _ => Vec::new(),
    }
}

/// A comment before a declaration.
fn comment(text: &str, indent: &str) -> String {
    let lines = wrapped(text, WIDTH - indent.len());
    match lines.as_slice() {
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let lines: String = lines
                .iter()
                .map(|line| format!("{indent} * {line}\n"))
                .collect();
            format!("{indent}/**\n{lines}{indent} */\n")
        }
    }
}
