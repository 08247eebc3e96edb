//! `RewriteRule`, where its conditions are about the request and the files.

use super::merge::Merged;
use super::read::Apache;
use super::words::{flags_of, has_flag, without_not};
use crate::files::{Entry, entry};
use crate::prediction::{Request, Unknown, Why};
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
        let is_own = |section: usize| (section < 2) == of_server;
        let all = merged.all.iter().copied();
        let own: Vec<(usize, &Statement)> = all
            .filter(|(section, rule)| is_own(*section) && rule.name().starts_with("rewrite"))
            .collect();
        let engine = own.iter().rfind(|(_, rule)| rule.name() == "rewriteengine");
        if !engine.is_some_and(|(_, engine)| engine.word(1).eq_ignore_ascii_case("on")) {
            return Ok(Rewritten::Same);
        }
        let is_special = |rule: &Statement| matches!(rule.name(), "rewriteoptions" | "rewritemap");
        if let Some((_, special)) = own.iter().find(|(_, rule)| is_special(rule)) {
            let reason = "options and maps of rewrites are not followed here";
            return Err(special.unknown(Why::Rewrite, reason));
        }
        let last = own.last().map_or(0, |(section, _)| *section);
        let rules = own.iter().filter(|(section, _)| *section == last);
        let rules: Vec<&Statement> = rules.map(|(_, rule)| *rule).collect();
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
        let is_first = |rule: &Statement| Some(rule.place) == place;
        let has = |body: &[Statement]| body.iter().any(|statement| statement.any(&is_first));
        let folder = self.folders.iter().find(|(_, body)| has(body));
        let folder = folder.map_or("", |(folder, _)| folder.as_str());
        let below = path.strip_prefix(folder).unwrap_or(path);
        below.trim_start_matches('/')
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
            let (target, flags) = (rule.word(2), rule.word(3));
            let has = |flag| has_flag(flags, flag);
            let fits = rule.fits(&self.patterns, pattern, has("NC"), matched)?;
            if fits == rule.word(1).starts_with('!') || !self.hold(&own, request, path)? {
                continue;
            }
            if let Some(status) = status(flags, target) {
                return Ok(Rewritten::Status(status));
            }
            if target == "-" {
                if has("L") || has("END") || has("last") {
                    return Ok(Rewritten::Path(path.to_owned()));
                }
                continue;
            }
            let is_path = target.starts_with('/') && !target.contains(['$', '%', '?', '#']);
            if !is_path || has("P") || has("PT") {
                let reason = "the new address has variables, or is not a path";
                return Err(rule.unknown(Why::Rewrite, reason));
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
            let flags = condition.word(3);
            let is_joined = has_flag(flags, "OR") || has_flag(flags, "ornext");
            if !is_joined && !one_holds {
                return Ok(false);
            }
            one_holds &= is_joined;
        }
        Ok(true)
    }

    fn condition(
        &self,
        condition: &Statement,
        request: &Request<'_>,
        path: &str,
    ) -> Result<bool, Unknown> {
        let reason = "the condition depends on more than the request";
        let unknown = |why| condition.unknown(why, reason);
        let (subject, test) = (condition.word(1), condition.word(2));
        let (test, wanted) = without_not(test);
        if matches!(test, "-f" | "-d") {
            let root = subject.strip_prefix("%{DOCUMENT_ROOT}");
            let is_its = matches!(subject, "%{REQUEST_FILENAME}" | "%{SCRIPT_FILENAME}")
                || root == Some("%{REQUEST_URI}");
            let found = entry(request.files, path);
            return match test {
                _ if !is_its => Err(unknown(Why::Files)),
                "-f" => Ok((found == Entry::File) == wanted),
                _ => Ok((found == Entry::Folder) == wanted),
            };
        }
        let value = match subject {
            "%{HTTP_HOST}" | "%{SERVER_NAME}" => request.host.ok_or_else(|| unknown(Why::Host))?,
            "%{REQUEST_URI}" => path,
            "%{HTTPS}" if request.secure => "on",
            "%{HTTPS}" => "off",
            "%{REQUEST_METHOD}" => "GET",
            "%{QUERY_STRING}" => {
                let query = request.target.split_once('?');
                query.map_or("", |(_, query)| query)
            }
            _ => return Err(unknown(Why::Variable)),
        };
        if test.starts_with(['-', '<', '>']) {
            return Err(unknown(Why::Condition));
        }
        if let Some(text) = test.strip_prefix('=') {
            return Ok((text.trim_matches('"') == value) == wanted);
        }
        let folded = has_flag(condition.word(3), "NC");
        let compiled = self.patterns.get(test, folded);
        let compiled = compiled.ok_or_else(|| unknown(Why::Pattern))?;
        Ok(compiled.is_match(value.as_bytes()) == wanted)
    }
}

/// The status of a rule: `F`, `G`, `R` and `R=…`, or an address of another host.
fn status(flags: &str, target: &str) -> Option<u16> {
    let given = flags_of(flags).find_map(|flag| {
        let flag = flag.to_ascii_lowercase();
        match flag.split_once('=').unwrap_or((&flag, "")) {
            ("r" | "redirect", code) => Some(named_status(code).unwrap_or(302)),
            ("f" | "forbidden", "") => Some(403),
            ("g" | "gone", "") => Some(410),
            _ => None,
        }
    });
    given.or(is_address(target).then_some(302))
}

/// The status of a word, which may be a number.
pub(super) fn named_status(word: &str) -> Option<u16> {
    match word {
        "permanent" => Some(301),
        "temp" => Some(302),
        "seeother" => Some(303),
        code => code.parse().ok(),
    }
}

pub(super) fn is_address(target: &str) -> bool {
    target.starts_with("http://") || target.starts_with("https://")
}
