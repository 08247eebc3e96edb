//! The entry of one authority: the answers that it keeps and those that it drops.

use robots_policy::Timestamp;
use robots_policy::robots_txt::RobotsFetch;

use super::*;
use crate::fetch::{Validators, Vary};

#[test]
fn an_entry_holds_the_answers_from_which_its_state_follows() {
    let good = entry(b"Disallow: /", NOW);
    let failed = good.clone().after(answer(503, b""), false, NOW + DAY);
    let failed = failed.after(RobotsEnd::NetworkError, false, NOW + 2 * DAY);
    let answers: Vec<_> = failed.answers().collect();
    assert_eq!(
        answers,
        [
            (&answer(200, b"Disallow: /"), NOW),
            (&RobotsEnd::NetworkError, NOW + DAY)
        ]
    );
    assert_eq!(failed.last_asked(), Some(NOW + 2 * DAY));
    let back = failed.after(answer(404, b""), true, NOW + 3 * DAY);
    assert_eq!(
        back.answers().collect::<Vec<_>>(),
        [(&answer(404, b""), NOW + 3 * DAY)]
    );
    assert_eq!(Entry::default().last_asked(), None);
}

#[test]
fn a_304_makes_the_copy_fresh_and_may_update_its_fields() {
    let file = |cache_control: &str, etag: &str| RobotsEnd::Response {
        status: 200,
        location: None,
        cache_control: Some(cache_control.into()),
        retry_after: None,
        is_challenge: false,
        validators: validators(etag),
        vary: Vary::Nothing,
        body: StoredBody::whole(b"Disallow: /".to_vec()),
    };
    let not_modified = |cache_control: Option<&str>, etag: Option<&str>| RobotsEnd::Response {
        status: 304,
        location: None,
        cache_control: cache_control.map(str::to_owned),
        retry_after: None,
        is_challenge: false,
        validators: etag.and_then(validators),
        vary: Vary::Nothing,
        body: StoredBody::new(Vec::new(), 0, false),
    };
    let first = Entry::default().after(file("max-age=60", "a"), true, NOW);
    for (later, known) in [
        (not_modified(None, None), file("max-age=60", "a")),
        (
            not_modified(Some("max-age=9"), None),
            file("max-age=9", "a"),
        ),
        (not_modified(None, Some("b")), file("max-age=60", "b")),
    ] {
        let entry = first.clone().after(later, true, NOW + DAY);
        assert_eq!(entry.answers().collect::<Vec<_>>(), [(&known, NOW + DAY)]);
        assert_eq!(entry.copy(), known.validators());
        let bytes = entry.to_bytes(SITE).unwrap();
        assert_eq!(Entry::from_bytes("https://example.net", &bytes), None);
        assert_eq!(Entry::from_bytes(SITE, &bytes), Some(entry));
    }
}

#[test]
fn an_entry_says_how_long_the_body_was_that_it_keeps() {
    let end = |body: StoredBody| RobotsEnd::Response {
        status: 200,
        location: None,
        is_challenge: false,
        cache_control: None,
        retry_after: None,
        validators: None,
        vary: Vary::Nothing,
        body,
    };
    let again = |body: StoredBody| {
        let entry = Entry::default().after(end(body), true, NOW);
        let failed = entry.after(RobotsEnd::NetworkError, false, NOW + DAY);
        Entry::from_bytes(SITE, &failed.to_bytes(SITE).unwrap()).unwrap()
    };
    let long = || vec![b'#'; 524_289];
    for body in [
        StoredBody::new(long(), 600 * 1024, true),
        StoredBody::new(long(), 0, false),
        StoredBody::whole(long()),
        StoredBody::whole(Vec::new()),
    ] {
        let known = end(body.clone());
        let entry = again(body);
        assert_eq!(entry.answers().next(), Some((&known, NOW)));
    }
}

fn validators(etag: &str) -> Option<Validators> {
    let validators = serde_json::json!({"url": SITE, "etag": etag, "last_modified": null});
    serde_json::from_value(validators).unwrap()
}

#[test]
fn an_empty_entry_removes_the_stored_one() {
    let folder = Folder::new();
    let mut cache = folder.open();
    cache.put(SITE, &entry(b"before", NOW), NOW);
    cache.put(SITE, &Entry::default(), NOW + 1);
    assert_eq!(folder.open().get(SITE, NOW + 1), None);
    assert_eq!(cache.take_warnings(), []);
}

#[test]
fn an_entry_says_until_when_the_server_wants_to_be_left_alone() {
    for (end, pause) in [
        (asking("7200"), Some(7200)),
        (asking("1"), Some(300)),
        (asking("soon"), None),
        (RobotsEnd::NetworkError, None),
    ] {
        // It failed an hour before, too.
        let first = Entry::default().after(RobotsEnd::NetworkError, false, NOW - 3600);
        let entry = first.after(end, false, NOW);
        let entry = Entry::from_bytes(SITE, &entry.to_bytes(SITE).unwrap()).unwrap();
        let mut fetch = RobotsFetch::default();
        for (end, at) in entry.answers() {
            end.replay(&mut fetch, Timestamp::from_unix(at));
        }
        let since = fetch.unreachable().map(|(since, _)| since.as_unix());
        assert_eq!(since, Some(NOW - 3600));
        let until = entry.waiting().and(fetch.due()).map(Timestamp::as_unix);
        assert_eq!(until, pause.map(|pause| NOW + pause));
    }
}

/// A 503 that asks to wait.
fn asking(time: &str) -> RobotsEnd {
    let mut end = answer(503, b"");
    if let RobotsEnd::Response { retry_after, .. } = &mut end {
        *retry_after = Some(time.into());
    }
    end
}
