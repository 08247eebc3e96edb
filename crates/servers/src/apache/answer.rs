//! The way of a request through Apache: redirects, access, files, indexes, pages of errors.

use super::header::{Tables, parts};
use super::known::is_handler;
use super::merge::{Merged, Scope};
use super::read::Apache;
use super::rewrite::Rewritten;
use crate::files::{Entry, entry};
use crate::names::is_about_robots;
use crate::place::Place;
use crate::predicted::{Predicted, Request, Unknown, Why};
use crate::tree::Statement;
use crate::uri;

/// The answer to a path: its status, the statements that count, and whether the server makes its text itself.
struct Reached<'c> {
    status: u16,
    merged: Merged<'c>,
    is_generated: bool,
    file: Option<String>,
    /// The statement that chose it.
    by: Option<Place>,
}

fn generated(status: u16, merged: Merged<'_>) -> Reached<'_> {
    Reached {
        status,
        merged,
        is_generated: true,
        file: None,
        by: None,
    }
}

impl Apache {
    pub(crate) fn predict(&self, request: &Request<'_>) -> Predicted {
        let predicted = self.answer(request).unwrap_or_else(Predicted::unknown);
        predicted.where_named(self.names_fields)
    }

    fn answer(&self, request: &Request<'_>) -> Result<Predicted, Unknown> {
        let scope = self.scope(request)?;
        let path = uri::target(request.target).path;
        let reached = self.reached(&scope, request, &path)?;
        let reached = if reached.is_generated {
            self.error_page(&scope, request, reached)?
        } else {
            reached
        };
        let mut tables = Tables::default();
        let has_headers = self.has_module("headers") != Some(false);
        for header in reached.merged.named("header").filter(|_| has_headers) {
            if self.is_in_force(header, request, &path, &reached.merged)? {
                tables.apply(header, &self.patterns)?;
            }
        }
        Ok(Predicted {
            text: None,
            status: Some(reached.status),
            file: reached.file,
            by: reached.by,
            fields: tables.sent(reached.is_generated),
            unknown: Vec::new(),
        })
    }

    /// Whether the condition of a `Header` holds.
    fn is_in_force(
        &self,
        statement: &Statement,
        request: &Request<'_>,
        path: &str,
        merged: &Merged<'_>,
    ) -> Result<bool, Unknown> {
        let header = parts(statement);
        if header.condition.is_empty()
            || header.condition == "early"
            || !is_about_robots(header.name)
        {
            return Ok(true);
        }
        let unknown = |reason: &str| Unknown::new(statement.place, Why::Condition, reason);
        let Some(wanted) = header.condition.strip_prefix("env=") else {
            return Err(unknown("the condition is an expression"));
        };
        let (variable, is_set) = match wanted.strip_prefix('!') {
            Some(variable) => (variable, false),
            None => (wanted, true),
        };
        let sets = |setter: &&Statement| {
            setter
                .arguments()
                .skip(2)
                .any(|word| word.trim_start_matches('!').split('=').next() == Some(variable))
        };
        let all = merged.all.iter().map(|(_, statement)| *statement);
        let setters = || {
            all.clone()
                .filter(|statement| statement.name().starts_with("setenvif"))
                .filter(sets)
        };
        if setters().next().is_none() {
            return Err(unknown("the variable depends on more than the request"));
        }
        let mut value = false;
        for setter in setters() {
            let subject = match setter.word(1).to_ascii_lowercase().as_str() {
                "request_uri" => path,
                "host" => request.host.unwrap_or_default(),
                "request_method" => "GET",
                _ => return Err(unknown("the variable depends on more than the request")),
            };
            let folded = setter.name() == "setenvifnocase";
            let Some(pattern) = self.patterns.get(setter.word(2), folded) else {
                return Err(unknown("the pattern of the variable cannot be run here"));
            };
            if pattern.is_match(subject.as_bytes()) {
                value = !setter
                    .arguments()
                    .skip(2)
                    .any(|word| word.strip_prefix('!') == Some(variable));
            }
        }
        Ok(value == is_set)
    }

    fn reached<'c>(
        &'c self,
        scope: &Scope<'c>,
        request: &Request<'_>,
        path: &str,
    ) -> Result<Reached<'c>, Unknown> {
        let mut path = path.to_owned();
        let before = self.merged(scope, &path, request.files, false)?;
        match self.rewritten(&before, request, &path, true)? {
            Rewritten::Status(status) => return Ok(generated(status, before)),
            Rewritten::Path(other) => path = other,
            Rewritten::Same => {}
        }
        if let Some(status) = self.elsewhere(&before, &path, true)? {
            return Ok(generated(status, before));
        }
        // A location without a path of its own redirects before a file is searched for.
        let whole = before
            .named("redirect")
            .find(|redirect| redirect_path(redirect).is_none());
        if let Some(status) = whole
            .map(|redirect| self.redirect(redirect, &path))
            .transpose()?
            .flatten()
        {
            return Ok(generated(status, before));
        }
        for _ in 0..10 {
            let merged = self.merged(scope, &path, request.files, true)?;
            if let Some(status) = access(&merged)? {
                let rules = ["require", "deny"]
                    .into_iter()
                    .flat_map(|name| merged.named(name));
                let by = rules.last().map(|rule| rule.place);
                return Ok(Reached {
                    by,
                    ..generated(status, merged)
                });
            }
            match self.rewritten(&merged, request, &path, false)? {
                Rewritten::Status(status) => return Ok(generated(status, merged)),
                Rewritten::Path(other) if other != path => {
                    path = other;
                    continue;
                }
                Rewritten::Path(_) | Rewritten::Same => {}
            }
            if let Some(status) = self.elsewhere(&merged, &path, false)? {
                return Ok(generated(status, merged));
            }
            return self.file(scope, request, &path, merged);
        }
        Err(Unknown::new(
            crate::place::Place::default(),
            Why::Limit,
            "the rules of rewrites have no end",
        ))
    }

    /// Redirects, other folders and other servers.
    fn elsewhere(
        &self,
        merged: &Merged<'_>,
        path: &str,
        of_server: bool,
    ) -> Result<Option<u16>, Unknown> {
        let own = merged
            .all
            .iter()
            .filter(|(section, _)| (*section < 2) == of_server);
        for (_, statement) in own {
            let unknown = |why, reason: &str| Err(Unknown::new(statement.place, why, reason));
            match statement.name() {
                "redirect" | "redirectpermanent" | "redirecttemp" | "redirectmatch" => {
                    if let Some(status) = self.redirect(statement, path)? {
                        return Ok(Some(status));
                    }
                }
                "alias" | "scriptalias" if below(statement.word(1), path) => {
                    return unknown(Why::Files, "the files of this path are in another folder");
                }
                "aliasmatch" | "scriptaliasmatch" => {
                    return unknown(Why::Files, "files may be in another folder");
                }
                "proxypass" if statement.words.len() == 2 || below(statement.word(1), path) => {
                    if statement.word(2) == "!" {
                        return Ok(None);
                    }
                    return unknown(
                        Why::Upstream,
                        "another server answers, and may set fields of its own",
                    );
                }
                "sethandler" if matches!(statement.word(1), "none" | "default-handler") => {}
                "addhandler" => {
                    let ends =
                        |end: &str| path.ends_with(&format!(".{}", end.trim_start_matches('.')));
                    if statement.arguments().skip(1).any(ends) {
                        return unknown(
                            Why::Upstream,
                            "a program answers, and may set fields of its own",
                        );
                    }
                }
                name if is_handler(name) => {
                    return unknown(
                        Why::Upstream,
                        "a program or another server answers, and may set fields of its own",
                    );
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn redirect(&self, statement: &Statement, path: &str) -> Result<Option<u16>, Unknown> {
        let status = match statement.name() {
            "redirectpermanent" => 301,
            _ => given_status(statement).unwrap_or(302),
        };
        let fits = match redirect_path(statement) {
            None => true,
            Some(pattern) if statement.name() == "redirectmatch" => {
                self.matches(statement, pattern, path)?
            }
            Some(first) => below(first, path),
        };
        Ok(fits.then_some(status))
    }

    fn file<'c>(
        &'c self,
        scope: &Scope<'c>,
        request: &Request<'_>,
        path: &str,
        merged: Merged<'c>,
    ) -> Result<Reached<'c>, Unknown> {
        let served = |merged, file: &str| Reached {
            status: 200,
            merged,
            is_generated: false,
            file: Some(file.to_owned()),
            by: None,
        };
        let found = entry(request.files, path);
        if found == Entry::File && !path.ends_with('/') {
            return Ok(served(merged, path));
        }
        let fallback = merged
            .named("fallbackresource")
            .last()
            .filter(|resource| resource.word(1) != "disabled");
        if found == Entry::Folder && !path.ends_with('/') {
            let redirects = merged
                .named("directoryslash")
                .last()
                .is_none_or(|slash| !slash.word(1).eq_ignore_ascii_case("off"));
            if redirects {
                return Ok(generated(301, merged));
            }
        }
        if found == Entry::Folder {
            let (_, statements) = merged.last_section(&["directoryindex"]);
            let mut names: Vec<&str> = statements
                .iter()
                .flat_map(|statement| statement.arguments())
                .collect();
            if names.is_empty() {
                names.push("index.html");
            }
            for name in names.into_iter().filter(|name| *name != "disabled") {
                let index = if name.starts_with('/') {
                    name.to_owned()
                } else {
                    format!("{}/{name}", path.trim_end_matches('/'))
                };
                if entry(request.files, &index) == Entry::File {
                    let inner = self.merged(scope, &index, request.files, true)?;
                    if let Some(status) = access(&inner)? {
                        return Ok(generated(status, inner));
                    }
                    return Ok(served(inner, &index));
                }
            }
        }
        if let Some(resource) = fallback {
            let target = resource.word(1);
            if entry(request.files, target) == Entry::File {
                let inner = self.merged(scope, target, request.files, true)?;
                return Ok(Reached {
                    by: Some(resource.place),
                    ..served(inner, target)
                });
            }
        }
        if found == Entry::Folder {
            let lists = has_option(&merged, "indexes");
            return Ok(if lists {
                Reached {
                    file: None,
                    ..served(merged, path)
                }
            } else {
                generated(403, merged)
            });
        }
        let stem = format!("{}.", path.trim_end_matches('/'));
        if has_option(&merged, "multiviews")
            && request.files.is_none_or(|files| files.has_more(&stem))
        {
            let place = merged
                .named("options")
                .last()
                .map(|options| options.place)
                .unwrap_or_default();
            return Err(Unknown::new(
                place,
                Why::Files,
                "`MultiViews` chooses among several files",
            ));
        }
        Ok(generated(404, merged))
    }

    /// The page of an error, where there is one.
    fn error_page<'c>(
        &'c self,
        scope: &Scope<'c>,
        request: &Request<'_>,
        reached: Reached<'c>,
    ) -> Result<Reached<'c>, Unknown> {
        let code = reached.status.to_string();
        let page = reached
            .merged
            .named("errordocument")
            .filter(|page| page.word(1) == code)
            .last();
        let Some(page) = page else {
            return Ok(reached);
        };
        let target = page.word(2);
        if target.starts_with("http://") || target.starts_with("https://") {
            return Ok(generated(302, reached.merged));
        }
        if !target.starts_with('/') {
            return Ok(reached);
        }
        let inner = self.reached(scope, request, &uri::target(target).path)?;
        if inner.is_generated {
            return Ok(reached);
        }
        Ok(Reached {
            status: reached.status,
            ..inner
        })
    }
}

