//! How the inputs are read: one list of options, from which flags, keys of records and settings of runs follow.

use robots_policy::HeaderReader;
use robots_policy::header::{BothFields, FieldLines, RobotsTagMode};
use robots_policy::meta::{MetaRules, Placement};
use robots_policy::robots_txt::{Dialect, RobotsTxtReader};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::contract::Shape::{Flag, List, Word};
use crate::contract::Words;
use crate::contract::choices::NamedChoice;
use crate::contract::keys::keys;
use crate::document::head::Readers;

keys! {
    /// How the inputs are read. The command line sets every option. In a record, an option that is absent or null has the
    /// value of the command line.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
    #[cfg_attr(
        feature = "clap",
        derive(clap::Args),
        group(id = "Reading", multiple = true)
    )]
    #[serde(default, deny_unknown_fields)]
    pub struct ReadingOptions of 't {
        /// How Robots-Tag is read
        #[cfg_attr(feature = "clap", arg(long, value_name = "MODE", default_value = "lenient", value_parser = crate::contract::choices::choice::<RobotsTagMode>()))]
        #[serde(deserialize_with = "chosen")]
        robots_tag: Option<RobotsTagMode> = "robots_tag", Word(&one_of::<RobotsTagMode>()), "`lenient`", None, None;
        /// How to combine both fields if both are present
        #[cfg_attr(feature = "clap", arg(long, value_name = "CHOICE", default_value = "union", value_parser = crate::contract::choices::choice::<BothFields>()))]
        #[serde(deserialize_with = "chosen")]
        both_fields: Option<BothFields> = "both_fields", Word(&one_of::<BothFields>()), "`union`", None, None;
        /// Where metas count
        #[cfg_attr(feature = "clap", arg(long, value_name = "PLACEMENT", value_delimiter = ',', default_value = "head,noscript", value_parser = crate::contract::choices::choice::<Placement>()))]
        #[serde(deserialize_with = "placements")]
        metas: Option<Vec<Placement>> = "metas", List(&Word(&one_of::<Placement>())), "`head`, `noscript`", None, None;
        /// Count meta http-equiv=X-Robots-Tag too
        #[cfg_attr(feature = "clap", arg(long, action = clap::ArgAction::SetTrue))]
        http_equiv: Option<bool> = "http_equiv", Flag, "false", None, None;
        /// The field lines were joined with commas on the way
        #[cfg_attr(feature = "clap", arg(long, action = clap::ArgAction::SetTrue))]
        lines_joined: Option<bool> = "lines_joined", Flag, "false", None, None;
        /// Read robots.txt as Google's parser does
        #[cfg_attr(feature = "clap", arg(long, action = clap::ArgAction::SetTrue))]
        google_compat: Option<bool> = "google_compat", Flag, "false", None, None;
    }
    /// The keys of `options`; each is an option of the command line, too.
    pub static OPTIONS = "ReadingOptions", "How inputs are read.", None;
}

/// The names that may be chosen.
const fn one_of<T: NamedChoice>() -> Words {
    Words {
        name: "",
        about: "",
        all: T::names,
    }
}

impl ReadingOptions {
    /// The defaults of the command line, which are those of the library.
    pub fn of_library() -> ReadingOptions {
        ReadingOptions {
            robots_tag: Some(RobotsTagMode::default()),
            both_fields: Some(BothFields::default()),
            metas: Some(counted(&MetaRules::new())),
            http_equiv: Some(false),
            lines_joined: Some(false),
            google_compat: Some(false),
        }
    }

    /// These options, with the values of `others` for those that are not set.
    #[must_use]
    pub fn or(self, others: &ReadingOptions) -> ReadingOptions {
        ReadingOptions {
            robots_tag: self.robots_tag.or(others.robots_tag),
            both_fields: self.both_fields.or(others.both_fields),
            metas: self.metas.or_else(|| others.metas.clone()),
            http_equiv: self.http_equiv.or(others.http_equiv),
            lines_joined: self.lines_joined.or(others.lines_joined),
            google_compat: self.google_compat.or(others.google_compat),
        }
    }

    /// Every option with its value, by which two runs differ.
    pub fn settings(&self) -> impl Iterator<Item = (String, String)> + use<> {
        let options = serde_json::to_value(self).unwrap_or_default();
        let options = options.as_object().cloned().unwrap_or_default();
        let options = options.into_iter();
        options.map(|(key, value)| (key.replace('_', "-"), text(&value)))
    }

    /// The readers as the library knows them.
    pub fn readers(&self) -> Readers {
        let dialect = if self.google_compat == Some(true) {
            Dialect::Google
        } else {
            Dialect::Extended
        };
        let lines = if self.lines_joined == Some(true) {
            FieldLines::Joined
        } else {
            FieldLines::Separate
        };
        let metas = MetaRules::new().with_http_equiv(self.http_equiv == Some(true));
        Readers {
            robots: RobotsTxtReader::new().with_dialect(dialect),
            fields: HeaderReader::new()
                .with_mode(self.robots_tag.unwrap_or_default())
                .with_both_fields(self.both_fields.unwrap_or_default())
                .with_field_lines(lines),
            metas: match &self.metas {
                Some(placements) => metas.with_placements(placements.iter().copied()),
                None => metas,
            },
            whole: false,
            others: false,
        }
    }
}

/// The placements that count.
fn counted(rules: &MetaRules) -> Vec<Placement> {
    let all = Placement::ALL.iter().copied();
    all.filter(|placement| rules.counts(*placement)).collect()
}

/// A value in the form of a flag.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    }
}

fn chosen<'de, T: NamedChoice, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let name = Option::<String>::deserialize(deserializer)?;
    let value = name.map(|name| T::named(&name));
    value.transpose().map_err(D::Error::custom)
}

fn placements<'de, D>(deserializer: D) -> Result<Option<Vec<Placement>>, D::Error>
where
    D: Deserializer<'de>,
{
    let names = Option::<Vec<String>>::deserialize(deserializer)?;
    let placements = names.map(|names| names.iter().map(|name| Placement::named(name)).collect());
    placements.transpose().map_err(D::Error::custom)
}

#[cfg(all(test, feature = "clap"))]
#[allow(clippy::indexing_slicing, clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use clap::{Args as _, Command, FromArgMatches as _};

    use super::*;

    fn parsed(words: &[String]) -> ReadingOptions {
        let program = ReadingOptions::augment_args(Command::new("program"));
        ReadingOptions::from_arg_matches(&program.get_matches_from(words)).unwrap()
    }

    #[test]
    fn flags_keys_and_settings_have_the_same_names_and_defaults() {
        let mut words = vec![String::from("program")];
        let flags = parsed(&words);
        assert_eq!(flags, ReadingOptions::of_library());
        let none = serde_json::from_str::<ReadingOptions>("{}").unwrap();
        assert_eq!(none, ReadingOptions::default());
        assert_eq!(none.or(&flags), flags);
        let mut nulls = serde_json::Map::new();
        for (name, value) in flags.settings() {
            nulls.insert(name.replace('-', "_"), Value::Null);
            words.push(format!("--{name}"));
            words.extend((value != "false").then_some(value));
        }
        let nulls = serde_json::from_value::<ReadingOptions>(nulls.into());
        assert_eq!(nulls.unwrap().or(&flags), flags);
        let flags = parsed(&words);
        assert_eq!(flags.clone().or(&ReadingOptions::of_library()), flags);
        let record = serde_json::to_value(&flags).unwrap();
        assert_eq!(record["lines_joined"], true);
        assert_eq!(
            serde_json::from_value::<ReadingOptions>(record).unwrap(),
            flags
        );
    }
}
