//! JSON with the place of each value.

use std::ops::Range;

use json_scanner::{Event, Parser, SpannedEvent};

use crate::place::ConfigLines;
use crate::refusal::Refusal;
use crate::tree::MOST_DEPTH;

/// A value and its bytes.
#[derive(Debug)]
pub(super) struct JsonValue {
    pub(super) kind: JsonKind,
    pub(super) span: Range<usize>,
}

#[derive(Debug)]
pub(super) enum JsonKind {
    Object(Vec<(String, JsonValue)>),
    Array(Vec<JsonValue>),
    Text(String),
    Flag(bool),
    Number(f64),
    Null,
}

impl JsonValue {
    /// The last value of a key, as JavaScript reads it.
    pub(super) fn get(&self, key: &str) -> Option<&JsonValue> {
        let JsonKind::Object(pairs) = &self.kind else {
            return None;
        };
        let last = pairs.iter().rfind(|(own, _)| own == key);
        last.map(|(_, value)| value)
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.kind {
            JsonKind::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn flag(&self) -> Option<bool> {
        match self.kind {
            JsonKind::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self.kind {
            JsonKind::Number(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn list(&self) -> Option<&[JsonValue]> {
        match &self.kind {
            JsonKind::Array(list) => Some(list),
            _ => None,
        }
    }
}

/// Reads a document.
pub(super) fn parse(text: &str, lines: &ConfigLines) -> Result<JsonValue, Refusal> {
    let mut reader = JsonReader {
        parser: Parser::new(text.as_bytes()),
        lines,
        end: text.len(),
    };
    let first = reader.next()?;
    let value = reader.value(first, 0)?;
    match reader.parser.next_event() {
        Ok(None) => Ok(value),
        _ => Err(reader.refused(value.span.end, "there is more after the first value")),
    }
}

struct JsonReader<'t, 'l> {
    parser: Parser<'t>,
    lines: &'l ConfigLines,
    end: usize,
}

impl<'t> JsonReader<'t, '_> {
    fn refused(&self, at: usize, why: impl Into<String>) -> Refusal {
        Refusal::new(self.lines.place(at, at), "JSON", why)
    }

    fn next(&mut self) -> Result<SpannedEvent<'t>, Refusal> {
        match self.parser.next_event() {
            Ok(Some(event)) => Ok(event),
            Ok(None) => Err(self.refused(self.end, "it ends early")),
            Err(error) => Err(self.refused(error.byte_offset, error.kind.to_string())),
        }
    }

    fn value(&mut self, event: SpannedEvent<'t>, depth: usize) -> Result<JsonValue, Refusal> {
        if depth > MOST_DEPTH {
            return Err(self.refused(
                event.start,
                format!("values are nested more than {MOST_DEPTH} deep"),
            ));
        }
        let start = event.start;
        let mut end = event.end;
        let kind = match event.event {
            Event::BeginObject => {
                let mut pairs = Vec::new();
                loop {
                    let key = self.next()?;
                    if let Event::String(name) = key.event {
                        let event = self.next()?;
                        let value = self.value(event, depth + 1)?;
                        pairs.push((name.into_owned(), value));
                    } else {
                        end = key.end;
                        break JsonKind::Object(pairs);
                    }
                }
            }
            Event::BeginArray => {
                let mut list = Vec::new();
                loop {
                    let item = self.next()?;
                    if item.event == Event::EndArray {
                        end = item.end;
                        break JsonKind::Array(list);
                    }
                    list.push(self.value(item, depth + 1)?);
                }
            }
            Event::String(text) => JsonKind::Text(text.into_owned()),
            Event::Boolean(flag) => JsonKind::Flag(flag),
            Event::Number(number) => JsonKind::Number(number.parse().unwrap_or_default()),
            Event::Null | Event::EndObject | Event::EndArray => JsonKind::Null,
        };
        Ok(JsonValue {
            kind,
            span: start..end,
        })
    }
}
