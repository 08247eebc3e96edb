//! The way of a request through the directives of a site.

use super::header::{Operation, OperationKind, operations};
use super::order::{MOST, is_known, is_setup, sorted};
use super::read::Caddy;
use super::token::{arguments, of_directive};
use crate::names::names_one;
use crate::prediction::{Field, Prediction, Request, Unknown, Why};
use crate::tree::{Statement, named};
use crate::uri;

/// How the chain ended.
pub(super) enum End<'c> {
    /// An answer, which the operations that waited have changed.
    Written(u16),
    Error(u16),
    /// Another server or a program answers.
    Foreign(&'c Statement),
    Closed,
}

pub(super) struct CaddyWalk<'c, 'r> {
    pub(super) caddy: &'c Caddy,
    pub(super) request: &'r Request<'r>,
    pub(super) fields: Vec<Field>,
    /// The path, as it may have been rewritten.
    pub(super) path: String,
    /// The path as it came.
    pub(super) first_path: String,
    /// Operations that wait, in the order of their directives.
    pub(super) deferred: Vec<Vec<Operation<'c>>>,
    /// The status of an error whose answer is made.
    pub(super) error: Option<u16>,
    /// Blocks with the definitions of matchers, from the outer to the inner one.
    pub(super) scopes: Vec<&'c [Statement]>,
    /// The folder of the site, and the one that counts now.
    pub(super) roots: Option<(&'c str, &'c str)>,
    /// What is known of the answer: its file, its text, and the statement that chose it.
    pub(super) sent: Prediction,
}

