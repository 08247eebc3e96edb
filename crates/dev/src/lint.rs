//! The table of the rules of `lint`, of the files `crates/lint/rules`, and a page about each.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use robots_policy::DiagnosticCode;
use robots_policy_kit::files::root;
use serde::Deserialize;

use crate::configuration;
use crate::files::Files;

/// A rule, by hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    level: String,
    needs: Vec<String>,
    title: String,
    consequence: String,
    advice: String,
    clause: String,
    diagnostics: Vec<String>,
    fires: Option<Example>,
    quiet: Option<Example>,
}

/// An input: what a site has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    url: Option<String>,
    robots: Option<String>,
    response: Option<String>,
    /// The fields of a redirect before it.
    redirect: Option<String>,
    /// The answer to the request for robots.txt.
    answer: Option<String>,
    /// The addresses of that request and of its redirects.
    addresses: Option<Vec<String>>,
    /// A licence in RSL.
    license: Option<String>,
    /// A tdmrep.json.
    tdmrep: Option<String>,
    /// A configuration of a server, its name, its kind where the name leaves it open, and the files of the site.
    server: Option<String>,
    server_name: Option<String>,
    server_kind: Option<String>,
    files: Option<Vec<String>>,
    /// A second one.
    second: Option<String>,
    second_name: Option<String>,
    /// A robots-policy.toml, and a robots-policy.lock.
    configuration: Option<String>,
    lock: Option<String>,
    /// A sitemap.
    sitemap: Option<String>,
    /// Responses, each after a line with its address and its status.
    #[serde(default)]
    pages: Vec<String>,
    /// The number of pages like the last one.
    pages_repeated: Option<usize>,
    /// The answer for an address that does not exist, likewise.
    not_found: Option<String>,
    /// A page of a staging site, likewise.
    twin: Option<String>,
    /// The robots.txt of another host of the site.
    other_host: Option<String>,
    /// The number of addresses of a sitemap.
    sitemap_lines: Option<usize>,
    robots_padding: Option<usize>,
    field_padding: Option<usize>,
}

impl Example {
    /// The input as people read it.
    fn text(&self) -> String {
        let mut text = String::new();
        for (name, file) in [
            ("robots-policy.toml", &self.configuration),
            ("robots-policy.lock", &self.lock),
        ] {
            if let Some(file) = file {
                let _ = write!(text, "# {name}\n{file}\n");
            }
        }
        if let Some(robots) = &self.robots {
            if self.response.is_some() || self.configuration.is_some() {
                text += "# robots.txt\n";
            }
            text += robots;
        }
        if let Some(redirect) = &self.redirect {
            let _ = writeln!(text, "# the redirect before it\n{redirect}");
        }
        if let Some(response) = &self.response {
            if self.robots.is_some() {
                text += "\n";
            }
            let url = self.url.as_deref().unwrap_or_default();
            let _ = write!(text, "# the response of {url}\n{response}");
        }
        let addresses = self.addresses.iter().flatten();
        for address in addresses {
            let _ = writeln!(text, "# request of {address}");
        }
        text += self.answer.as_deref().unwrap_or_default();
        text += self
            .license
            .as_deref()
            .or(self.tdmrep.as_deref())
            .unwrap_or_default();
        let second = (&self.second_name, &self.second);
        for (name, server) in [(&self.server_name, &self.server), second] {
            if let (Some(name), Some(server)) = (name, server) {
                let kind = self.server_kind.as_deref();
                let kind = kind.map_or_else(String::new, |kind| format!(" of {kind}"));
                let _ = write!(text, "# {name}{kind}\n{server}");
            }
        }
        if let Some(files) = &self.files {
            let _ = write!(text, "# for {}", files.join(", "));
        }
        self.add_site(&mut text);
        let padding = self.robots_padding.or(self.field_padding);
        if let Some(padding) = padding {
            let _ = write!(text, "… and {padding} more octets");
        }
        text.trim_end().to_owned() + "\n"
    }

