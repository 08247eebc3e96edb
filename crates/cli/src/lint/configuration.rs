//! `robots-policy.toml`: levels, findings that are ignored, and what an owner expects of a site.
//!
//! | file | job |
//! |---|---|
//! | `reader` | reads tables by the keys in `robots_policy_lint::settings` |
//! | `values` | reads values, by their shapes |
//!
//! **Invariant.** A file with any fault is not used: a misspelt key of an expectation would hold nothing. Each fault has its line and
//! what is allowed. **Which test notices.** `lint_configuration` of the program.

mod reader;
mod values;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use robots_policy::ledger::Assumed;
use robots_policy_lint::{
    Answer, Asker, Code, Expectation, Ignore, Level, Question, Source, UrlPattern,
};
use toml::de::DeTable;

use self::reader::{ConfigurationReader, PRODUCTION, Section};
use super::look::name_of;

/// Where a configuration is from.
pub(crate) enum Chosen {
    /// A file that is named.
    File(PathBuf),
    /// The nearest one in the current folder and above.
    Nearest,
    None,
}

/// A configuration, as it holds in one environment.
#[derive(Default)]
pub(super) struct Configuration {
    /// The folder that it is in.
    pub(super) folder: PathBuf,
    pub(super) levels: Vec<(Code, Level)>,
    pub(super) ignores: Vec<Ignore>,
    pub(super) expectations: Vec<Expectation>,
    /// The addresses and agents that are locked.
    pub(super) lock_urls: Vec<UrlPattern>,
    pub(super) lock_agents: Vec<Asker>,
    /// The path in the repository by input, the longest first.
    pub(super) map: Vec<(String, String)>,
    pub(super) absent: Assumed,
}

impl Configuration {
    /// The configuration of a run.
    ///
    /// # Errors
    /// It cannot be read, or is wrong, in words.
    pub(super) fn of(chosen: &Chosen, environment: Option<&str>) -> Result<Configuration, String> {
        let path = match chosen {
            Chosen::File(path) => Some(path.clone()),
            Chosen::Nearest => nearest_file(),
            Chosen::None => None,
        };
        let Some(path) = path else {
            let is_known = environment.is_none_or(|own| own == PRODUCTION);
            return if is_known {
                Ok(Configuration::default().with_lock(Vec::new(), Vec::new()))
            } else {
                Err(format!(
                    "--environment {} needs a {NAME} that names it, and there is none; name one with --config",
                    environment.unwrap_or_default()
                ))
            };
        };
        let name = name_of(&path);
        let text = fs::read(&path).map_err(|error| format!("{name}: {error}"))?;
        let text = String::from_utf8(text)
            .map_err(|_| format!("{name}: it is not a text in UTF-8; save it as one"))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let read = Configuration::read(&name, &text, environment)?;
        Ok(Configuration { folder, ..read })
    }

    fn read(name: &str, text: &str, environment: Option<&str>) -> Result<Configuration, String> {
        let source = Source::new(name, text.as_bytes());
        let table = DeTable::parse(text).map_err(|error| {
            let place = source.place(error.span().unwrap_or_default());
            format!("{name}:{}: {}", place.line, error.message())
        })?;
        let mut reader = ConfigurationReader::new(source);
        let root = reader.section("", table.get_ref(), &table.span());
        let own = reader.names(root, "environments");
        reader.environments.extend(own);
        let chosen = environment.unwrap_or(PRODUCTION);
        if !reader.environments.iter().any(|own| own == chosen) {
            return Err(format!(
                "--environment {chosen}: {name} has no environment of this name; it has {}",
                reader.environments.join(", ")
            ));
        }
        let mut read = Configuration {
            levels: reader.levels(root, "levels", chosen),
            map: reader.map(root, "map"),
            absent: reader.sources(root, "assume_absent"),
            ..Configuration::default()
        };
        for (section, bytes) in reader.tables(root, "expect") {
            let expectation = expectation(&mut reader, section, bytes);
            if reader.holds(section, chosen) {
                read.expectations.push(expectation);
            }
        }
        for (section, _) in reader.tables(root, "twins") {
            read.expectations.push(twins(&mut reader, section));
        }
        for (section, bytes) in reader.tables(root, "ignore") {
            let ignore = ignore(&mut reader, section, bytes);
            if reader.holds(section, chosen) {
                read.ignores.extend(ignore);
            }
        }
        let (mut urls, mut agents) = (Vec::new(), Vec::new());
        for (section, _) in reader.tables(root, "lock") {
            urls = reader.addresses(section, "urls");
            agents = reader.agents(section, "agents");
        }
        match reader.faults() {
            Some(faults) => Err(faults),
            None => Ok(read.with_lock(urls, agents)),
        }
    }

    /// The copies of the site.
    pub(super) fn twins(&self) -> Vec<UrlPattern> {
        let twins = self.expectations.iter().filter(|own| own.is_twin);
        let urls = twins.flat_map(|own| &own.urls);
        urls.map(|(url, _)| url.clone()).collect()
    }

