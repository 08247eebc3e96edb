//! The values of variables, where the request alone decides them.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::read::Nginx;
use crate::place::ConfigPlace;
use crate::prediction::{Request, Unknown, Why};
use crate::tree::{Statement, named};
use crate::uri;

/// The longest text that is made of variables.
const MOST_BYTES: usize = 10_000;

/// The most rows of maps that are compared for a request.
const MOST_ROWS: usize = 1_000_000;

/// The parts of variables at one moment.
pub(super) struct Values<'c, 'r> {
    pub(super) nginx: &'c Nginx,
    pub(super) request: &'r Request<'r>,
    pub(super) server: &'c Statement,
    /// The path, as it may have been rewritten, and its query.
    pub(super) path: String,
    pub(super) query: String,
    /// Variables of `set`, where known.
    pub(super) set: BTreeMap<String, String>,
    /// The last `return`, with its text if that is known.
    pub(super) returned: Option<(ConfigPlace, Option<String>)>,
    /// How many statements have run that make a text.
    pub(super) steps: usize,
    /// How many rows of maps were compared.
    pub(super) rows: Cell<usize>,
    /// Groups of the last pattern.
    pub(super) groups: Vec<String>,
}

impl<'c, 'r> Values<'c, 'r> {
    pub(super) fn new(nginx: &'c Nginx, request: &'r Request<'r>, server: &'c Statement) -> Self {
        Values {
            nginx,
            request,
            server,
            path: uri::path(request.target),
            query: uri::query(request.target).to_owned(),
            set: BTreeMap::new(),
            returned: None,
            steps: 0,
            rows: Cell::new(0),
            groups: Vec::new(),
        }
    }

    /// A text with its variables.
    pub(super) fn text(&self, word: &str, at: &Statement) -> Result<String, Unknown> {
        self.text_at(word, at, 0)
    }

    fn text_at(&self, word: &str, at: &Statement, depth: usize) -> Result<String, Unknown> {
        let mut text = String::new();
        let mut rest = word;
        while let Some((before, after)) = rest.split_once('$') {
            text.push_str(before);
            let (name, left) = variable(after);
            rest = left;
            if name.is_empty() {
                text.push('$');
                continue;
            }
            let value = self.value(name, at, depth)?;
            if text.len() + value.len() > MOST_BYTES {
                return Err(at.unknown(Why::Limit, "a text with variables is too long"));
            }
            text.push_str(&value);
        }
        text.push_str(rest);
        Ok(text)
    }

    fn value(&self, name: &str, at: &Statement, depth: usize) -> Result<String, Unknown> {
        let reason = format!("`${name}` depends on more than the request");
        let unknown = || at.unknown(Why::Variable, reason);
        if let Ok(number) = name.parse::<usize>() {
            return Ok(self.groups.get(number).cloned().unwrap_or_default());
        }
        if let Some(value) = self.set.get(name) {
            return Ok(value.clone());
        }
        let request = self.request;
        Ok(match name {
            "host" | "http_host" => request.host.ok_or_else(unknown)?.to_ascii_lowercase(),
            "server_name" => {
                let name = named(self.server.body(), "server_name").next();
                name.map_or("", |name| name.word(1)).to_owned()
            }
            "scheme" if request.secure => "https".to_owned(),
            "scheme" => "http".to_owned(),
            "https" if request.secure => "on".to_owned(),
            "request_method" => "GET".to_owned(),
            "request_uri" => request.target.to_owned(),
            "uri" | "document_uri" => self.path.clone(),
            "args" | "query_string" => self.query.clone(),
            "is_args" if !self.query.is_empty() => "?".to_owned(),
            "https" | "is_args" => String::new(),
            _ => {
                if let Some(wanted) = name.strip_prefix("arg_") {
                    return Ok(argument(&self.query, wanted));
                }
                let is_map = |map: &&Statement| map.word(2).strip_prefix('$') == Some(name);
                let map = named(&self.nginx.http, "map")
                    .find(is_map)
                    .ok_or_else(unknown)?;
                if depth > 8 {
                    return Err(map.unknown(Why::Limit, "maps name each other"));
                }
                return self.mapped(map, depth + 1);
            }
        })
    }

    /// The value of a `map`: a text, then a pattern, then the default.
    fn mapped(&self, map: &Statement, depth: usize) -> Result<String, Unknown> {
        let rows = map.body();
        self.rows.set(self.rows.get() + rows.len() + 1);
        if self.rows.get() > MOST_ROWS {
            let reason = format!("more than {MOST_ROWS} rows of maps are compared for one request");
            return Err(map.unknown(Why::Limit, reason));
        }
        let source = self.text_at(map.word(1), map, depth)?;
        let is_special = |row: &&Statement| matches!(row.name(), "hostnames" | "include");
        if let Some(row) = rows.iter().find(is_special) {
            return Err(row.unknown(Why::Variable, "this map is not followed here"));
        }
        let exact = rows.iter().find(|row| {
            let key = row.name().strip_prefix('\\').unwrap_or(row.name());
            let is_text = !row.name().starts_with('~') && row.name() != "default";
            is_text && key.eq_ignore_ascii_case(&source)
        });
        if let Some(row) = exact {
            return self.text_at(row.word(1), row, depth);
        }
        for row in rows {
            let Some(rest) = row.name().strip_prefix('~') else {
                continue;
            };
            let pattern = rest.strip_prefix('*').unwrap_or(rest);
            if row.fits(
                &self.nginx.patterns,
                pattern,
                rest.starts_with('*'),
                &source,
            )? {
                if row.word(1).contains('$') {
                    return Err(row.unknown(Why::Variable, "the value has groups of its pattern"));
                }
                return Ok(row.word(1).to_owned());
            }
        }
        match named(rows, "default").next() {
            Some(row) => self.text_at(row.word(1), row, depth),
            None => Ok(String::new()),
        }
    }
}

/// The name of a variable, and the text after it.
fn variable(after: &str) -> (&str, &str) {
    if let Some(inner) = after.strip_prefix('{') {
        return inner.split_once('}').unwrap_or(("", after));
    }
    let is_digit = after.starts_with(|c: char| c.is_ascii_digit());
    let end = if is_digit {
        1
    } else {
        let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        end.unwrap_or(after.len())
    };
    after.split_at(end)
}

/// An argument of the query.
fn argument(query: &str, name: &str) -> String {
    let mut pairs = query
        .split('&')
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    let found = pairs.find(|(key, _)| key.eq_ignore_ascii_case(name));
    found.map_or("", |(_, value)| value).to_owned()
}
