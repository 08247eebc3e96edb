//! How the inputs are read.

use clap::{ArgAction, Args as ClapArgs};
use robots_policy::{BothFields, Dialect, HeaderReader, Placement, RobotsTagMode, RobotsTxtReader};
use robots_policy_archives::Readers;

use crate::choice::choice;

/// How the inputs are read.
#[derive(ClapArgs)]
#[group(id = "Reading", multiple = true)]
pub(crate) struct Reading {
    /// How Robots-Tag is read
    #[arg(long, value_name = "MODE", default_value = "lenient", value_parser = choice::<RobotsTagMode>())]
    robots_tag: RobotsTagMode,

    /// What is done when both fields are present
    #[arg(long, value_name = "CHOICE", default_value = "union", value_parser = choice::<BothFields>())]
    both_fields: BothFields,

    /// Where metas count
    #[arg(long, value_name = "PLACEMENT", value_delimiter = ',', default_value = "head,noscript", value_parser = choice::<Placement>())]
    metas: Vec<Placement>,

    /// Count meta http-equiv=X-Robots-Tag too
    #[arg(long, action = ArgAction::SetTrue)]
    http_equiv: bool,

    /// The field lines were joined with commas on the way
    #[arg(long, action = ArgAction::SetTrue)]
    lines_joined: bool,

    /// Read robots.txt as Google's parser does
    #[arg(long, action = ArgAction::SetTrue)]
    google_compat: bool,
}

impl Reading {
    /// Every setting with its name, for those who have to tell two runs apart.
    pub(crate) fn settings(&self) -> [(&'static str, String); 6] {
        let metas: Vec<&str> = self
            .metas
            .iter()
            .map(|placement| placement.name())
            .collect();
        [
            ("robots-tag", self.robots_tag.name().to_owned()),
            ("both-fields", self.both_fields.name().to_owned()),
            ("metas", metas.join(",")),
            ("http-equiv", self.http_equiv.to_string()),
            ("lines-joined", self.lines_joined.to_string()),
            ("google-compat", self.google_compat.to_string()),
        ]
    }

    /// The readers as the library knows them.
    pub(crate) fn readers(&self) -> Readers {
        Readers {
            robots: robots_reader(self.google_compat),
            fields: HeaderReader::new()
                .with_mode(self.robots_tag)
                .with_both_fields(self.both_fields)
                .with_lines_joined(self.lines_joined),
            metas: self.metas.clone(),
            http_equiv: self.http_equiv,
            ..Readers::default()
        }
    }
}

/// A reader of robots.txt; with `google_compat`, one that reads as Google does.
pub(crate) fn robots_reader(google_compat: bool) -> RobotsTxtReader {
    let dialect = if google_compat {
        Dialect::Google
    } else {
        Dialect::Extended
    };
    RobotsTxtReader::new().with_dialect(dialect)
}
