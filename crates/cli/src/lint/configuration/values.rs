//! The values of a configuration, each by its shape.

use robots_policy::Timestamp;
use robots_policy::engines::Profile;
use robots_policy::ledger::{Assumed, Input};
use robots_policy_input::values::moment;
use robots_policy_lint::settings::Shape;
use robots_policy_lint::{Answer, Asker, Code, Level, Question, UrlPattern};
use toml::Spanned;
use toml::de::{DeString, DeValue};

use super::reader::{ConfigurationReader, Section};
use crate::lint::levels::{code_of, nearest_within};
use crate::say::warn;

impl<'t> ConfigurationReader<'t> {
    pub(super) fn addresses(&mut self, section: Section<'t>, key: &'static str) -> Vec<UrlPattern> {
        self.each(section, key, UrlPattern::new)
    }

    pub(super) fn texts(&mut self, section: Section<'t>, key: &'static str) -> Vec<String> {
        self.each(section, key, |text| Ok(text.to_owned()))
    }

    pub(super) fn names(&mut self, section: Section<'t>, key: &'static str) -> Vec<String> {
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        self.each(section, key, |text| {
            let is_name = text.chars().all(is_of_name);
            is_name.then(|| text.to_owned()).ok_or_else(String::new)
        })
    }

    pub(super) fn sources(&mut self, section: Section<'t>, key: &'static str) -> Assumed {
        let sources = self.each(section, key, |text| {
            text.parse::<Input>().map_err(|_| String::new())
        });
        sources.into_iter().fold(Assumed::new(), Assumed::with)
    }

    /// The agents of a key, each once.
    pub(super) fn agents(&mut self, section: Section<'t>, key: &'static str) -> Vec<Asker> {
        let lists = self.each(section, key, |word| {
            let agents = Asker::list(word)?;
            warn_of_near(word, &agents);
            Ok(agents)
        });
        let mut agents: Vec<Asker> = Vec::new();
        for agent in lists.into_iter().flatten() {
            if agents.iter().all(|own| own.name != agent.name) {
                agents.push(agent);
            }
        }
        agents
    }

    /// Whether the environments of a key, if there are any, have this one.
    pub(super) fn holds(&mut self, section: Section<'t>, environment: &str) -> bool {
        let known = self.environments.clone();
        let own = self.each(section, "environments", |name| {
            let is_known = known.iter().any(|own| own == name);
            is_known
                .then(|| name.to_owned())
                .ok_or_else(|| String::from("`environments` at the top lacks it"))
        });
        let is_absent = section.value("environments").is_none();
        is_absent || own.iter().any(|own| own == environment)
    }

    /// The answers of a table.
    pub(super) fn answers(&mut self, section: Section<'t>) -> Vec<(Question, Answer)> {
        let mut answers = Vec::new();
        for key in section.keys {
            let may_be_unstated = match key.shape {
                Shape::Allowed => false,
                Shape::Stated => true,
                _ => continue,
            };
            let (Some(question), Some((value, _))) =
                (Question::of_name(key.name), section.value(key.name))
            else {
                continue;
            };
            let word = match value.get_ref() {
                DeValue::String(word) => Answer::of_name(word),
                _ => None,
            };
            match word {
                Some(answer @ (Answer::Yes | Answer::No)) => answers.push((question, answer)),
                Some(Answer::Unstated) if may_be_unstated => {
                    answers.push((question, Answer::Unstated));
                }
                _ => self.wrong(section, key.name, value),
            }
        }
        answers
    }

    pub(super) fn code(&mut self, section: Section<'t>, key: &'static str) -> Option<Code> {
        let codes = self.each(section, key, code_of);
        codes.into_iter().next()
    }

    pub(super) fn text(&mut self, section: Section<'t>, key: &'static str) -> Option<String> {
        let (value, _) = section.value(key)?;
        match value.get_ref() {
            DeValue::String(text) if !text.trim().is_empty() => Some(text.to_string()),
            _ => {
                self.wrong(section, key, value);
                None
            }
        }
    }

    pub(super) fn moment(&mut self, section: Section<'t>, key: &'static str) -> Option<Timestamp> {
        let (value, _) = section.value(key)?;
        let text = match value.get_ref() {
            DeValue::Datetime(own) => own.to_string(),
            DeValue::String(text) => text.to_string(),
            _ => String::new(),
        };
        let whole = if text.len() == DAY {
            text + "T00:00:00Z"
        } else {
            text
        };
        let read = moment(&whole).ok();
        if read.is_none() {
            self.wrong(section, key, value);
        }
        read
    }

    /// Texts by text, the longest key first.
    pub(super) fn map(&mut self, section: Section<'t>, key: &'static str) -> Vec<(String, String)> {
        let mut rows = Vec::new();
        for (name, value) in self.rows(section, key) {
            match value.get_ref() {
                DeValue::String(text) if !text.is_empty() => {
                    rows.push((name.get_ref().to_string(), text.to_string()));
                }
                _ => self.wrong(section, key, value),
            }
        }
        rows.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        rows
    }

    /// The levels that hold in an environment.
    pub(super) fn levels(
        &mut self,
        section: Section<'t>,
        key: &'static str,
        environment: &str,
    ) -> Vec<(Code, Level)> {
        let mut levels = Vec::new();
        for (name, value) in self.rows(section, key) {
            let code = match code_of(name.get_ref()) {
                Ok(code) => code,
                Err(why) => {
                    self.fault(name.span(), key, &why);
                    continue;
                }
            };
            let DeValue::Table(by_environment) = value.get_ref() else {
                levels.extend(self.level(section, key, value).map(|level| (code, level)));
                continue;
            };
            for (name, value) in by_environment {
                let level = self.level(section, key, value);
                let own = name.get_ref().as_ref();
                if !self.environments.iter().any(|known| known == own) {
                    let known = self.environments.join(", ");
                    let why = format!(
                        "{own:?} is not an environment; `environments` at the top names them: {known}"
                    );
                    self.fault(name.span(), key, &why);
                } else if own == environment {
                    levels.extend(level.map(|level| (code, level)));
                }
            }
        }
        levels
    }

    fn level(
        &mut self,
        section: Section<'t>,
        key: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Option<Level> {
        let level = match value.get_ref() {
            DeValue::String(name) => Level::of_name(name),
            _ => None,
        };
        if level.is_none() {
            self.wrong(section, key, value);
        }
        level
    }

    /// The rows of a table whose keys are the owner's.
    fn rows(
        &mut self,
        section: Section<'t>,
        key: &'static str,
    ) -> Vec<(&'t Spanned<DeString<'t>>, &'t Spanned<DeValue<'t>>)> {
        let Some((value, _)) = section.value(key) else {
            return Vec::new();
        };
        if let DeValue::Table(table) = value.get_ref() {
            return table.iter().collect();
        }
        self.wrong(section, key, value);
        Vec::new()
    }
}

/// Says that a token is near to the name of an engine.
fn warn_of_near(word: &str, agents: &[Asker]) {
    let [agent] = agents else { return };
    if agent.is_engine() || word == "*" {
        return;
    }
    let names = Profile::all().map(Profile::name);
    let lower = word.to_ascii_lowercase();
    if let Some(near) = nearest_within(&lower, names, lower.len() / LETTERS) {
        warn(&format_args!(
            "`{word}` is taken for a product token, since no engine has this name; `{near}` is near to it"
        ));
    }
}

/// The length of a date.
const DAY: usize = "2027-01-31".len();

/// The letters of a name of which one may differ: every short token would be near to another one.
const LETTERS: usize = 5;
