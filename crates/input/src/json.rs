//! JSON as a tree, with the text of each value: the reader of records.
//!
//! Strings without escapes are borrowed. What is nested deeper than a record is checked, and not kept. A number stays a text.

pub(crate) mod shapes;
pub(crate) mod types;

use std::borrow::Cow;

/// A value, and its text.
#[derive(Debug)]
pub(crate) struct Value<'t> {
    /// The byte of the whole text at which it begins.
    pub(crate) at: usize,
    pub(crate) text: &'t str,
    pub(crate) kind: JsonKind<'t>,
}

/// The kinds of values.
#[derive(Debug)]
pub(crate) enum JsonKind<'t> {
    Null,
    Flag(bool),
    Number,
    Text(Cow<'t, str>),
    /// A string with half of a surrogate pair, which is not a character.
    Half,
    List(Vec<Value<'t>>),
    /// The members in their order.
    Object(Vec<(Cow<'t, str>, Value<'t>)>),
}

/// Why a text is not JSON, or a value is not one of its key, and the byte of the text at which that is seen.
#[derive(Debug)]
pub(crate) struct Misfit {
    pub(crate) at: usize,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

/// Reads a text that is one value.
pub(crate) fn parse(text: &str) -> Result<Value<'_>, Misfit> {
    let mut reader = JsonReader { text, at: 0 };
    let value = reader.value(0)?;
    reader.blanks();
    match reader.next() {
        None => Ok(value),
        Some(_) => Err(reader.fault("trailing characters")),
    }
}

/// The levels of arrays and objects that are kept; a record has four.
const KEPT: usize = 16;

/// The levels that are checked. The stack of calls bounds them.
const MOST: usize = 500;

struct JsonReader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> JsonReader<'t> {
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fault(&self, why: &str) -> Misfit {
        Misfit {
            at: self.at,
            code: "invalid-json",
            message: String::from(why),
        }
    }

    /// A fault here, or the end of the text.
    fn fault_in<T>(&self, end: &'static str, why: &'static str) -> Result<T, Misfit> {
        let is_end = self.next().is_none();
        Err(self.fault(if is_end { end } else { why }))
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.next() {
            self.at += 1;
        }
    }

    /// Takes this byte if it is the next one after blanks.
    fn takes(&mut self, byte: u8) -> bool {
        self.blanks();
        let is_it = self.next() == Some(byte);
        self.at += usize::from(is_it);
        is_it
    }

    fn since(&self, from: usize) -> &'t str {
        self.text.get(from..self.at).unwrap_or_default()
    }

    fn value(&mut self, depth: usize) -> Result<Value<'t>, Misfit> {
        self.blanks();
        let at = self.at;
        let kind = match self.next() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => self.string()?.map_or(JsonKind::Half, JsonKind::Text),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word("true", JsonKind::Flag(true))?,
            Some(b'f') => self.word("false", JsonKind::Flag(false))?,
            Some(b'n') => self.word("null", JsonKind::Null)?,
            _ => return self.fault_in("the line ends within a value", "expected value"),
        };
        let text = self.since(at);
        Ok(Value { at, text, kind })
    }

    fn word(&mut self, word: &str, kind: JsonKind<'t>) -> Result<JsonKind<'t>, Misfit> {
        for byte in word.bytes() {
            if self.next() != Some(byte) {
                let expected = "expected `true`, `false` or `null`";
                return self.fault_in("the line ends within a value", expected);
            }
            self.at += 1;
        }
        Ok(kind)
    }

    /// One level deeper.
    fn deeper(&mut self, depth: usize) -> Result<usize, Misfit> {
        if depth == MOST {
            return Err(self.fault("it is nested deeper than 500 levels"));
        }
        self.at += 1;
        Ok(depth + 1)
    }

    fn list(&mut self, depth: usize) -> Result<JsonKind<'t>, Misfit> {
        let depth = self.deeper(depth)?;
        let mut items = Vec::new();
        if self.takes(b']') {
            return Ok(JsonKind::List(items));
        }
        loop {
            let item = self.value(depth)?;
            if depth <= KEPT {
                items.push(item);
            }
            if self.takes(b']') {
                return Ok(JsonKind::List(items));
            }
            if !self.takes(b',') {
                return self.fault_in("the line ends within a list", "expected `,` or `]`");
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<JsonKind<'t>, Misfit> {
        let depth = self.deeper(depth)?;
        let mut members = Vec::new();
        if self.takes(b'}') {
            return Ok(JsonKind::Object(members));
        }
        loop {
            self.blanks();
            if self.next() != Some(b'"') {
                return self.fault_in("the line ends within an object", "key must be a string");
            }
            let key = self.string()?.unwrap_or(Cow::Borrowed("\u{fffd}"));
            if !self.takes(b':') {
                return self.fault_in("the line ends within an object", "expected `:`");
            }
            let value = self.value(depth)?;
            if depth <= KEPT {
                members.push((key, value));
            }
            if self.takes(b'}') {
                return Ok(JsonKind::Object(members));
            }
            if !self.takes(b',') {
                return self.fault_in("the line ends within an object", "expected `,` or `}`");
            }
        }
    }

    fn number(&mut self) -> Result<JsonKind<'t>, Misfit> {
        self.at += usize::from(self.next() == Some(b'-'));
        let is_zero = self.next() == Some(b'0');
        let digits = self.digits()?;
        if is_zero && digits > 1 {
            return Err(self.fault("invalid number"));
        }
        if self.next() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.next() {
            self.at += 1;
            self.at += usize::from(matches!(self.next(), Some(b'+' | b'-')));
            self.digits()?;
        }
        Ok(JsonKind::Number)
    }

    /// Takes digits, at least one.
    fn digits(&mut self) -> Result<usize, Misfit> {
        let from = self.at;
        while let Some(b'0'..=b'9') = self.next() {
            self.at += 1;
        }
        match self.at - from {
            0 => self.fault_in("the line ends within a value", "invalid number"),
            count => Ok(count),
        }
    }

    /// Takes a string; `None` if it holds half of a surrogate pair.
    fn string(&mut self) -> Result<Option<Cow<'t, str>>, Misfit> {
        self.at += 1;
        let (mut from, mut written) = (self.at, String::new());
        let mut is_whole = true;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            let plain = rest
                .iter()
                .position(|byte| matches!(byte, b'"' | b'\\' | ..0x20));
            self.at += plain.unwrap_or(rest.len());
            match self.next() {
                Some(b'"') => {
                    let run = self.since(from);
                    self.at += 1;
                    if !is_whole {
                        return Ok(None);
                    }
                    if written.is_empty() {
                        return Ok(Some(Cow::Borrowed(run)));
                    }
                    written.push_str(run);
                    return Ok(Some(Cow::Owned(written)));
                }
                Some(b'\\') => {
                    written.push_str(self.since(from));
                    self.at += 1;
                    match self.escape()? {
                        Some(character) => written.push(character),
                        None => is_whole = false,
                    }
                    from = self.at;
                }
                Some(_) => {
                    return Err(self.fault("a control character in a string, which is written as an escape such as `\\n`"));
                }
                None => return Err(self.fault("the line ends within a string")),
            }
        }
    }

    /// Takes what follows a `\`; `None` for half of a surrogate pair.
    fn escape(&mut self) -> Result<Option<char>, Misfit> {
        let character = match self.next() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unit(),
            _ => return self.fault_in("the line ends within a string", "invalid escape"),
        };
        self.at += 1;
        Ok(Some(character))
    }

    /// Takes a `u` with four hex digits, and those of the second half of a pair.
    fn unit(&mut self) -> Result<Option<char>, Misfit> {
        let unit = self.hex()?;
        if !(0xd800..0xdc00).contains(&unit) {
            return Ok(char::from_u32(unit));
        }
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if !rest.starts_with(b"\\u") {
            return Ok(None);
        }
        let after = self.at;
        self.at += 1;
        let second = self.hex()?;
        if !(0xdc00..0xe000).contains(&second) {
            self.at = after;
            return Ok(None);
        }
        Ok(char::from_u32(
            0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00),
        ))
    }

    fn hex(&mut self) -> Result<u32, Misfit> {
        self.at += 1;
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.next().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return self.fault_in("the line ends within a string", "invalid escape");
            };
            unit = unit << 4 | digit;
            self.at += 1;
        }
        Ok(unit)
    }
}

