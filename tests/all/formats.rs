//! Every type with serde in the formats in which values are kept: read as it was written, or refused when it is written.

use std::fmt::Debug;

use robots_policy::ledger::{Input, State};
use robots_policy::report::Json;
use robots_policy::uses::{Activity, Label};
use robots_policy::{
    Client, Directive, HeaderReader, Policy, ProductToken, Scope, Severity, Span, Timestamp,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Each format has a value as it was written.
#[track_caller]
fn is_kept<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let same = |format: &str, read: T| assert_eq!(read, *value, "{format}");
    let json = serde_json::to_vec(value).unwrap();
    same("json", serde_json::from_slice(&json).unwrap());
    let octets = postcard::to_allocvec(value).unwrap();
    same("postcard", postcard::from_bytes(&octets).unwrap());
    let bincode = bincode::config::standard();
    let octets = bincode::serde::encode_to_vec(value, bincode).unwrap();
    let (read, _) = bincode::serde::decode_from_slice(&octets, bincode).unwrap();
    same("bincode", read);
    let octets = rmp_serde::to_vec(value).unwrap();
    same("messagepack", rmp_serde::from_slice(&octets).unwrap());
    let octets = rmp_serde::to_vec_named(value).unwrap();
    let read = rmp_serde::from_slice(&octets).unwrap();
    same("messagepack with names", read);
    let mut octets = Vec::new();
    ciborium::into_writer(value, &mut octets).unwrap();
    same("cbor", ciborium::from_reader(&*octets).unwrap());
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
        Input::TdmRep,
    ));
    is_kept(&(State::Unread, Label::SignalAiTrain, Activity::AiIndex));
}