    /// Adds what is about a site.
    fn add_site(&self, text: &mut String) {
        let mut part = |name: &str, own: &str| {
            let begin = if text.is_empty() { "" } else { "\n" };
            let _ = write!(text, "{begin}# {name}\n{}\n", own.trim_end());
        };
        if let Some(sitemap) = &self.sitemap {
            part("the sitemap", sitemap);
        }
        if let Some(lines) = self.sitemap_lines {
            part("the sitemap", &format!("{lines} addresses"));
        }
        if let Some(robots) = &self.other_host {
            part("robots.txt of another host", robots);
        }
        let named = [
            ("a page that does not exist: ", &self.not_found),
            ("a page of a staging site: ", &self.twin),
        ];
        let pages = self.pages.iter().map(|page| ("the response of ", page));
        let named = named
            .into_iter()
            .filter_map(|(name, page)| Some((name, page.as_ref()?)));
        for (name, page) in pages.chain(named) {
            let (line, rest) = page.split_once('\n').unwrap_or((page, ""));
            part(&format!("{name}{line}"), rest);
        }
        if let Some(repeated) = self.pages_repeated {
            part(&format!("and {repeated} pages like that one"), "");
        }
    }
}

pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let rules = read(&root().join("crates/lint/rules"))?;
    of_diagnostics(&rules)?;
    files.whole("crates/lint/src/code.rs", codes(&rules));
    files.whole("crates/lint/src/table.rs", table(&rules)?);
    files.whole("docs/rules.md", page(&rules));
    let codes: Vec<String> = rules.into_iter().map(|(code, _)| code).collect();
    configuration::generate(files, &codes)
}

fn read(folder: &Path) -> Result<Vec<(String, Rule)>, String> {
    let entries = fs::read_dir(folder).map_err(|err| format!("{}: {err}", folder.display()))?;
    let mut rules = Vec::new();
    for entry in entries {
        let path = entry.map_err(|err| err.to_string())?.path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|err| format!("{}: {err}", path.display()))?;
        let rule: Rule =
            toml::from_str(&text).map_err(|err| format!("{}: {err}", path.display()))?;
        let code = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default();
        if rule.fires.is_some() != rule.quiet.is_some() {
            return Err(format!("{code}: a rule has both examples or none"));
        }
        rules.push((code.to_owned(), rule));
    }
    rules.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(rules)
}

/// Every diagnostic is reported by one rule, or is about the reading and not about the owner's text.
fn of_diagnostics(rules: &[(String, Rule)]) -> Result<(), String> {
    for code in DiagnosticCode::ALL {
        let own = rules
            .iter()
            .filter(|(_, rule)| rule.diagnostics.iter().any(|own| own == code.name()));
        let is_silent = SILENT.contains(&code.name());
        match (own.count(), is_silent) {
            (1, false) | (0, true) => {}
            (count, _) => {
                return Err(format!(
                    "`{}` is reported by {count} rules of crates/lint/rules; silent: {is_silent}",
                    code.name()
                ));
            }
        }
    }
    let unknown = rules
        .iter()
        .flat_map(|(_, rule)| &rule.diagnostics)
        .find(|name| name.parse::<DiagnosticCode>().is_err());
    match unknown {
        Some(name) => Err(format!("`{name}` is not a diagnostic")),
        None => Ok(()),
    }
}

fn variant(code: &str) -> String {
    code.split('-')
        .map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_ascii_uppercase() + rest
        })
        .collect()
}

/// The enum of the codes.
fn codes(rules: &[(String, Rule)]) -> String {
    let mut text = format!(
        "//! The codes of rules. {MADE}\n\n/// The code of a rule.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n#[non_exhaustive]\n#[rustfmt::skip]\npub enum Code {{\n"
    );
    for (code, rule) in rules {
        let variant = variant(code);
        let _ = writeln!(text, "    /// `{code}`: {}.\n    {variant},", rule.title);
    }
    text + "}\n"
}

