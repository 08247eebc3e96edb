//! `RewriteRule`, where its conditions are about the request and the files.

use super::flags::{flags_of, has_flag};
use super::merge::Merged;
use super::read::Apache;
use crate::files::{Entry, entry};
use crate::predicted::{Request, Unknown, Why};
use crate::tree::Statement;

/// How the rules end.
pub(super) enum Rewritten {
    /// The path stays.
    Same,
    /// Another path, or the same one with a rule that ends all.
    Path(String),
    Status(u16),
}

impl Apache {
    /// Runs the rules of the last section that has some.
    pub(super) fn rewritten(
        &self,
        merged: &Merged<'_>,
        request: &Request<'_>,
        path: &str,
        of_server: bool,
    ) -> Result<Rewritten, Unknown> {
        let all = &merged.all;
        let is_own = |section: usize| (section < 2) == of_server;
        let own: Vec<(usize, &Statement)> = all
            .iter()
            .copied()
            .filter(|(section, rule)| is_own(*section) && rule.name().starts_with("rewrite"))
            .collect();
        let engine = own.iter().rfind(|(_, rule)| rule.name() == "rewriteengine");
        if !engine.is_some_and(|(_, engine)| engine.word(1).eq_ignore_ascii_case("on")) {
            return Ok(Rewritten::Same);
        }
        if let Some((_, special)) = own
            .iter()
            .find(|(_, rule)| matches!(rule.name(), "rewriteoptions" | "rewritemap"))
        {
            return Err(Unknown::new(
                special.place,
                Why::Rewrite,
                "options and maps of rewrites are not followed here",
            ));
        }
        let last = own.last().map_or(0, |(section, _)| *section);
        let rules: Vec<&Statement> = own
            .iter()
            .filter(|(section, _)| *section == last)
            .map(|(_, rule)| *rule)
            .collect();
        let matched = if of_server {
            path
        } else {
            self.below_folder(&rules, path)
        };
        self.run(&rules, request, path, matched)
    }

    /// The path as the rules of a folder see it: below the folder of their `.htaccess`.
    fn below_folder<'p>(&self, rules: &[&Statement], path: &'p str) -> &'p str {
        let place = rules.first().map(|rule| rule.place);
        let has = |body: &[Statement]| {
            body.iter().any(|statement| {
                place.is_some_and(|place| statement.any(&|inner| inner.place == place))
            })
        };
        let folder = self.folders.iter().find(|(_, body)| has(body));
        let folder = folder.map_or("", |(folder, _)| folder.as_str());
        path.strip_prefix(folder)
            .unwrap_or(path)
            .trim_start_matches('/')
    }

    fn run(
        &self,
        rules: &[&Statement],
        request: &Request<'_>,
        path: &str,
        matched: &str,
    ) -> Result<Rewritten, Unknown> {
        let mut conditions: Vec<&Statement> = Vec::new();
        for rule in rules {
            if rule.name() == "rewritecond" {
                conditions.push(rule);
                continue;
            }
            if rule.name() != "rewriterule" {
                continue;
            }
            let own = std::mem::take(&mut conditions);
            let pattern = rule.word(1).trim_start_matches('!');
            let flags = rule.word(3);
            let Some(compiled) = self.patterns.get(pattern, has_flag(flags, "NC")) else {
                return Err(Unknown::new(
                    rule.place,
                    Why::Pattern,
                    format!("the pattern `{pattern}` cannot be run here"),
                ));
            };
            if compiled.is_match(matched.as_bytes()) == rule.word(1).starts_with('!')
                || !self.hold(&own, request, path)?
            {
                continue;
            }
            if let Some(status) = status(flags, rule.word(2)) {
                return Ok(Rewritten::Status(status));
            }
            let target = rule.word(2);
            if target == "-" {
                if ["L", "END", "last"]
                    .iter()
                    .any(|flag| has_flag(flags, flag))
                {
                    return Ok(Rewritten::Path(path.to_owned()));
                }
                continue;
            }
            if target.contains(['$', '%', '?', '#'])
                || !target.starts_with('/')
                || has_flag(flags, "P")
                || has_flag(flags, "PT")
            {
                return Err(Unknown::new(
                    rule.place,
                    Why::Rewrite,
                    "the new address has variables, or is not a path",
                ));
            }
            return Ok(Rewritten::Path(target.to_owned()));
        }
        Ok(Rewritten::Same)
    }

    /// Whether conditions hold; `[OR]` joins one with the next.
    fn hold(
        &self,
        conditions: &[&Statement],
        request: &Request<'_>,
        path: &str,
    ) -> Result<bool, Unknown> {
        let mut one_holds = false;
        for condition in conditions {
            one_holds |= self.condition(condition, request, path)?;
            if has_flag(condition.word(3), "OR") || has_flag(condition.word(3), "ornext") {
                continue;
            }
            if !one_holds {
                return Ok(false);
            }
            one_holds = false;
        }
        Ok(true)
    }

    fn condition(
        &self,
        condition: &Statement,
        request: &Request<'_>,
        path: &str,
    ) -> Result<bool, Unknown> {
        let unknown = |why| {
            Unknown::new(
                condition.place,
                why,
                "the condition depends on more than the request",
            )
        };
        let (test, wanted) = match condition.word(2).strip_prefix('!') {
            Some(test) => (test, false),
            None => (condition.word(2), true),
        };
        let subject = condition.word(1);
        if matches!(test, "-f" | "-d") {
            if !matches!(
                subject,
                "%{REQUEST_FILENAME}" | "%{DOCUMENT_ROOT}%{REQUEST_URI}" | "%{SCRIPT_FILENAME}"
            ) {
                return Err(unknown(Why::Files));
            }
            let wanted_entry = if test == "-f" {
                Entry::File
            } else {
                Entry::Folder
            };
            return Ok((entry(request.files, path) == wanted_entry) == wanted);
        }
        let value = match subject {
            "%{HTTP_HOST}" | "%{SERVER_NAME}" => request.host.ok_or_else(|| unknown(Why::Host))?,
            "%{REQUEST_URI}" => path,
            "%{HTTPS}" if request.secure => "on",
            "%{HTTPS}" => "off",
            "%{REQUEST_METHOD}" => "GET",
            "%{QUERY_STRING}" => request
                .target
                .split_once('?')
                .map_or("", |(_, query)| query),
            _ => return Err(unknown(Why::Variable)),
        };
        if test.starts_with(['-', '<', '>']) {
            return Err(unknown(Why::Condition));
        }
        if let Some(text) = test.strip_prefix('=') {
            return Ok((text.trim_matches('"') == value) == wanted);
        }
        let compiled = self
            .patterns
            .get(test, has_flag(condition.word(3), "NC"))
            .ok_or_else(|| unknown(Why::Pattern))?;
        Ok(compiled.is_match(value.as_bytes()) == wanted)
    }
}

/// The status of a rule: `F`, `G`, `R` and `R=…`, or an address of another host.
fn status(flags: &str, target: &str) -> Option<u16> {
    let given = flags_of(flags).find_map(|flag| match flag.to_ascii_lowercase().split_once('=') {
        Some(("r" | "redirect", code)) => Some(match code {
            "permanent" => 301,
            "temp" => 302,
            "seeother" => 303,
            code => code.parse().unwrap_or(302),
        }),
        Some(_) => None,
        None => match flag.to_ascii_lowercase().as_str() {
            "r" | "redirect" => Some(302),
            "f" | "forbidden" => Some(403),
            "g" | "gone" => Some(410),
            _ => None,
        },
    });
    let is_away = target.starts_with("http://") || target.starts_with("https://");
    given.or(is_away.then_some(302))
}