impl<'c> CaddyWalk<'c, '_> {
    /// Runs a block; without an end the directives after it follow.
    pub(super) fn block(
        &mut self,
        body: &'c [Statement],
        is_route: bool,
    ) -> Result<Option<End<'c>>, Unknown> {
        if let Some(open) = named(body, "import").next() {
            return Err(open.not_given("set fields"));
        }
        if let Some(after) = body.get(MOST) {
            let reason = format!("the order of more than {MOST} statements is not followed");
            return Err(after.unknown(Why::Limit, reason));
        }
        // Where the directive of another module runs is not known.
        let is_other = |own: &&Statement| !is_known(own.name()) && !is_setup(own.name());
        if let Some(other) = body.iter().find(is_other) {
            let reason = format!("`{}` is not known here, and may set fields", other.name());
            return Err(other.unknown(Why::Module, reason));
        }
        self.scopes.push(body);
        let list: Vec<&Statement> = if is_route {
            body.iter().collect()
        } else {
            sorted(&self.scopes, body)
        };
        let ended = self.list(&list, is_route);
        self.scopes.pop();
        ended
    }

    fn list(&mut self, list: &[&'c Statement], is_route: bool) -> Result<Option<End<'c>>, Unknown> {
        // The directives that exclude each other and had a turn in the block.
        let mut turns: Vec<&str> = Vec::new();
        for statement in list {
            if !Self::counts(statement) || !self.matches(statement)? {
                continue;
            }
            let turn = match statement.name() {
                "handle_path" => "handle",
                name => name,
            };
            if !is_route && matches!(turn, "handle" | "rewrite" | "root") {
                if turns.contains(&turn) {
                    continue;
                }
                turns.push(turn);
            }
            if let Some(end) = self.one(statement)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Whether a directive may change the answer; the matchers of others are not asked.
    fn counts(statement: &Statement) -> bool {
        let names = |own: &Statement| {
            own.texts()
                .any(|word| names_one(word) || word.contains('*'))
        };
        match statement.name() {
            "header" => names(statement) || statement.body().iter().any(names),
            "encode" | "request_header" | "log" | "tls" | "bind" | "templates" | "map" | "vars"
            | "fs" | "tracing" | "push" | "request_body" | "timeouts" | "skip_log" | "log_skip"
            | "log_name" | "log_append" | "method" | "handle_errors" => false,
            name => !name.starts_with('@'),
        }
    }

    fn matches(&self, statement: &'c Statement) -> Result<bool, Unknown> {
        let matcher = of_directive(&self.scopes, statement);
        self.caddy
            .matches(&matcher, statement, self.request, &self.path)
    }

    fn one(&mut self, statement: &'c Statement) -> Result<Option<End<'c>>, Unknown> {
        let words = arguments(statement);
        let last = words.last().copied().unwrap_or_default();
        match statement.name() {
            "header" => self.header(statement)?,
            "root" => self.roots = Some((self.roots.map_or(last, |(site, _)| site), last)),
            "redir" => return self.written(code(words.get(1).copied()).unwrap_or(302)),
            "rewrite" => {
                let target = self.text(last, statement)?;
                self.path = uri::path(&target);
                self.sent.by = Some(statement.place);
            }
            "uri" => self.uri(statement, &words)?,
            "try_files" => return Ok(self.try_files(statement)?.map(End::Error)),
            "basicauth" | "basic_auth" => return Ok(Some(End::Error(401))),
            "handle" | "route" => {
                return self.block(statement.body(), statement.name() == "route");
            }
            "handle_path" => {
                let prefix = statement
                    .word(1)
                    .trim_end_matches('*')
                    .trim_end_matches('/');
                let below = self.path.strip_prefix(prefix);
                self.path = uri::normal(below.unwrap_or(&self.path));
                return self.block(statement.body(), false);
            }
            "abort" => return Ok(Some(End::Closed)),
            "error" => {
                let status = words.iter().rev().find_map(|word| word.parse().ok());
                return Ok(Some(End::Error(status.unwrap_or(500))));
            }
            "respond" => return self.respond(statement, &words),
            "file_server" => return self.file_server(statement, &words),
            "reverse_proxy" | "php_fastcgi" | "metrics" | "acme_server" | "forward_auth"
            | "invoke" | "copy_response" => return Ok(Some(End::Foreign(statement))),
            name => {
                let reason = format!("`{name}` is not followed here");
                return Err(statement.unknown(Why::Module, reason));
            }
        }
        Ok(None)
    }

    fn respond(
        &mut self,
        statement: &Statement,
        words: &[&str],
    ) -> Result<Option<End<'c>>, Unknown> {
        let first = words.first().filter(|word| word.len() == 3);
        let alone: Option<u16> = first.and_then(|word| word.parse().ok());
        let given = words.get(1).and_then(|word| word.parse().ok()).or(alone);
        let inner = named(statement.body(), "close").next().map(|_| 200);
        let body = named(statement.body(), "body").next();
        let body = body.map_or("", |body| body.word(1));
        let body = words.first().filter(|_| alone.is_none()).unwrap_or(&body);
        self.sent.text = self.text(body, statement).ok();
        self.sent.by = Some(statement.place);
        self.written(given.or(self.error).or(inner).unwrap_or(200))
    }

    fn header(&mut self, statement: &'c Statement) -> Result<(), Unknown> {
        let (list, is_deferred) = operations(statement);
        if named(statement.body(), "match").next().is_some() {
            return Err(statement.unknown(Why::Condition, "the field depends on the answer"));
        }
        // Defaults are a directive of their own, after the others.
        let is_default = |own: &Operation<'_>| own.kind == OperationKind::Default;
        let (defaults, others): (Vec<_>, Vec<_>) = list.into_iter().partition(is_default);
        if is_deferred {
            self.deferred.push(others);
        } else {
            self.apply(&others)?;
        }
        self.deferred.push(defaults);
        Ok(())
    }

    /// An answer is written: what waited is done, the last directive first.
    pub(super) fn written(&mut self, status: u16) -> Result<Option<End<'c>>, Unknown> {
        for operations in std::mem::take(&mut self.deferred).iter().rev() {
            self.apply(operations)?;
        }
        Ok(Some(End::Written(status)))
    }

    fn uri(&mut self, statement: &Statement, words: &[&str]) -> Result<(), Unknown> {
        let path = &self.path;
        let kept = match words {
            ["strip_prefix", prefix] => path.strip_prefix(prefix.trim_end_matches('/')),
            ["strip_suffix", suffix] => path.strip_suffix(suffix),
            _ => {
                let reason = "the new path is not followed here";
                return Err(statement.unknown(Why::Rewrite, reason));
            }
        };
        let kept = kept.unwrap_or(path);
        let slash = if kept.starts_with('/') { "" } else { "/" };
        self.path = format!("{slash}{kept}");
        Ok(())
    }

    /// A text with the placeholders that the request decides.
    pub(super) fn text(&self, word: &str, at: &Statement) -> Result<String, Unknown> {
        let mut text = String::new();
        let mut rest = word;
        while let Some((before, after)) = rest.split_once('{') {
            // Without an end it is a text.
            let Some((name, left)) = after.split_once('}') else {
                break;
            };
            text.push_str(before);
            rest = left;
            let reason = format!("`{{{name}}}` depends on more than the request");
            let unknown = || at.unknown(Why::Variable, reason);
            let status = self.error.map(|status| status.to_string());
            let value = match name {
                "host" | "http.request.host" => self.request.host.ok_or_else(unknown)?.to_owned(),
                "scheme" | "http.request.scheme" if self.request.secure => "https".to_owned(),
                "scheme" | "http.request.scheme" => "http".to_owned(),
                "method" | "http.request.method" => "GET".to_owned(),
                "path" | "http.request.uri.path" | "uri" | "http.request.uri" => self.path.clone(),
                "err.status_code" | "http.error.status_code" => status.ok_or_else(unknown)?,
                _ => return Err(unknown()),
            };
            text.push_str(&value);
        }
        text.push_str(rest);
        Ok(text)
    }
}

/// The status of a `redir`.
fn code(word: Option<&str>) -> Option<u16> {
    match word? {
        "permanent" => Some(301),
        "temporary" => Some(302),
        "html" => Some(200),
        code => code.parse().ok(),
    }
}
