//! `has` and `missing` of Vercel: <https://vercel.com/docs/project-configuration#header-has-or-missing-object-definition>.

use regex::escape;

use super::json::{JsonKind, JsonValue};
use crate::pattern::Patterns;
use crate::place::ConfigPlace;
use crate::prediction::{Request, Unknown, Why};

/// The conditions of a rule.
#[derive(Clone, Debug, Default)]
pub(super) struct Condition {
    /// Whether each is to hold or not, and the pattern of its host; `None` for all that depends on more.
    parts: Vec<(bool, Option<String>)>,
}

impl Condition {
    pub(super) fn of(rule: &JsonValue) -> Condition {
        let parts = |key: &str, is_wanted| {
            let Some(value) = rule.get(key) else {
                return Vec::new();
            };
            let part = |host| (is_wanted, host);
            // Anything but a list is a condition that is not known.
            value.list().map_or_else(
                || vec![part(None)],
                |list| list.iter().map(|value| part(host(value))).collect(),
            )
        };
        Condition {
            parts: [parts("has", true), parts("missing", false)].concat(),
        }
    }

    pub(super) fn is_none(&self) -> bool {
        self.parts.is_empty()
    }

    pub(super) fn add_patterns(&self, patterns: &mut Patterns) {
        for host in self.parts.iter().filter_map(|(_, host)| host.as_ref()) {
            patterns.add(host, true);
        }
    }

    /// Whether all of it holds.
    pub(super) fn holds(
        &self,
        request: &Request<'_>,
        patterns: &Patterns,
        place: ConfigPlace,
    ) -> Result<bool, Unknown> {
        let mut open = None;
        for (is_wanted, host) in &self.parts {
            match fits(host.as_deref(), request, patterns) {
                // One that does not hold decides, whatever the others are.
                Ok(fits) if fits != *is_wanted => return Ok(false),
                Ok(_) => {}
                Err((why, reason)) => open = Some(place.unknown(why, reason)),
            }
        }
        open.map_or(Ok(true), Err)
    }
}

/// Whether the host fits, or why it is not known.
fn fits(
    host: Option<&str>,
    request: &Request<'_>,
    patterns: &Patterns,
) -> Result<bool, (Why, &'static str)> {
    let depends = "`has` and `missing` depend on more than the path and the host";
    let host = host.ok_or((Why::Condition, depends))?;
    let own = request.host;
    let own = own.ok_or((Why::Host, "the rule is one of a host; give the host"))?;
    let pattern = patterns.get(host, true);
    let open = (
        Why::Pattern,
        "the host is no regular expression that can be run here; one for all hosts of a domain is `.*\\.vercel\\.app`",
    );
    Ok(pattern.ok_or(open)?.is_match(own.as_bytes()))
}

/// The pattern of a host. A text is a pattern itself.
fn host(part: &JsonValue) -> Option<String> {
    if part.get("type").and_then(JsonValue::text) != Some("host") {
        return None;
    }
    let value = part.get("value")?;
    if let Some(text) = value.text() {
        return Some(format!("^(?:{text})$"));
    }
    let JsonKind::Object(pairs) = &value.kind else {
        return None;
    };
    let [(key, value)] = &**pairs else {
        return None;
    };
    let text = value.text()?;
    Some(match &**key {
        "eq" => format!("^{}$", escape(text)),
        "pre" => format!("^{}", escape(text)),
        "suf" => format!("{}$", escape(text)),
        "re" => format!("^(?:{text})$"),
        _ => return None,
    })
}