    /// Adds the addresses and agents that are locked: those of the file, else those of expectations.
    fn with_lock(mut self, urls: Vec<UrlPattern>, agents: Vec<Asker>) -> Configuration {
        let expected = || self.expectations.iter().filter(|own| !own.is_twin);
        let mut all: BTreeMap<String, UrlPattern> = BTreeMap::new();
        let always = ["/", "/**"]
            .into_iter()
            .filter_map(|url| UrlPattern::new(url).ok());
        let own: Vec<UrlPattern> = if urls.is_empty() {
            let expected = expected().flat_map(|own| &own.urls);
            let expected = expected.map(|(url, _)| url.clone());
            expected.chain(always).collect()
        } else {
            urls
        };
        for url in own {
            all.insert(url.text().to_owned(), url);
        }
        let own: Vec<Asker> = if agents.is_empty() {
            let any_other = Asker::any_other();
            let named = expected().flat_map(|own| own.agents.clone());
            let named: Vec<Asker> = named.filter(|own| own.name != any_other.name).collect();
            if named.is_empty() {
                Asker::all()
            } else {
                named.into_iter().chain([any_other]).collect()
            }
        } else {
            agents
        };
        let own = own.into_iter().map(|agent| (agent.name.clone(), agent));
        let named: BTreeMap<String, Asker> = own.collect();
        self.lock_urls = all.into_values().collect();
        self.lock_agents = named.into_values().collect();
        self
    }
}

/// The path in the repository of an input, or of a part of it such as `a (body)`.
pub(super) fn mapped(map: &[(String, String)], input: &str) -> Option<String> {
    let whole = input.split(" (").next().unwrap_or(input);
    map.iter().find_map(|(from, to)| {
        if from == whole {
            return Some(to.clone());
        }
        let rest = whole.strip_prefix(from).filter(|_| from.ends_with('/'))?;
        Some(format!("{to}{rest}"))
    })
}

fn expectation<'t>(
    reader: &mut ConfigurationReader<'t>,
    section: Section<'t>,
    bytes: Range<usize>,
) -> Expectation {
    let answers = reader.answers(section);
    if answers.is_empty() && section.has_no_answer() {
        let why = "it expects no answer; write one such as index = \"yes\"";
        reader.fault(bytes, "expect", why);
    }
    let agents = reader.agents(section, "agents");
    Expectation {
        is_twin: false,
        urls: reader.placed(section, "url", UrlPattern::new),
        agents: or_any(agents),
        answers,
    }
}

fn twins<'t>(reader: &mut ConfigurationReader<'t>, section: Section<'t>) -> Expectation {
    let mut answers = reader.answers(section);
    if answers.is_empty() {
        answers.push((Question::Index, Answer::No));
    }
    let agents = reader.agents(section, "agents");
    Expectation {
        is_twin: true,
        urls: reader.placed(section, "urls", UrlPattern::below),
        agents: or_any(agents),
        answers,
    }
}

/// The agents that are named, or any other client.
fn or_any(agents: Vec<Asker>) -> Vec<Asker> {
    if agents.is_empty() {
        vec![Asker::any_other()]
    } else {
        agents
    }
}

fn ignore<'t>(
    reader: &mut ConfigurationReader<'t>,
    section: Section<'t>,
    bytes: Range<usize>,
) -> Option<Ignore> {
    let code = reader.code(section, "code");
    if let Some(code @ (Code::IgnoreUnused | Code::IgnoreEnded)) = code {
        let why = format!(
            "`{code}` is about this table itself; leave the table out, or write `{code} = \"off\"` below [levels]"
        );
        reader.fault(
            section.bytes("code").unwrap_or_default(),
            "ignore.code",
            &why,
        );
    }
    let reason = reader.text(section, "reason");
    let urls = reader.addresses(section, "url");
    let inputs = reader.texts(section, "input");
    let until = reader.moment(section, "until");
    Some(Ignore {
        at: reader.place(section.bytes("code").unwrap_or(bytes)),
        code: code?,
        urls,
        inputs,
        reason: reason?,
        until,
    })
}

/// The nearest file of the name in the current folder and those above.
fn nearest_file() -> Option<PathBuf> {
    // The name of one in the current folder is its short one.
    if Path::new(NAME).is_file() {
        return Some(PathBuf::from(NAME));
    }
    let current = env::current_dir().ok()?;
    let mut above = current.ancestors().skip(1).map(|folder| folder.join(NAME));
    above.find(|path| path.is_file())
}

/// The name of the file.
const NAME: &str = "robots-policy.toml";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_is_mapped() {
        let row = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        let map = [
            row("https://example.org/blog/", "blog/"),
            row("https://example.org/robots.txt", "public/robots.txt"),
            row("https://example.org/", "site/"),
        ];
        let of = |input| mapped(&map, input).unwrap_or_default();
        assert_eq!(
            of("https://example.org/robots.txt (body)"),
            "public/robots.txt"
        );
        assert_eq!(of("https://example.org/blog/a"), "blog/a");
        assert_eq!(of("https://example.org/a"), "site/a");
        assert_eq!(of("robots.txt"), "");
    }
}
