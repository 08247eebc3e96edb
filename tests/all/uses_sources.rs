//! Sources about AI use that each state something by itself, and the policy that they make together.

use std::fmt::Write as _;

use robots_policy::ledger::Assumed;
use robots_policy::uses::{Activity, Answer, Label, Level, Rsl, TdmRep, Uses};
use robots_policy::{
    Client, HeaderReader, MetaExtractor, Parsed, Policy, ProductToken, RobotsTxt, Signal, Timestamp,
};

/// A source that states something by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Source {
    /// A field line: name and value.
    Field(&'static str, &'static str),
    /// A part of the head.
    Head(&'static str),
    /// A line of robots.txt, in the group of every client, without a path.
    Line(&'static str),
    /// A rule of robots.txt for the policy token.
    Token(&'static str),
    /// The one rule of a `tdmrep.json`.
    Mining(&'static str),
    /// A `Link` to a licence, by its index among [`LICENSES`]; the caller gives that licence.
    Link(usize),
}

pub(crate) use Source::{Field, Head, Line, Link, Mining, Token};

pub(crate) const LINKS: [&str; 4] = [
    "<https://example.com/0>;rel=license;type=\"application/rsl+xml\"",
    "<https://example.com/1>;rel=license;type=\"application/rsl+xml\"",
    "<https://example.com/2>;rel=license;type=\"application/rsl+xml\"",
    "<https://example.com/3>;rel=license;type=\"application/rsl+xml\"",
];

/// Licences: of everything, of nothing, of everything on terms, and of some uses.
pub(crate) const LICENSES: [&str; 4] = [
    "<rsl xmlns='https://rslstandard.org/rsl'><content url='/'><license><permits type='usage'>all</permits></license></content></rsl>",
    "<rsl xmlns='https://rslstandard.org/rsl'><content url='/'><license><prohibits type='usage'>all</prohibits></license></content></rsl>",
    "<rsl xmlns='https://rslstandard.org/rsl'><content url='/'><license><permits type='usage'>all</permits><payment type='use'/></license></content></rsl>",
    "<rsl xmlns='https://rslstandard.org/rsl'><content url='/'><license><permits type='usage'>search ai-input</permits><prohibits type='usage'>ai-train</prohibits></license></content></rsl>",
];

pub(crate) const SOURCES: &[Source] = &[
    Field("Content-Usage", "train-ai=n"),
    Field("Content-Usage", "train-ai=y, search=y"),
    Field("Content-Usage", "ai-use=n, search=n;x"),
    Field("Content-Usage", "ai-use=y"),
    Field("Content-Usage", "TRAIN-AI=n"),
    Field("Content-Signal", "ai-train=no, search=yes"),
    Field("Content-Signal", "ai-train=yes, ai-input=yes, use=full"),
    Field("Content-Signal", "ai-input=no, use=reference"),
    Field("Content-Signal", "search=no, use=immediate"),
    Field("TDM-Reservation", "1"),
    Field("TDM-Reservation", "0"),
    Field("TDM-Reservation", "yes"),
    Field("X-Robots-Tag", "noai"),
    Field("X-Robots-Tag", "ExampleBot: noml"),
    Field("X-Robots-Tag", "b: noai"),
    Head("<meta name=robots content='noml, noindex'>"),
    Head("<meta name=robots content=noai>"),
    Head("<meta name=tdm-reservation content=1>"),
    Head("<meta name=tdm-reservation content=0>"),
    Head(
        "<script type=application/rsl+xml><rsl xmlns='https://rslstandard.org/rsl'><content url=''><license><permits type='usage'>ai-input</permits></license></content></rsl></script>",
    ),
    Line("Content-Usage: train-ai=n"),
    Line("Content-Usage: train-ai=y, ai-use=y"),
    Line("Content-Usage: search=\"n"),
    Line("Content-Signal: ai-train=no"),
    Line("Content-Signal: ai-train=yes, search=yes, use=full"),
    Line("Content-Signal: use=reference"),
    Line("DisallowAITraining: /"),
    Line("AllowAITraining: /"),
    Line("License: https://example.com/1"),
    Token("Allow: /"),
    Token("Disallow: /"),
    Mining(r#"[{"location": "/", "tdm-reservation": 1}]"#),
    Mining(r#"[{"location": "/*", "tdm-reservation": 0}]"#),
    Link(0),
    Link(1),
    Link(2),
    Link(3),
];

/// Sources that state nothing for this client, or nothing that can be read.
pub(crate) const SILENT: &[Source] = &[
    Field("Content-Usage", "train-ai=N, ai=y, ai-use"),
    Field("Content-Usage", "train-ai=y,"),
    Field("Content-Signal", "train=yes, ai-train=maybe"),
    Field("TDM-Reservation", "true"),
    Field("TDM-Policy", "/policy"),
    Field("X-Robots-Tag", "noindex, noarchive, nosnippet, b: noai"),
    Field("Robots-Tag", "*;all"),
    Head("<meta name=content-usage content='train-ai=y'>"),
    Head("<meta name=robots content='index, noimageai'>"),
    Head("<link rel=license href=/l>"),
    Line("Usage: train-ai=y"),
    Line("Content-Usage: /other train-ai=y"),
    Line("Disallow: /other"),
    Line("AllowAITraining: /other"),
    Mining(r#"[{"location": "/other", "tdm-reservation": 0}]"#),
];

impl Source {
    /// The statements of a field or of a head.
    fn signals(self) -> Option<Parsed<Vec<Signal>>> {
        match self {
            Field(name, value) => Some(fields(&[(name, value)])),
            Link(index) => Some(fields(&[("Link", LINKS[index])])),
            Head(_) => {
                let mut metas = MetaExtractor::new().with_content_type("text/html; charset=utf-8");
                let _ = metas.feed(self.input().as_bytes());
                Some(metas.finish())
            }
            _ => None,
        }
    }

    /// The whole input of a source that has one of its own.
    pub(crate) fn input(self) -> String {
        match self {
            Field(_, text) | Mining(text) => text.to_owned(),
            Head(text) => format!("<!DOCTYPE html><title>t</title>{text}"),
            Link(index) => LICENSES[index].to_owned(),
            Line(_) | Token(_) => String::new(),
        }
    }
}

pub(crate) fn fields(lines: &[(&str, &str)]) -> Parsed<Vec<Signal>> {
    HeaderReader::new().read_lines(lines.iter().copied())
}

/// The robots.txt with the lines of these sources.
pub(crate) fn robots_txt(sources: &[Source]) -> String {
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
pub(crate) fn policy(sources: &[Source]) -> Policy {
    policy_without_word(sources).with_assumed(Assumed::rest())
}

pub(crate) fn policy_without_word(sources: &[Source]) -> Policy {
    let mut policy =
        Policy::new().with_robots_txt(RobotsTxt::parse(robots_txt(sources).as_bytes()));
    for source in sources {
        policy = match source.signals() {
            Some(signals) => policy.with_fields(signals),
            None => policy,
        };
    }
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
