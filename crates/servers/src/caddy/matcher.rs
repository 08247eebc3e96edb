//! Matchers of Caddy: paths, and named ones.

use super::read::Caddy;
use super::token::Matcher;
use crate::files::{Entry, entry};
use crate::glob::fits;
use crate::predicted::{Request, Unknown, Why};
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
            Matcher::Named(None) => Err(Unknown::new(
                at.place,
                Why::Condition,
                format!("the matcher `{}` is not defined", at.word(1)),
            )),
            Matcher::Named(Some(definition)) => self.definition(definition, request, path),
        }
    }

    /// All kinds hold, and of each one of its values.
    fn definition(
        &self,
        definition: &Statement,
        request: &Request<'_>,
        path: &str,
    ) -> Result<bool, Unknown> {
        if definition.words.len() > 1 {
            let row: Vec<&str> = definition.arguments().collect();
            return self.row(&row, definition, definition, request, path);
        }
        let mut kinds: Vec<(&str, bool)> = Vec::new();
        for statement in definition.body() {
            let row: Vec<&str> = statement.words.iter().map(|word| &*word.text).collect();
            let holds = self.row(&row, statement, statement, request, path)?;
            match kinds
                .iter_mut()
                .find(|(kind, _)| *kind == statement.name() && *kind != "not")
            {
                Some((_, one)) => *one |= holds,
                None => kinds.push((statement.name(), holds)),
            }
        }
        Ok(kinds.iter().all(|(_, holds)| *holds))
    }

    fn row(
        &self,
        row: &[&str],
        with_body: &Statement,
        at: &Statement,
        request: &Request<'_>,
        path: &str,
    ) -> Result<bool, Unknown> {
        let unknown = |why, reason: &str| Err(Unknown::new(at.place, why, reason));
        let (kind, values) = row
            .split_first()
            .map_or(("", row), |(kind, values)| (*kind, values));
        match kind {
            "path" => {
                for pattern in values {
                    if is_path(pattern, path, at)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
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
            "file"
                if with_body.body.is_none()
                    && values
                        .iter()
                        .all(|value| !value.contains('{') || value.starts_with("{path}")) =>
            {
                let tried: Vec<&str> = if values.is_empty() {
                    vec!["{path}"]
                } else {
                    values.to_vec()
                };
                Ok(tried.iter().any(|value| {
                    let file = value.replace("{path}", path);
                    let wanted = if value.ends_with('/') {
                        Entry::Folder
                    } else {
                        Entry::File
                    };
                    entry(request.files, file.trim_end_matches('/')) == wanted
                }))
            }
            "not" if values.is_empty() => {
                for inner in with_body.body() {
                    let row: Vec<&str> = inner.words.iter().map(|word| &*word.text).collect();
                    if !self.row(&row, inner, inner, request, path)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            "not" => Ok(!self.row(values, with_body, at, request, path)?),
            _ => unknown(
                Why::Condition,
                "the matcher depends on more than the path and the host",
            ),
        }
    }
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
        return Err(Unknown::new(
            at.place,
            Why::Variable,
            "the path has placeholders, escapes or two slashes",
        ));
    }
    let path = path.to_lowercase();
    let path = path.trim_end_matches(['.', ' ']);
    let pattern = pattern.to_lowercase();
    let stars = pattern.matches('*').count();
    Ok(
        match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
            _ if pattern == "*" => true,
            (Some(_), Some(_)) if stars == 2 => path.contains(pattern.trim_matches('*')),
            (Some(end), None) if stars == 1 => path.ends_with(end),
            (None, Some(before)) if stars == 1 => path.starts_with(before),
            _ => fits(&pattern, path, true),
        },
    )
}
