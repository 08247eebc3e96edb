//! The way of a request through Apache: redirects, access, files, indexes, pages of errors.

use super::access::access;
use super::file::Reached;
use super::header::{Tables, parts};
use super::merge::{Merged, Scope};
use super::read::Apache;
use super::rewrite::{Rewritten, is_address, named_status};
use super::words::{HANDLERS, without_not};
use crate::names::is_about_robots;
use crate::place::ConfigPlace;
use crate::prediction::{Prediction, Request, Unknown, Why};
use crate::tree::Statement;
use crate::uri;

/// The answer to a request.
pub(super) fn answer(apache: &Apache, request: &Request<'_>) -> Result<Prediction, Unknown> {
    let scope = apache.scope(request)?;
    let path = uri::path(request.target);
    let mut reached = apache.reached(&scope, request, &path)?;
    if reached.is_generated {
        reached = apache.error_page(&scope, request, reached)?;
    }
    let mut tables = Tables::default();
    let has_headers = apache.has_module("headers_module") != Some(false);
    for header in reached.merged.named("header").filter(|_| has_headers) {
        if apache.is_in_force(header, request, &path, &reached.merged)? {
            tables.apply(header, &apache.patterns)?;
        }
    }
    Ok(Prediction {
        file: reached.file,
        by: reached.by,
        fields: tables.sent(reached.is_generated),
        ..Prediction::of_status(reached.status)
    })
}

impl Apache {
    /// Whether the condition of a `Header` holds.
    fn is_in_force(
        &self,
        statement: &Statement,
        request: &Request<'_>,
        path: &str,
        merged: &Merged<'_>,
    ) -> Result<bool, Unknown> {
        let header = parts(statement);
        if matches!(header.condition, "" | "early") || !is_about_robots(header.name) {
            return Ok(true);
        }
        let unknown = |reason: &str| statement.unknown(Why::Condition, reason);
        let Some(wanted) = header.condition.strip_prefix("env=") else {
            return Err(unknown("the condition is an expression"));
        };
        let (variable, is_set) = without_not(wanted);
        let sets = |word: &str| word.trim_start_matches('!').split('=').next() == Some(variable);
        let all = merged.all.iter().map(|(_, statement)| *statement);
        let setters = all.filter(|own| own.name().starts_with("setenvif"));
        let mut setters = setters
            .filter(|own| own.arguments().skip(2).any(sets))
            .peekable();
        let depends = || unknown("the variable depends on more than the request");
        setters.peek().ok_or_else(depends)?;
        let mut value = false;
        for setter in setters {
            let subject = match setter.word(1).to_ascii_lowercase().as_str() {
                "request_uri" => path,
                "host" => request.host.unwrap_or_default(),
                "request_method" => "GET",
                _ => return Err(depends()),
            };
            let folded = setter.name() == "setenvifnocase";
            let Some(pattern) = self.patterns.get(setter.word(2), folded) else {
                return Err(unknown("the pattern of the variable cannot be run here"));
            };
            if pattern.is_match(subject.as_bytes()) {
                let unsets = |word: &str| word.strip_prefix('!') == Some(variable);
                value = !setter.arguments().skip(2).any(unsets);
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
            Rewritten::Status(status) => return Ok(Reached::generated(status, before)),
            Rewritten::Path(other) => path = other,
            Rewritten::Same => {}
        }
        let mut status = self.elsewhere(&before, &path, true)?;
        // A location without a path of its own redirects before a file is searched for.
        let is_whole = |redirect: &&Statement| redirect_path(redirect).is_none();
        if status.is_none()
            && let Some(redirect) = before.named("redirect").find(is_whole)
        {
            status = self.redirect(redirect, &path)?;
        }
        if let Some(status) = status {
            return Ok(Reached::generated(status, before));
        }
        for _ in 0..10 {
            let merged = self.merged(scope, &path, request.files, true)?;
            if let Some(status) = access(&merged)? {
                let rules = ["require", "deny"].map(|name| merged.named(name));
                let by = rules.into_iter().flatten().last().map(|rule| rule.place);
                return Ok(Reached {
                    by,
                    ..Reached::generated(status, merged)
                });
            }
            match self.rewritten(&merged, request, &path, false)? {
                Rewritten::Status(status) => return Ok(Reached::generated(status, merged)),
                Rewritten::Path(other) if other != path => {
                    path = other;
                    continue;
                }
                Rewritten::Path(_) | Rewritten::Same => {}
            }
            if let Some(status) = self.elsewhere(&merged, &path, false)? {
                return Ok(Reached::generated(status, merged));
            }
            return self.file(scope, request, &path, merged);
        }
        let reason = "the rules of rewrites have no end";
        Err(ConfigPlace::default().unknown(Why::Limit, reason))
    }

    /// Redirects, other folders and other servers.
    fn elsewhere(
        &self,
        merged: &Merged<'_>,
        path: &str,
        of_server: bool,
    ) -> Result<Option<u16>, Unknown> {
        let all = merged.all.iter();
        for (_, statement) in all.filter(|(section, _)| (*section < 2) == of_server) {
            let unknown = |why, reason: &str| Err(statement.unknown(why, reason));
            let word = |at| statement.word(at);
            let answers = |who: &str| {
                let reason = format!("{who}, and may set fields of its own");
                unknown(Why::Upstream, &reason)
            };
            match statement.name() {
                "redirect" | "redirectpermanent" | "redirecttemp" | "redirectmatch" => {
                    if let Some(status) = self.redirect(statement, path)? {
                        return Ok(Some(status));
                    }
                }
                "alias" | "scriptalias" if below(word(1), path) => {
                    return unknown(Why::Files, "the files of this path are in another folder");
                }
                "aliasmatch" | "scriptaliasmatch" => {
                    return unknown(Why::Files, "files may be in another folder");
                }
                "proxypass" if statement.words.len() == 2 || below(word(1), path) => {
                    if word(2) == "!" {
                        return Ok(None);
                    }
                    return answers("another server answers");
                }
                "sethandler" if matches!(word(1), "none" | "default-handler") => {}
                "addhandler" => {
                    let end = |own: &str| format!(".{}", own.trim_start_matches('.'));
                    let mut ends = statement.arguments().skip(1).map(end);
                    if ends.any(|end| path.ends_with(&end)) {
                        return answers("a program answers");
                    }
                }
                name if HANDLERS.contains(&name) => {
                    return answers("a program or another server answers");
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
                statement.fits(&self.patterns, pattern, false, path)?
            }
            Some(first) => below(first, path),
        };
        Ok(fits.then_some(status))
    }

    /// The page of an error, where there is one.
    fn error_page<'c>(
        &'c self,
        scope: &Scope<'c>,
        request: &Request<'_>,
        reached: Reached<'c>,
    ) -> Result<Reached<'c>, Unknown> {
        let code = reached.status.to_string();
        let pages = reached.merged.named("errordocument");
        let Some(page) = pages.filter(|page| page.word(1) == code).last() else {
            return Ok(reached);
        };
        let target = page.word(2);
        if is_address(target) {
            return Ok(Reached::generated(302, reached.merged));
        }
        if !target.starts_with('/') {
            return Ok(reached);
        }
        let inner = self.reached(scope, request, &uri::path(target))?;
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
        "gone" => Some(410),
        code => named_status(code),
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
    rest.is_some_and(|rest| rest.starts_with('/') || rest.is_empty() && !alias.ends_with('/'))
}
