//! The traits of public types: they are those that users of `http` or `jiff` expect, `Debug` is short, and every enum
//! states whether it is complete.

use std::fmt::{Debug, Display};
use std::fs;
use std::hash::Hash;
use std::path::PathBuf;
use std::str::FromStr;

use robots_policy::header::{
    BothFields, FieldLines, Fields, InvalidDate, InvalidSignatureAgent, RobotsTagMode,
    SignatureAgent, Validity,
};
use robots_policy::meta::{MetaRules, Metas, Placement, Progress};
use robots_policy::report::{Json, Text};
use robots_policy::robots_txt::{
    Access, AccessResult, Age, Cause, Dialect, FetchRules, GoogleDifference, Group, GroupSelection,
    LeadingStar, Next, Precedence, QueryDelimiters, Reason, Robots, RobotsFetch, RobotsTxtReader,
    Rung, SignatureAgentLine, Subject, Then,
};
use robots_policy::{
    Because, Client, Diagnostic, DiagnosticCode, Directive, DirectiveKind, DirectiveSet,
    DirectiveValue, Extension, HeaderReader, InvalidProductToken, Limits, Parsed, Policy,
    ProductToken, Provenance, RobotsTxt, Scope, Severity, Signal, Snippet, Source, Span, Statement,
    Timestamp, UnknownName, Unread, Verdict, Why,
};
use robots_policy_kit::files::{below, root};

/// One row for each type: its traits beside `Clone`, `Debug`, `Send`, `Sync` and `Unpin`.
macro_rules! rows {
    ($($type:ty: $($of:path),*;)+) => {
        $({
            fn has<T: Clone + Debug + Send + Sync + Unpin $(+ $of)*>() {}
            has::<$type>();
        })+
    };
}

/// One row for each type whose variants have names: its traits.
macro_rules! named {
    ($($type:ty;)+) => {
        rows! { $($type: Copy, Ord, Hash, Display, FromStr<Err = UnknownName>;)+ }
        $(for value in <$type>::ALL {
            assert_eq!(value.to_string().parse(), Ok(*value));
        })+
        rows! { $($type: serde::Serialize, serde::de::DeserializeOwned;)+ }
    };
}

#[test]
fn every_type_has_the_traits_of_its_neighbours() {
    named! {
        AccessResult; BothFields; Cause; DiagnosticCode; Dialect; Directive; FieldLines; GoogleDifference; GroupSelection;
        LeadingStar; Placement; Precedence; QueryDelimiters; Reason; RobotsTagMode; Severity; SignatureAgentLine; Then; Why;
    }
    rows! {
        Access<'static>: Eq, Display;
        Client: Eq, Hash, Display, FromStr, Default, From<ProductToken>, FromIterator<ProductToken>;
        Age: Copy, Eq, Hash;
        Because<'static>: Copy, Eq, Display;
        Diagnostic: Ord, Hash, Display, std::error::Error;
        DirectiveKind: Copy, Eq, Hash;
        DirectiveSet: Copy, Eq, Hash, Display, Default, Extend<(Directive, DirectiveValue)>, FromIterator<(Directive, DirectiveValue)>;
        DirectiveValue: Copy, Ord, Hash, Display;
        FetchRules: Copy, Eq, Hash, Display;
        Group<'static>: Copy;
        HeaderReader: Default;
        InvalidDate: Eq, Display, std::error::Error;
        InvalidProductToken: Eq, Display, std::error::Error;
        InvalidSignatureAgent: Eq, Display, std::error::Error;
        Limits: Copy, Eq, Hash, Default;
        MetaRules: Default;
        Next<'static>: Eq, Hash;
        Parsed<Fields>: Eq, Hash;
        Parsed<Metas>: Eq, Hash;
        Policy: Eq, Default;
        ProductToken: Ord, Hash, Display, FromStr, AsRef<str>, PartialEq<str>, PartialEq<&'static str>, TryFrom<&'static str>, TryFrom<String>;
        Progress: Copy, Eq, Hash;
        Robots: Eq, Default, From<RobotsTxt>;
        RobotsFetch: Default;
        RobotsTxt: Eq, Default;
        RobotsTxtReader: Eq, Default;
        Rung: Copy, Eq, Hash;
        Scope: Ord, Hash, Display, FromStr, From<ProductToken>;
        Signal: Ord, Hash, Display;
        Statement: Ord, Hash, Display;
        Extension: Ord, Hash, Display;
        Provenance: Ord, Hash, Display;
        SignatureAgent: Eq, Hash, FromStr;
        Snippet: Copy, Eq, Hash, Display;
        Source: Copy, Ord, Hash, Display;
        Span: Copy, Ord, Hash, Default, From<std::ops::Range<usize>>;
        Subject<'static>: Copy, Ord, Hash, Display;
        Text<'static>: Copy, Display;
        Timestamp: Copy, Ord, Hash, Display, FromStr, From<std::time::SystemTime>, Into<std::time::SystemTime>, std::ops::Add<std::time::Duration>;
        UnknownName: Eq, Display, std::error::Error;
        Unread: Display, Clone, Eq;
        Validity: Copy, Eq, Hash, Default;
        Verdict<'static>: Eq, Display;
    }
    rows! {
        Client: serde::Serialize, serde::de::DeserializeOwned;
        DirectiveSet: serde::Serialize, serde::de::DeserializeOwned;
        DirectiveValue: serde::Serialize, serde::de::DeserializeOwned;
        Json<'static, u32>: Copy, serde::Serialize;
        ProductToken: serde::Serialize, serde::de::DeserializeOwned;
        Scope: serde::Serialize, serde::de::DeserializeOwned;
        Snippet: serde::Serialize, serde::de::DeserializeOwned;
        Span: serde::Serialize, serde::de::DeserializeOwned;
        Timestamp: serde::Serialize, serde::de::DeserializeOwned;
    }
}

