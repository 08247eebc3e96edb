//! Every type with serde in the formats in which values are kept: read as it was written, or refused when it is written.

use std::fmt::Debug;

use robots_policy::ledger::{Source, State};
use robots_policy::report::Json;
use robots_policy::uses::{Activity, Label};
use robots_policy::{
    Client, Directive, HeaderReader, Policy, ProductToken, Scope, Severity, Span, Timestamp,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value as each format has it, and what is read of that; `None` where it is refused when it is written.
fn formats<T: Serialize + DeserializeOwned>(value: &T) -> [(&'static str, Option<T>); 6] {
    let bincode = bincode::config::standard();
    let octets =
        |octets: Option<Vec<u8>>, read: &dyn Fn(&[u8]) -> T| octets.map(|octets| read(&octets));
    let cbor = || {
        let mut to = Vec::new();
        ciborium::into_writer(value, &mut to).ok().map(|()| to)
    };
    [
        (
            "json",
            octets(serde_json::to_vec(value).ok(), &|from| {
                serde_json::from_slice(from).unwrap()
            }),
        ),
        (
            "postcard",
            octets(postcard::to_allocvec(value).ok(), &|from| {
                postcard::from_bytes(from).unwrap()
            }),
        ),
        (
            "bincode",
            octets(
                bincode::serde::encode_to_vec(value, bincode).ok(),
                &|from| bincode::serde::decode_from_slice(from, bincode).unwrap().0,
            ),
        ),
        (
            "messagepack",
            octets(rmp_serde::to_vec(value).ok(), &|from| {
                rmp_serde::from_slice(from).unwrap()
            }),
        ),
        (
            "messagepack with names",
            octets(rmp_serde::to_vec_named(value).ok(), &|from| {
                rmp_serde::from_slice(from).unwrap()
            }),
        ),
        (
            "cbor",
            octets(cbor(), &|from| ciborium::from_reader(from).unwrap()),
        ),
    ]
}

#[track_caller]
fn is_kept<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    for (format, read) in formats(value) {
        assert_eq!(read.as_ref(), Some(value), "{format}");
    }
}

#[test]
fn what_is_written_is_read_or_is_refused() {
    let lines = [
        (
            "Robots-Tag",
            "*;noindex;max-snippet=20, otherbot;unavailable_after=@1890000000",
        ),
        (
            "X-Robots-Tag",
            "max-image-preview: standard, max-video-preview: -1",
        ),
        ("Content-Usage", "train-ai=n"),
    ];
    let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines));
    let token = ProductToken::from_static("ExampleBot");
    let asking = [
        Client::anonymous(),
        Client::from(token.clone()),
        Client::from(token.clone())
            .with_page_tokens(vec![])
            .with_purpose(token.clone())
            .with_policy_token(token.clone(), vec![Activity::Train])
            .with_obeys_global(false),
    ];
    for client in &asking {
        is_kept(client);
        let verdict = policy.verdict(client, "/", Timestamp::from_unix(1_790_000_000));
        is_kept(&verdict.snippet());
        is_kept(verdict.directives());
        is_kept(&verdict.answers());
        // A record is refused where keys cannot be left out.
        let json = Json::new(7, &verdict);
        assert!(postcard::to_allocvec(&json).is_err() && rmp_serde::to_vec(&json).is_err());
    }
    for (directive, value) in policy
        .signals()
        .iter()
        .filter_map(robots_policy::Signal::directive)
    {
        is_kept(&(directive, value));
    }
    is_kept(&policy);
    is_kept(&(
        token.clone(),
        Scope::Global,
        Scope::Token(token),
        Timestamp::from_unix(-1),
    ));
    is_kept(&(
        Span::new(3, 10),
        Directive::NoIndex,
        Severity::Warning,
        Source::TdmRep,
    ));
    is_kept(&(State::Unread, Label::SignalAiTrain, Activity::AiIndex));
}
