//! Reads the tables of a configuration by the table of keys, and notes what is wrong with its place and what is allowed.

use std::ops::Range;

use robots_policy_lint::settings::{Key, Shape, TABLES};
use robots_policy_lint::{Place, Source};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::lint::levels::nearest;

/// Reads one file.
pub(super) struct ConfigurationReader<'t> {
    source: Source<'t>,
    /// The environments that the file names.
    pub(super) environments: Vec<String>,
    /// Faults by their lines.
    faults: Vec<(usize, String)>,
}

/// A table of the file, of which a key is read.
#[derive(Clone, Copy)]
pub(super) struct Section<'t> {
    name: &'static str,
    pub(super) keys: &'static [Key],
    table: &'t DeTable<'t>,
}

impl<'t> ConfigurationReader<'t> {
    pub(super) fn new(source: Source<'t>) -> ConfigurationReader<'t> {
        ConfigurationReader {
            source,
            environments: vec![PRODUCTION.to_owned()],
            faults: Vec::new(),
        }
    }

    pub(super) fn place(&self, bytes: Range<usize>) -> Place {
        self.source.place(bytes)
    }

    /// Notes a fault.
    pub(super) fn fault(&mut self, bytes: Range<usize>, key: &str, why: &str) {
        let place = self.source.place(bytes);
        let name = self.source.name();
        let key = if key.is_empty() {
            String::new()
        } else {
            format!(" {key}:")
        };
        self.faults
            .push((place.line, format!("{name}:{}:{key} {why}", place.line)));
    }

    /// The faults in the order of their lines; `None` if there are none.
    pub(super) fn faults(mut self) -> Option<String> {
        self.faults.sort();
        let more = self.faults.len().saturating_sub(MOST_FAULTS);
        let mut lines: Vec<String> = self.faults.into_iter().map(|(_, fault)| fault).collect();
        lines.truncate(MOST_FAULTS);
        if more > 0 {
            lines.push(format!("and {more} more faults"));
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// A table of this name: its keys are known, and those that it needs are there.
    pub(super) fn section(
        &mut self,
        name: &'static str,
        table: &'t DeTable<'t>,
        bytes: &Range<usize>,
    ) -> Section<'t> {
        let keys = TABLES.iter().find(|own| own.name == name);
        let section = Section {
            name,
            keys: keys.map_or(&[], |own| own.keys),
            table,
        };
        for (key, _) in table {
            let own = key.get_ref().as_ref();
            if section.keys.iter().any(|known| known.name == own) {
                continue;
            }
            let names: Vec<&str> = section.keys.iter().map(|known| known.name).collect();
            let near = nearest(own, names.iter().copied());
            let near = near.map_or_else(String::new, |near| format!("`{near}` is near to it; "));
            let why = format!(
                "the key is not known; {near}allowed are {}",
                names.join(", ")
            );
            self.fault(key.span(), &section.path(own), &why);
        }
        for key in section.keys.iter().filter(|key| key.is_required) {
            if !table.contains_key(key.name) {
                let why = format!("it is missing; write {}", key.shape.allowed());
                self.fault(bytes.clone(), &section.path(key.name), &why);
            }
        }
        section
    }

    /// The tables below a key: one, or several.
    pub(super) fn tables(
        &mut self,
        section: Section<'t>,
        key: &'static str,
    ) -> Vec<(Section<'t>, Range<usize>)> {
        let Some((value, shape)) = section.value(key) else {
            return Vec::new();
        };
        match (value.get_ref(), shape) {
            (DeValue::Table(table), Shape::Table) => {
                vec![(self.section(key, table, &value.span()), value.span())]
            }
            (DeValue::Array(values), Shape::Tables) => {
                let mut tables = Vec::new();
                for value in values {
                    match value.get_ref() {
                        DeValue::Table(table) => {
                            tables.push((self.section(key, table, &value.span()), value.span()));
                        }
                        _ => self.wrong(section, key, value),
                    }
                }
                tables
            }
            _ => {
                self.wrong(section, key, value);
                Vec::new()
            }
        }
    }

    /// Notes that a value is of another kind, with those that are allowed.
    pub(super) fn wrong(&mut self, section: Section<'t>, key: &str, value: &Spanned<DeValue<'_>>) {
        let found = match value.get_ref() {
            DeValue::String(text) => format!("{text:?}"),
            DeValue::Table(_) => String::from("a table"),
            DeValue::Array(values) if values.is_empty() => String::from("an empty array"),
            DeValue::Array(_) => String::from("an array"),
            DeValue::Boolean(own) => own.to_string(),
            DeValue::Integer(own) => own.to_string(),
            DeValue::Float(own) => own.to_string(),
            DeValue::Datetime(own) => own.to_string(),
        };
        let why = format!("{found} is not allowed; write {}", section.allowed(key));
        self.fault(value.span(), &section.path(key), &why);
    }

    /// The texts of a key, each with its place: one, or those of an array.
    pub(super) fn words(
        &mut self,
        section: Section<'t>,
        key: &'static str,
    ) -> Vec<(&'t str, Range<usize>)> {
        let Some((value, _)) = section.value(key) else {
            return Vec::new();
        };
        let several = match value.get_ref() {
            DeValue::Array(values) if !values.is_empty() => values.iter().collect(),
            _ => vec![value],
        };
        let mut words = Vec::new();
        for value in several {
            match value.get_ref() {
                DeValue::String(text) if !text.is_empty() => {
                    words.push((text.as_ref(), value.span()));
                }
                _ => self.wrong(section, key, value),
            }
        }
        words
    }

    /// The values of a key whose texts are read by a function; a text that is none is a fault.
    pub(super) fn each<V>(
        &mut self,
        section: Section<'t>,
        key: &'static str,
        read: impl Fn(&str) -> Result<V, String>,
    ) -> Vec<V> {
        let values = self.placed(section, key, read).into_iter();
        values.map(|(value, _)| value).collect()
    }

    /// Those values, each with its place.
    pub(super) fn placed<V>(
        &mut self,
        section: Section<'t>,
        key: &'static str,
        read: impl Fn(&str) -> Result<V, String>,
    ) -> Vec<(V, Place)> {
        let mut values = Vec::new();
        for (word, bytes) in self.words(section, key) {
            match read(word) {
                Ok(value) => values.push((value, self.place(bytes))),
                Err(why) => {
                    let dot = if why.is_empty() {
                        String::new()
                    } else {
                        format!(" ({why})")
                    };
                    let allowed = section.allowed(key);
                    let why = format!("{word:?} is not allowed{dot}; write {allowed}");
                    self.fault(bytes, &section.path(key), &why);
                }
            }
        }
        values
    }
}

impl<'t> Section<'t> {
    /// The value of a key, and its shape.
    pub(super) fn value(self, key: &str) -> Option<(&'t Spanned<DeValue<'t>>, Shape)> {
        let own = self.keys.iter().find(|own| own.name == key)?;
        Some((self.table.get(key)?, own.shape))
    }

    /// The place of the value of a key.
    pub(super) fn bytes(self, key: &str) -> Option<Range<usize>> {
        Some(self.table.get(key)?.span())
    }

    /// The values of a key that are allowed, in words.
    pub(super) fn allowed(self, key: &str) -> &'static str {
        let own = self.keys.iter().find(|own| own.name == key);
        own.map_or("", |own| own.shape.allowed())
    }

    /// Whether none of its keys is about an answer.
    pub(super) fn has_no_answer(self) -> bool {
        let is_answer = |key: &&Key| matches!(key.shape, Shape::Allowed | Shape::Stated);
        let mut answers = self.keys.iter().filter(is_answer);
        !answers.any(|key| self.table.contains_key(key.name))
    }

    /// A key with its table, for people.
    pub(super) fn path(self, key: &str) -> String {
        match self.name {
            "" => key.to_owned(),
            name => format!("{name}.{key}"),
        }
    }
}

/// The environment that holds without another one.
pub(super) const PRODUCTION: &str = "production";

/// The most faults that are named.
const MOST_FAULTS: usize = 20;