#[cfg(test)]
#[expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]
mod tests {
    use serde_json::Value as Other;

    use super::*;

    /// The tree as `serde_json` has it. A number is compared by its text.
    fn other(value: &Value<'_>) -> Other {
        match &value.kind {
            JsonKind::Null => Other::Null,
            JsonKind::Flag(flag) => Other::Bool(*flag),
            JsonKind::Number => serde_json::from_str(value.text).unwrap(),
            JsonKind::Text(text) => Other::String(text.clone().into_owned()),
            JsonKind::Half => unreachable!("serde_json refuses it"),
            JsonKind::List(items) => items.iter().map(other).collect(),
            JsonKind::Object(members) => {
                let members = members
                    .iter()
                    .map(|(key, value)| (key.clone().into_owned(), other(value)));
                Other::Object(members.collect())
            }
        }
    }

    /// Texts of up to six parts that JSON is made of, from a row of numbers.
    fn texts() -> impl Iterator<Item = String> {
        let parts = include_str!("json/parts.jsonl").lines();
        let parts: Vec<String> = parts
            .map(|part| serde_json::from_str(part).unwrap())
            .collect();
        let mut state = 7_u32;
        let mut next = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            usize::try_from(state >> 16).unwrap()
        };
        (0..60_000).map(move |_| {
            let count = next() % 6 + 1;
            (0..count)
                .map(|_| parts[next() % parts.len()].as_str())
                .collect()
        })
    }

    #[test]
    fn texts_are_json_as_for_serde_json() {
        let mut right = 0;
        for text in texts() {
            match (parse(&text), serde_json::from_str::<Other>(&text)) {
                (Ok(own), Ok(expected)) => {
                    assert_eq!(other(&own), expected, "{text}");
                    assert_eq!(own.text, text.trim_matches([' ', '\n', '\t']), "{text}");
                    right += 1;
                }
                (Err(fault), Err(_)) => assert!(fault.at <= text.len(), "{text}"),
                // It refuses numbers that no float has.
                (Ok(_), Err(error)) if error.to_string().contains("out of range") => {}
                (own, expected) => panic!("{text}: {own:?}, {expected:?}"),
            }
        }
        assert!(right > 2000, "{right}");
    }

    #[test]
    fn half_of_a_pair_is_not_a_text() {
        for text in [
            r#""\ud800""#,
            r#""\ud800x""#,
            r#""\udc00""#,
            r#""\ud800\n""#,
            r#""\ud800\u0041""#,
        ] {
            assert!(
                matches!(parse(text).unwrap().kind, JsonKind::Half),
                "{text}"
            );
            assert!(serde_json::from_str::<Other>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn levels_have_a_limit() {
        let deep = |levels: usize| ["[".repeat(levels), "]".repeat(levels)].concat();
        assert!(parse(&deep(MOST)).is_ok());
        assert_eq!(parse(&deep(MOST + 1)).unwrap_err().at, MOST);
    }
}