/// A caller may match on an enum that is complete, and expects another to grow.
#[test]
fn every_enum_is_complete_on_purpose_or_can_grow() {
    let mut undecided = Vec::new();
    let files = below(&root().join("src")).into_iter();
    let is_rust = |file: &PathBuf| file.extension().is_some_and(|end| end == "rs");
    for file in files.filter(is_rust) {
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate() {
            let is_public = line.starts_with("pub enum ") && !line.contains('$');
            let before = lines[..at].iter().rev();
            let mut about =
                before.take_while(|line| line.starts_with("///") || line.starts_with("#["));
            let decides = |line: &&str| {
                *line == "#[non_exhaustive]" || line.contains("There are no others than")
            };
            if is_public && !about.any(decides) {
                undecided.push(format!("{}: {line}", file.display()));
            }
        }
    }
    assert!(
        undecided.is_empty(),
        "write #[non_exhaustive], or why \"There are no others than these …\": {undecided:#?}"
    );
}

#[test]
fn written_json_is_read_again() {
    #[track_caller]
    fn stays<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug>(
        value: &T,
        json: &str,
    ) {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
    }
    let asker: Client = "ExampleBot-News, ExampleBot".parse().unwrap();
    stays(
        &asker,
        r#"{"tokens":["ExampleBot-News","ExampleBot"],"page_tokens":null,"purposes":[],"signature_hosts":[],"obeys_global":true,"policy_tokens":[],"first_group":false}"#,
    );
    let agent = SignatureAgent::parse("bot.example").unwrap();
    let asker = Client::anonymous()
        .with_obeys_global(false)
        .with_verified_signature(&agent);
    stays(
        &asker,
        r#"{"tokens":[],"page_tokens":null,"purposes":[],"signature_hosts":["bot.example"],"obeys_global":false,"policy_tokens":[],"first_group":false}"#,
    );
    let written = r#"{"first_group":true}"#;
    let asker = Client::anonymous().with_first_group(true);
    assert_eq!(serde_json::from_str::<Client>(written).unwrap(), asker);
    stays(&Scope::Global, r#""*""#);
    stays(&Directive::UnavailableAfter, r#""unavailable_after""#);
    stays(&Timestamp::from_unix(0), r#""1970-01-01T00:00:00Z""#);
    stays(&Span::new(2, 7), "[2,7]");
    for json in [
        r#"{"tokens":["Example Bot"]}"#,
        r#"{"signature_hosts":["127.0.0.1"]}"#,
        r#"{"token":"A"}"#,
    ] {
        assert!(serde_json::from_str::<Client>(json).is_err(), "{json}");
    }
}

#[test]
fn debug_output_is_short_for_a_long_file() {
    let group = |number: usize| {
        format!("User-agent: bot{number}\nDisallow: /{number}\nno line\nUser-agent: *\nAllow: /a\n")
    };
    let file: String = (0..4500).map(group).collect();
    assert!(file.len() > 245_000);
    let policy = Policy::new()
        .with_robots(RobotsTxt::parse(file.as_bytes()))
        .with_fields(HeaderReader::new().read_lines([("X-Robots-Tag", "noindex,".repeat(900))]));
    assert!(policy.diagnostics().count() > 200 && policy.signals().len() == 900);
    let asker = Client::new("bot7")
        .unwrap()
        .with_purpose("search".parse().unwrap());
    let verdict = policy.verdict(&asker, "/7", Timestamp::from_unix(0));
    assert!(!verdict.access().is_allowed());
    let shown = format!("{verdict:?}");
    assert!(shown.len() < 4096, "{} bytes: {shown}", shown.len());
    let robots = policy.robots().rules().unwrap();
    let shown = format!("{:?} {:?}", robots, robots.groups().next().unwrap());
    assert!(shown.len() < 200, "{shown}");
}

#[test]
fn names_are_unique_and_well_formed() {
    let mut names: Vec<&str> = DiagnosticCode::ALL.iter().map(|code| code.name()).collect();
    names.extend(
        Directive::ALL
            .iter()
            .flat_map(|d| [&[d.name()], d.aliases()].concat()),
    );
    for name in &names {
        assert!(
            name.bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_'),
            "{name}"
        );
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn the_error_of_a_name_lists_the_names() {
    let error = "strict".parse::<RobotsTagMode>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "`strict` is unknown; write one of `lenient`, `strict-list`, `strict-dictionary`"
    );
    let written = serde_json::to_string(&Placement::Head).unwrap();
    assert_eq!(
        serde_json::from_str::<Placement>(&written).unwrap(),
        Placement::Head
    );
    assert!(serde_json::from_str::<Placement>("\"HEAD\"").is_err());
}
