//! JSON with the place of each value.

use std::ops::Range;

use json_scanner::{Event, Parser, SpannedEvent};

use crate::place::Lines;
use crate::tree::MOST_DEPTH;
use crate::wrong::Wrong;

/// A value and its bytes.
#[derive(Debug)]
pub(super) struct Value {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

#[derive(Debug)]
pub(super) enum Kind {
    Object(Vec<(String, Value)>),
    Array(Vec<Value>),
    Text(String),
    Flag(bool),
    Number(f64),
    Null,
}

impl Value {
    /// The last value of a key, as JavaScript reads it.
    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        let Kind::Object(pairs) = &self.kind else {
            return None;
        };
        let last = pairs.iter().rfind(|(own, _)| own == key);
        last.map(|(_, value)| value)
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let Kind::Text(text) = &self.kind {
            Some(text)
        } else {
            None
        }
    }

    pub(super) fn flag(&self) -> Option<bool> {
        if let Kind::Flag(flag) = self.kind {
            Some(flag)
        } else {
            None
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        if let Kind::Number(number) = self.kind {
            Some(number)
        } else {
            None
        }
    }

    pub(super) fn list(&self) -> Option<&[Value]> {
        if let Kind::Array(list) = &self.kind {
            Some(list)
        } else {
            None
        }
    }
}

/// Reads a document.
pub(super) fn parse(text: &str, lines: &Lines) -> Result<Value, Wrong> {
    let mut reader = Reader {
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

struct Reader<'t, 'l> {
    parser: Parser<'t>,
    lines: &'l Lines,
    end: usize,
}

impl<'t> Reader<'t, '_> {
    fn refused(&self, at: usize, why: impl Into<String>) -> Wrong {
        Wrong::new(self.lines.place(at, at), "JSON", why)
    }

    fn next(&mut self) -> Result<SpannedEvent<'t>, Wrong> {
        match self.parser.next_event() {
            Ok(Some(event)) => Ok(event),
            Ok(None) => Err(self.refused(self.end, "it ends early")),
            Err(error) => Err(self.refused(error.byte_offset, error.kind.to_string())),
        }
    }

    fn value(&mut self, event: SpannedEvent<'t>, depth: usize) -> Result<Value, Wrong> {
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
                        break Kind::Object(pairs);
                    }
                }
            }
            Event::BeginArray => {
                let mut list = Vec::new();
                loop {
                    let item = self.next()?;
                    if item.event == Event::EndArray {
                        end = item.end;
                        break Kind::Array(list);
                    }
                    list.push(self.value(item, depth + 1)?);
                }
            }
            Event::String(text) => Kind::Text(text.into_owned()),
            Event::Boolean(flag) => Kind::Flag(flag),
            Event::Number(number) => Kind::Number(number.parse().unwrap_or_default()),
            Event::Null | Event::EndObject | Event::EndArray => Kind::Null,
        };
        Ok(Value {
            kind,
            span: start..end,
        })
    }
}