fn given_status(redirect: &Statement) -> Option<u16> {
    match redirect.word(1) {
        "permanent" => Some(301),
        "temp" => Some(302),
        "seeother" => Some(303),
        "gone" => Some(410),
        code => code.parse().ok(),
    }
}

/// The path or the pattern of a redirect; one of a whole location has an address alone.
fn redirect_path(redirect: &Statement) -> Option<&str> {
    let first = redirect.word(1 + usize::from(given_status(redirect).is_some()));
    Some(first).filter(|first| !first.is_empty() && !first.contains("://"))
}

/// Whether a path is one of an alias, or below it.
fn below(alias: &str, path: &str) -> bool {
    let rest = path.strip_prefix(alias.trim_end_matches('/'));
    rest.is_some_and(|rest| {
        if alias.ends_with('/') {
            rest.starts_with('/')
        } else {
            rest.is_empty() || rest.starts_with('/')
        }
    })
}

/// Whether an option is in force: words with signs change those before, words without replace them.
fn has_option(merged: &Merged<'_>, option: &str) -> bool {
    let mut has = false;
    for statement in merged.named("options") {
        let is_whole = statement
            .arguments()
            .any(|word| !word.starts_with(['+', '-']));
        has &= !is_whole;
        for word in statement.arguments().map(str::to_ascii_lowercase) {
            let is_all = word.trim_start_matches('+') == "all" && option != "multiviews";
            if word.trim_start_matches(['+', '-']) == option || is_all {
                has = !word.starts_with('-');
            }
        }
    }
    has
}

