//! The way of a request through the directives of a site.

use super::header::{Operation, operations};
use super::order::{MOST, is_known, sorted};
use super::read::Caddy;
use super::token::{Matcher, arguments, of_directive};
use crate::files::{Entry, entry};
use crate::names::{is_about_robots, names_one};
use crate::place::Place;
use crate::predicted::{Field, Request, Unknown, Why};
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

pub(super) struct Walk<'c, 'r> {
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
    /// The file that is sent.
    pub(super) file: Option<String>,
    /// The text that is sent.
    pub(super) text: Option<String>,
    /// The statement that chose it.
    pub(super) by: Option<Place>,
}

/// Which of the directives that exclude each other had a turn in a block.
#[derive(Default)]
struct Turns {
    handle: bool,
    rewrite: bool,
    root: bool,
}

impl<'c> Walk<'c, '_> {
    /// Runs a block; without an end the directives after it follow.
    pub(super) fn block(
        &mut self,
        body: &'c [Statement],
        is_route: bool,
    ) -> Result<Option<End<'c>>, Unknown> {
        if let Some(open) = named(body, "import").next() {
            return Err(Unknown::new(
                open.place,
                Why::Include,
                format!("`{}` was not given, and may set fields", open.word(1)),
            ));
        }
        if let Some(after) = body.get(MOST) {
            let reason = format!("the order of more than {MOST} statements is not followed");
            return Err(Unknown::new(after.place, Why::Limit, reason));
        }
        // Where the directive of another module runs is not known.
        let other = body.iter().find(|own| {
            !is_known(own.name())
                && !super::order::is_setup(own.name())
                && !own.name().starts_with('@')
        });
        if let Some(other) = other {
            let reason = format!("`{}` is not known here, and may set fields", other.name());
            return Err(Unknown::new(other.place, Why::Module, reason));
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
        let mut turns = Turns::default();
        for statement in list {
            if !Self::counts(statement) || !self.matches(statement)? {
                continue;
            }
            let turn = match statement.name() {
                "handle" | "handle_path" => Some(&mut turns.handle),
                "rewrite" => Some(&mut turns.rewrite),
                "root" => Some(&mut turns.root),
                _ => None,
            };
            if let Some(turn) = turn.filter(|_| !is_route)
                && std::mem::replace(turn, true)
            {
                continue;
            }
            if let Some(end) = self.one(statement)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Whether a directive may change the answer; the matchers of others are not asked.
    fn counts(statement: &Statement) -> bool {
        match statement.name() {
            "header" => {
                statement
                    .words
                    .iter()
                    .any(|word| names_one(&word.text) || word.text.contains('*'))
                    || statement.body().iter().any(|inner| {
                        inner
                            .words
                            .iter()
                            .any(|word| names_one(&word.text) || word.text.contains('*'))
                    })
            }
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
        let unknown = |why, reason: String| Err(Unknown::new(statement.place, why, reason));
        match statement.name() {
            "header" => self.header(statement)?,
            "root" => {
                let root = words.last().copied().unwrap_or_default();
                self.roots = Some((self.roots.map_or(root, |(site, _)| site), root));
            }
            "redir" => return self.written(code(words.get(1).copied()).unwrap_or(302)),
            "rewrite" => {
                let target = self.text(words.last().copied().unwrap_or_default(), statement)?;
                self.path = uri::target(&target).path;
                self.by = Some(statement.place);
            }
            "uri" => self.uri(statement, &words)?,
            "try_files" => return Ok(self.try_files(statement)?.map(End::Error)),
            "basicauth" | "basic_auth" => return Ok(Some(End::Error(401))),
            "handle" | "route" | "handle_path" => {
                let before = self.path.clone();
                if statement.name() == "handle_path" {
                    let prefix = statement
                        .word(1)
                        .trim_end_matches('*')
                        .trim_end_matches('/')
                        .to_owned();
                    self.path = uri::normal(before.strip_prefix(&prefix).unwrap_or(&before));
                }
                return self.block(statement.body(), statement.name() == "route");
            }
            "abort" => return Ok(Some(End::Closed)),
            "error" => {
                let status = words.iter().rev().find_map(|word| word.parse().ok());
                return Ok(Some(End::Error(status.unwrap_or(500))));
            }
            "respond" => {
                let alone = words
                    .first()
                    .filter(|word| word.len() == 3)
                    .and_then(|word| word.parse().ok());
                let given = words.get(1).and_then(|word| word.parse().ok()).or(alone);
                let inner = named(statement.body(), "close").next().map(|_| 200);
                let body = named(statement.body(), "body").next();
                let body = body.map_or("", |body| body.word(1));
                let body = words.first().filter(|_| alone.is_none()).unwrap_or(&body);
                self.text = self.text(body, statement).ok();
                self.by = Some(statement.place);
                return self.written(given.or(self.error).or(inner).unwrap_or(200));
            }
            "file_server" => return self.file_server(statement, &words),
            "reverse_proxy" | "php_fastcgi" | "metrics" | "acme_server" | "forward_auth"
            | "invoke" | "copy_response" => {
                return Ok(Some(End::Foreign(statement)));
            }
            name if !is_known(name) => {
                return unknown(
                    Why::Module,
                    format!("`{name}` is not known here, and may set fields"),
                );
            }
            name => return unknown(Why::Module, format!("`{name}` is not followed here")),
        }
        Ok(None)
    }

    fn header(&mut self, statement: &'c Statement) -> Result<(), Unknown> {
        let operations = operations(statement);
        if statement.body().iter().any(|inner| inner.name() == "match") {
            return Err(Unknown::new(
                statement.place,
                Why::Condition,
                "the field depends on the answer",
            ));
        }
        let (waiting, others): (Vec<Operation<'c>>, Vec<Operation<'c>>) =
            operations.list.iter().partition(|operation| {
                operations.is_deferred || operation.kind == super::header::Kind::Default
            });
        // Defaults are a directive of their own, after the others.
        if operations.is_deferred {
            let (defaults, waiting): (Vec<Operation<'c>>, Vec<Operation<'c>>) = waiting
                .iter()
                .partition(|operation| operation.kind == super::header::Kind::Default);
            self.deferred.push(waiting);
            self.deferred.push(defaults);
        } else {
            self.apply(&others)?;
            self.deferred.push(waiting);
        }
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
        let kept = match words {
            ["strip_prefix", prefix] => self
                .path
                .strip_prefix(prefix.trim_end_matches('/'))
                .unwrap_or(&self.path),
            ["strip_suffix", suffix] => self.path.strip_suffix(suffix).unwrap_or(&self.path),
            _ => {
                return Err(Unknown::new(
                    statement.place,
                    Why::Rewrite,
                    "the new path is not followed here",
                ));
            }
        };
        self.path = if kept.starts_with('/') {
            kept.to_owned()
        } else {
            format!("/{kept}")
        };
        Ok(())
    }

    /// Takes the first file that exists, or gives the status of the last word.
    fn try_files(&mut self, statement: &Statement) -> Result<Option<u16>, Unknown> {
        if statement.body.is_some()
            || statement
                .arguments()
                .any(|word| word.contains(['?', '*', '[']))
        {
            return Err(Unknown::new(
                statement.place,
                Why::Files,
                "which file is tried first depends on more than their names",
            ));
        }
        for word in statement.arguments() {
            if let Some(status) = word.strip_prefix('=') {
                return Ok(status.parse().ok());
            }
            let file = self.text(word, statement)?;
            let file = format!("/{}", file.trim_matches('/'));
            // The slash of the word says that a folder is meant, and not that of the path.
            let is_folder = word.ends_with('/');
            let wanted = if is_folder {
                Entry::Folder
            } else {
                Entry::File
            };
            if self.entry(&file)? == wanted {
                self.by = Some(statement.place);
                self.path = if is_folder {
                    format!("{}/", file.trim_end_matches('/'))
                } else {
                    file
                };
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// The entry of a path by the folder that counts.
    fn entry(&self, path: &str) -> Result<Entry, Unknown> {
        let (Some((site, own)), Some(_)) = (self.roots, self.request.files) else {
            return Ok(entry(self.request.files, path));
        };
        let own = own.trim_end_matches('/');
        let below = own
            .strip_prefix(site.trim_end_matches('/'))
            .filter(|below| below.is_empty() || below.starts_with('/'));
        let Some(below) = below else {
            let reason = format!("the files of `{own}` are not those of the site");
            return Err(Unknown::new(
                crate::place::Place::default(),
                Why::Files,
                reason,
            ));
        };
        Ok(entry(self.request.files, &format!("{below}{path}")))
    }

    fn file_server(
        &mut self,
        statement: &'c Statement,
        words: &[&str],
    ) -> Result<Option<End<'c>>, Unknown> {
        let option = |name: &str| named(statement.body(), name).next();
        if let Some(special) = ["hide", "root", "fs"].into_iter().find_map(option) {
            return Err(Unknown::new(
                special.place,
                Why::Files,
                "this option chooses other files",
            ));
        }
        let lists = words.contains(&"browse") || option("browse").is_some();
        let passes = option("pass_thru").is_some();
        let missing = || if passes { None } else { Some(End::Error(404)) };
        let path = self.path.clone();
        let mut found = self.entry(&path)?;
        let mut is_index = false;
        let mut file = path.clone();
        if found == Entry::Folder {
            let names = option("index").map(|index| index.arguments().collect::<Vec<_>>());
            for name in names.unwrap_or_else(|| vec!["index.html", "index.txt"]) {
                let index = format!("{}/{name}", path.trim_end_matches('/'));
                if self.entry(&index)? == Entry::File {
                    found = Entry::File;
                    is_index = true;
                    file = index;
                    break;
                }
            }
        }
        let base = |path: &str| {
            path.trim_end_matches('/')
                .rsplit('/')
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        match found {
            Entry::Missing => Ok(missing()),
            Entry::Folder if !lists => Ok(missing()),
            Entry::Folder => {
                let status = if self.first_path.ends_with('/') {
                    200
                } else {
                    308
                };
                self.written(status)
            }
            Entry::File => {
                let is_canonical = option("disable_canonical_uris").is_some()
                    || base(&self.first_path) != base(&self.path);
                if !is_canonical && is_index != self.first_path.ends_with('/') {
                    return self.written(308);
                }
                self.file = Some(file);
                let given = option("status").and_then(|status| status.word(1).parse().ok());
                self.written(given.or(self.error).unwrap_or(200))
            }
        }
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
            let unknown = || {
                Unknown::new(
                    at.place,
                    Why::Variable,
                    format!("`{{{name}}}` depends on more than the request"),
                )
            };
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

/// Whether a block sets a field about robots.
pub(super) fn is_relevant(statement: &Statement) -> bool {
    statement.name() == "header"
        && operations(statement)
            .list
            .iter()
            .any(|operation| is_about_robots(operation.name.trim_end_matches(':')))
}

/// The matcher of a directive, for readers of whole sites.
pub(super) fn has_matcher(statement: &Statement) -> bool {
    !matches!(of_directive(&[], statement), Matcher::All)
}
