//! Matchers of Caddy: paths, and named ones.

use super::read::Caddy;
use super::token::Matcher;
use crate::files::{Entry, entry};
use crate::glob::fits;
use crate::prediction::{Request, Unknown, Why};
use crate::tree::Statement;

impl Caddy {
    pub(super) fn matches(
        &self,
        matcher: &Matcher<'_>,
        at: &Statement,
        request: &Request<'_>,
        path: &str,
    ) -> Result<bool, Unknown> {
        match matcher {
            Matcher::All => Ok(true),
            Matcher::Path(pattern) => is_path(pattern, path, at),
            Matcher::Named(None) => {
                let reason = format!("the matcher `{}` is not defined", at.word(1));
                Err(at.unknown(Why::Condition, reason))
            }
            Matcher::Named(Some(definition)) => self.definition(definition, request, path),
        }
    }

    /// Whether all kinds hold, and of each one of its values.
    fn definition(
        &self,
        definition: &Statement,
        request: &Request<'_>,
        path: &str,
    ) -> Result<bool, Unknown> {
        if definition.words.len() > 1 {
            let row: Vec<&str> = definition.arguments().collect();
            return self.row(&row, definition, request, path);
        }
        let mut kinds: Vec<(&str, bool)> = Vec::new();
        for statement in definition.body() {
            let holds = self.whole(statement, request, path)?;
            let kind = statement.name();
            match kinds
                .iter_mut()
                .find(|(own, _)| *own == kind && kind != "not")
            {
                Some((_, one)) => *one |= holds,
                None => kinds.push((kind, holds)),
            }
        }
        Ok(kinds.iter().all(|(_, holds)| *holds))
    }

    /// Whether a statement holds that is a row whole.
    fn whole(
        &self,
        statement: &Statement,
        request: &Request<'_>,
        path: &str,
    ) -> Result<bool, Unknown> {
        let row: Vec<&str> = statement.texts().collect();
        self.row(&row, statement, request, path)
    }

    /// Whether a row holds: the kind of a matcher and its values, with the block of its statement.
    fn row(
        &self,
        row: &[&str],
        at: &Statement,
        request: &Request<'_>,
        path: &str,
    ) -> Result<bool, Unknown> {
        let unknown = |why, reason: &str| Err(at.unknown(why, reason));
        let (kind, values) = row
            .split_first()
            .map_or(("", row), |(kind, rest)| (*kind, rest));
        match kind {
            "path" => any(values, |pattern| is_path(pattern, path, at)),
            "path_regexp" => {
                let pattern = values.last().copied().unwrap_or_default();
                match self.patterns.get(pattern, false) {
                    Some(compiled) => Ok(compiled.is_match(path.as_bytes())),
                    None => unknown(Why::Pattern, "the pattern cannot be run here"),
                }
            }
            "host" => match request.host {
                Some(host) if values.iter().any(|value| value.contains('{')) => unknown(
                    Why::Variable,
                    &format!("a name of the host has a placeholder; the host is `{host}`"),
                ),
                Some(host) => Ok(values.iter().any(|value| is_host(value, host))),
                None => unknown(Why::Host, "give the host"),
            },
            "method" => Ok(values.iter().any(|value| value.eq_ignore_ascii_case("GET"))),
            "protocol" if matches!(values, ["http" | "https"]) => {
                Ok((values == ["https"]) == request.secure)
            }
            "file" if at.body.is_none() && values.iter().all(|value| is_followed(value)) => {
                let tried: &[&str] = if values.is_empty() {
                    &["{path}"]
                } else {
                    values
                };
                Ok(tried.iter().any(|value| is_there(value, request, path)))
            }
            "not" if values.is_empty() => {
                any(at.body(), |inner| Ok(!self.whole(inner, request, path)?))
            }
            "not" => Ok(!self.row(values, at, request, path)?),
            _ => {
                let reason = "the matcher depends on more than the path and the host";
                unknown(Why::Condition, reason)
            }
        }
    }
}

/// Whether there is a file, or a folder by a value with a slash at its end.
fn is_there(value: &str, request: &Request<'_>, path: &str) -> bool {
    let file = value.replace("{path}", path);
    let found = entry(request.files, file.trim_end_matches('/'));
    found
        == if value.ends_with('/') {
            Entry::Folder
        } else {
            Entry::File
        }
}

/// Whether one holds, of those that are asked until then.
fn any<T>(all: &[T], holds: impl Fn(&T) -> Result<bool, Unknown>) -> Result<bool, Unknown> {
    for one in all {
        if holds(one)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the name of a file depends on the path alone.
fn is_followed(value: &str) -> bool {
    !value.contains('{') || value.starts_with("{path}")
}

/// Names of hosts, in which `*` is one label.
pub(super) fn is_host(pattern: &str, host: &str) -> bool {
    let (mut own, mut labels) = (pattern.split('.'), host.split('.'));
    loop {
        match (own.next(), labels.next()) {
            (None, None) => return true,
            (Some(own), Some(label)) if own == "*" || own.eq_ignore_ascii_case(label) => {}
            _ => return false,
        }
    }
}

/// Whether a path fits a pattern of paths, without case.
fn is_path(pattern: &str, path: &str, at: &Statement) -> Result<bool, Unknown> {
    if pattern.contains(['{', '%']) || pattern.contains("//") {
        let reason = "the path has placeholders, escapes or two slashes";
        return Err(at.unknown(Why::Variable, reason));
    }
    let path = path.to_lowercase();
    let path = path.trim_end_matches(['.', ' ']);
    let pattern = pattern.to_lowercase();
    let stars = pattern.matches('*').count();
    let parts = (pattern.strip_prefix('*'), pattern.strip_suffix('*'));
    Ok(match parts {
        _ if pattern == "*" => true,
        (Some(_), Some(_)) if stars == 2 => path.contains(pattern.trim_matches('*')),
        (Some(end), None) if stars == 1 => path.ends_with(end),
        (None, Some(before)) if stars == 1 => path.starts_with(before),
        _ => fits(&pattern, path, true),
    })
}