/// The status with which a client without a password is refused.
fn access(merged: &Merged<'_>) -> Result<Option<u16>, Unknown> {
    let unknown = |place| {
        Err(Unknown::new(
            place,
            Why::Access,
            "who may have it depends on more than the request",
        ))
    };
    let (_, rules) = merged.last_section(&["require", "requireall", "requireany", "requirenone"]);
    let mut is_closed = false;
    for rule in &rules {
        let what = format!("{} {}", rule.word(1), rule.word(2)).to_ascii_lowercase();
        match (rule.name(), what.trim()) {
            ("require", "all granted") => return old_access(merged),
            ("require", "all denied") => is_closed = true,
            ("require", "valid-user") if rules.len() == 1 => return Ok(Some(401)),
            _ => return unknown(rule.place),
        }
    }
    if is_closed {
        Ok(Some(403))
    } else {
        old_access(merged)
    }
}

/// `Deny` and `Allow` of Apache 2.2.
fn old_access(merged: &Merged<'_>) -> Result<Option<u16>, Unknown> {
    let (_, rules) = merged.last_section(&["deny", "allow"]);
    let is_all = |rule: &Statement| rule.word(2).eq_ignore_ascii_case("all");
    match &*rules {
        [] => Ok(None),
        [rule] if is_all(rule) => Ok((rule.name() == "deny").then_some(403)),
        [rule, ..] => Err(Unknown::new(
            rule.place,
            Why::Access,
            "who may have it depends on more than the request",
        )),
    }
}
