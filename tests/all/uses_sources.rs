//! Sources about AI use that each state something by itself, and the policy that they make together.

use std::fmt::Write as _;

use robots_policy::ledger::{Assumed, Document, Extent};
use robots_policy::uses::{Activity, Answer, Label, Level, Rsl, TdmRep, Uses};
use robots_policy::{Client, Policy, ProductToken, RobotsTxt, Timestamp};

use crate::common::{fields, html};
use crate::rows;

/// A source that states something by itself.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
pub(crate) enum UseSource {
    /// A field line: name and value.
    Field(String, String),
    /// A part of the head.
    Head(String),
    /// A line of robots.txt, in the group of every client, without a path.
    Line(String),
    /// A rule of robots.txt for the policy token.
    Token(String),
    /// The one rule of a `tdmrep.json`.
    Mining(String),
    /// A `Link` to a licence, by its index among [`LICENSES`]; the caller gives that licence.
    Link(usize),
}

pub(crate) use UseSource::{Field, Head, Line, Link, Mining, Token};

/// Licences: of everything, of nothing, of everything on terms, and of some uses.
pub(crate) const LICENSES: [&str; 4] = [
    "<rsl xmlns='https://rslstandard.org/rsl'><content url='/'><license><permits type='usage'>all</permits></license></content></rsl>",
    "<rsl xmlns='https://rslstandard.org/rsl'><content url='/'><license><prohibits type='usage'>all</prohibits></license></content></rsl>",
    "<rsl xmlns='https://rslstandard.org/rsl'><content url='/'><license><permits type='usage'>all</permits><payment type='use'/></license></content></rsl>",
    "<rsl xmlns='https://rslstandard.org/rsl'><content url='/'><license><permits type='usage'>search ai-input</permits><prohibits type='usage'>ai-train</prohibits></license></content></rsl>",
];

pub(crate) fn sources() -> Vec<UseSource> {
    rows(include_str!("rows/uses_sources.jsonl"))
}

/// Sources that state nothing for this client, or nothing that can be read.
pub(crate) fn silent() -> Vec<UseSource> {
    rows(include_str!("rows/uses_silent.jsonl"))
}

impl UseSource {
    /// The policy with the statements of a field or of a head.
    fn add(policy: Policy, source: &UseSource) -> Policy {
        match source {
            Field(name, value) => policy.with_fields(fields(&[(name, value)])),
            Link(index) => {
                let link = format!("<https://example.com/{index}>");
                let link = format!("{link};rel=license;type=\"application/rsl+xml\"");
                policy.with_fields(fields(&[("Link", link)]))
            }
            Head(_) => {
                let mut metas = html();
                let _ = metas.feed(source.input().as_bytes());
                policy.with_document(Document::read(metas.finish(), Extent::Searched))
            }
            _ => policy,
        }
    }

    /// The whole input of a source that has one of its own.
    pub(crate) fn input(&self) -> String {
        match self {
            Field(_, text) | Mining(text) => text.to_owned(),
            Head(text) => format!("<!DOCTYPE html><title>t</title>{text}"),
            Link(index) => LICENSES[*index].to_owned(),
            Line(_) | Token(_) => String::new(),
        }
    }
}

/// The robots.txt with the lines of these sources.
pub(crate) fn robots_txt(sources: &[UseSource]) -> String {
    let mut file = String::from("User-agent: *\nAllow: /\n");
    for source in sources {
        if let Line(line) = source {
            writeln!(file, "{line}").unwrap();
        }
    }
    let token = sources.iter().find_map(|source| match source {
        Token(rule) => Some(format!("User-agent: Google-Extended\n{rule}\n")),
        _ => None,
    });
    file + &token.unwrap_or_default()
}

/// The sources in the order in which the caller adds them. Of the rules of `tdmrep.json` and of the token the first counts.
///
/// All others do not exist, by the caller's word.
pub(crate) fn policy(sources: &[UseSource]) -> Policy {
    policy_without_word(sources).with_assumed(Assumed::rest())
}

pub(crate) fn policy_without_word(sources: &[UseSource]) -> Policy {
    let policy = Policy::new().with_robots(RobotsTxt::parse(robots_txt(sources).as_bytes()));
    let mut policy = sources.iter().fold(policy, UseSource::add);
    let mining = sources.iter().find_map(|source| match source {
        Mining(file) => Some(TdmRep::parse(file.as_bytes())),
        _ => None,
    });
    policy = policy.with_tdmrep(mining.unwrap_or_else(TdmRep::none));
    for (index, license) in LICENSES.iter().enumerate() {
        let url = format!("https://example.com/{index}");
        policy = policy.with_license(&url, Rsl::parse(license.as_bytes()));
    }
    policy
}

pub(crate) fn me() -> Client {
    let token = ProductToken::from_static("Google-Extended");
    let me = Client::new("ExampleBot").unwrap();
    me.with_policy_token(token, vec![Activity::Train, Activity::Input])
}

pub(crate) fn uses(policy: &Policy) -> Uses {
    policy
        .verdict(&me(), "https://example.com/a", Timestamp::from_unix(0))
        .uses()
}

/// Every answer: of the activities, and of the labels.
pub(crate) fn answers(uses: &Uses) -> Vec<Answer> {
    let activities = Activity::ALL.iter();
    let activities = activities.map(|activity| uses.of(*activity).expect("all is known"));
    let labels = Label::ALL.iter().map(|label| uses.preference(*label));
    activities.chain(labels).collect()
}

pub(crate) fn level(uses: &Uses) -> Level {
    uses.level().unwrap_or(Level::Full)
}