/// The rows, as their type has them.
fn table(rules: &[(String, Rule)]) -> Result<String, String> {
    let mut text = format!(
        "//! The rows of rules. {MADE}\n\nuse robots_policy::DiagnosticCode;\n\nuse crate::code::Code;\nuse crate::level::{{Level, Need}};\nuse crate::rule::Rule;\n\n/// All rules, in the order of their codes.\n#[rustfmt::skip]\npub static RULES: [Rule; {}] = [\n",
        rules.len()
    );
    for (code, rule) in rules {
        text += &row(code, rule)?;
    }
    Ok(text + "];\n")
}

fn row(code: &str, rule: &Rule) -> Result<String, String> {
    let needs: Vec<&str> = rule
        .needs
        .iter()
        .map(|name| need(name).ok_or_else(|| format!("{code}: `{name}` is not a need")))
        .collect::<Result<_, _>>()?;
    let diagnostics = rule.diagnostics.iter();
    let diagnostics = diagnostics.filter_map(|name| name.parse::<DiagnosticCode>().ok());
    let diagnostics: Vec<String> = diagnostics
        .map(|code| format!("DiagnosticCode::{code:?}"))
        .collect();
    let example =
        |example: &Option<Example>| example.as_ref().map(Example::text).unwrap_or_default();
    Ok(format!(
        "    Rule {{\n        code: Code::{},\n        name: {code:?},\n        level: Level::{},\n        title: {:?},\n        consequence: {:?},\n        advice: {:?},\n        clause: {:?},\n        needs: &[{}],\n        diagnostics: &[{}],\n        fires: {:?},\n        quiet: {:?},\n    }},\n",
        variant(code),
        variant(&rule.level),
        rule.title,
        rule.consequence,
        rule.advice,
        rule.clause,
        needs.join(", "),
        diagnostics.join(", "),
        example(&rule.fires),
        example(&rule.quiet),
    ))
}

fn need(name: &str) -> Option<&'static str> {
    Some(match name {
        "robots.txt" => "Need::RobotsTxt",
        "answer" => "Need::Answer",
        "fields" => "Need::Fields",
        "page" => "Need::Page",
        "site" => "Need::Site",
        _ => return None,
    })
}

/// The sentence about generated files.
const MADE: &str = "`robots-policy-dev generate` writes them, of `rules/CODE.toml`.";

/// The page with all rules, for people.
fn page(rules: &[(String, Rule)]) -> String {
    let mut text = String::from(
        "# Rules of `lint`\n\n`robots-policy-dev generate` writes this page, of `crates/lint/rules`. `robots-policy explain CODE` shows one rule.\n\n| code | level | what it finds |\n|---|---|---|\n",
    );
    for (code, rule) in rules {
        let _ = writeln!(
            text,
            "| [`{code}`](#{code}) | {} | {} |",
            rule.level, rule.title
        );
    }
    for (code, rule) in rules {
        let _ = write!(
            text,
            "\n## {code}\n\nLevel {}: {}. Needs: {}. Clause: {}.\n\n{} {}\n",
            rule.level,
            rule.title,
            rule.needs.join(", "),
            rule.clause,
            rule.consequence,
            rule.advice
        );
        for (name, example) in [
            ("It is found in:", &rule.fires),
            ("And not in:", &rule.quiet),
        ] {
            if let Some(example) = example {
                let _ = write!(
                    text,
                    "\n{name}\n\n```text\n{}```\n",
                    example
                        .text()
                        .escape_debug()
                        .to_string()
                        .replace("\\n", "\n")
                        .replace("\\\"", "\"")
                        .replace("\\'", "'")
                );
            }
        }
    }
    text
}

/// Diagnostics that are no finding: they are about what a reader did, and not about what an owner wrote.
const SILENT: &[&str] = &[
    "content-coding",
    "diagnostics-omitted",
    "extensions-omitted",
    "incomplete-document",
    "lines-joined",
    "not-requested",
    "other-scope",
    "robots-tag-preferred",
    "sniffed-html",
    "unknown-reference",
];
