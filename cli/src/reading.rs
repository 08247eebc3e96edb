//! How the inputs are read: one list of options, from which flags, keys of records and settings of runs follow.

use clap::{ArgAction, Args as ClapArgs};
use robots_policy::HeaderReader;
use robots_policy::header::{BothFields, FieldLines, RobotsTagMode};
use robots_policy::meta::{MetaRules, Placement};
use robots_policy::robots_txt::{Dialect, RobotsTxtReader};
use robots_policy_archives::Readers;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::choice::{Choice, choice};

/// How the inputs are read. In a record, null leaves an option at its default.
#[derive(Clone, Debug, PartialEq, Eq, ClapArgs, Deserialize, Serialize)]
#[group(id = "Reading", multiple = true)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ReadingOptions {
    /// How Robots-Tag is read
    #[arg(long, value_name = "MODE", default_value = "lenient", value_parser = choice::<RobotsTagMode>())]
    #[serde(deserialize_with = "chosen", serialize_with = "name")]
    robots_tag: RobotsTagMode,

    /// What is done when both fields are present
    #[arg(long, value_name = "CHOICE", default_value = "union", value_parser = choice::<BothFields>())]
    #[serde(deserialize_with = "chosen", serialize_with = "name")]
    both_fields: BothFields,

    /// Where metas count
    #[arg(long, value_name = "PLACEMENT", value_delimiter = ',', default_value = "head,noscript", value_parser = choice::<Placement>())]
    #[serde(deserialize_with = "placements", serialize_with = "names")]
    metas: Vec<Placement>,

    /// Count meta http-equiv=X-Robots-Tag too
    #[arg(long, action = ArgAction::SetTrue)]
    #[serde(deserialize_with = "flag")]
    http_equiv: bool,

    /// The field lines were joined with commas on the way
    #[arg(long, action = ArgAction::SetTrue)]
    #[serde(deserialize_with = "flag")]
    lines_joined: bool,

    /// Read robots.txt as Google's parser does
    #[arg(long, action = ArgAction::SetTrue)]
    #[serde(deserialize_with = "flag")]
    google_compat: bool,
}

impl Default for ReadingOptions {
    fn default() -> ReadingOptions {
        ReadingOptions {
            robots_tag: RobotsTagMode::default(),
            both_fields: BothFields::default(),
            metas: counted(&MetaRules::new()),
            http_equiv: false,
            lines_joined: false,
            google_compat: false,
        }
    }
}

impl ReadingOptions {
    /// Every option with its value, by which two runs differ.
    pub(crate) fn settings(&self) -> impl Iterator<Item = (String, String)> + use<> {
        let options = serde_json::to_value(self).unwrap_or_default();
        let options = options.as_object().cloned().unwrap_or_default();
        let options = options.into_iter();
        options.map(|(key, value)| (key.replace('_', "-"), text(&value)))
    }

    /// The readers as the library knows them.
    pub(crate) fn readers(&self) -> Readers {
        let dialect = if self.google_compat {
            Dialect::Google
        } else {
            Dialect::Extended
        };
        let lines = if self.lines_joined {
            FieldLines::Joined
        } else {
            FieldLines::Separate
        };
        Readers {
            robots: RobotsTxtReader::new().with_dialect(dialect),
            fields: HeaderReader::new()
                .with_mode(self.robots_tag)
                .with_both_fields(self.both_fields)
                .with_field_lines(lines),
            metas: MetaRules::new()
                .with_placements(self.metas.iter().copied())
                .with_http_equiv(self.http_equiv),
        }
    }
}

/// The placements that count.
fn counted(rules: &MetaRules) -> Vec<Placement> {
    let all = Placement::ALL.iter().copied();
    all.filter(|placement| rules.counts(*placement)).collect()
}

/// A value as a flag has it.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    }
}

fn chosen<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Choice + Default,
    D: Deserializer<'de>,
{
    match Option::<String>::deserialize(deserializer)? {
        Some(name) => T::named(&name).map_err(D::Error::custom),
        None => Ok(T::default()),
    }
}

fn placements<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Placement>, D::Error> {
    let Some(names) = Option::<Vec<String>>::deserialize(deserializer)? else {
        return Ok(ReadingOptions::default().metas);
    };
    let placements = names.iter().map(|name| Placement::named(name));
    placements
        .collect::<Result<_, _>>()
        .map_err(D::Error::custom)
}

fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let given = Option::deserialize(deserializer)?;
    Ok(given.unwrap_or_default())
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn name<T: Choice, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(value.name())
}

fn names<T: Choice, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(|value| value.name()))
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        reading: ReadingOptions,
    }

    #[test]
    fn flags_keys_and_settings_have_the_same_names_and_defaults() {
        let flags = Flags::parse_from(["program"]).reading;
        assert_eq!(flags, ReadingOptions::default());
        assert_eq!(serde_json::from_str::<ReadingOptions>("{}").unwrap(), flags);
        let mut nulls = serde_json::Map::new();
        let mut words = vec![String::from("program")];
        for (name, value) in flags.settings() {
            nulls.insert(name.replace('-', "_"), Value::Null);
            words.push(format!("--{name}"));
            words.extend((value != "false").then_some(value));
        }
        let nulls = serde_json::from_value::<ReadingOptions>(nulls.into());
        assert_eq!(nulls.unwrap(), flags);
        let flags = Flags::parse_from(words).reading;
        let record = serde_json::to_value(&flags).unwrap();
        assert_eq!(record["lines_joined"], true);
        assert_eq!(
            serde_json::from_value::<ReadingOptions>(record).unwrap(),
            flags
        );
    }
}
