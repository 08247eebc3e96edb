//! `check --as`: the requests of this program, and the answers of engines.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

const ROBOTS: &str = "User-agent: msnbot\nDisallow: /\n\nUser-agent: yandex\nDisallow: /\n\nUser-agent: robots-policy\nDisallow: /own\n";

/// A page with a meta for all in its head and one in its body.
const BODY: &str = "<!doctype html><title>A page</title><meta name=robots content=noarchive><body><p>Text<meta name=robots content=noindex>";

fn as_engines(engines: &str, more: &[&str], url: String) -> Output {
    program(
        &[&["--as", engines, "--timeout", "2"], more].concat(),
        &[url],
    )
}

fn records(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn the_requests_are_those_of_a_run_without_engines() {
    for path in ["/page", "/own/page"] {
        let requests = |engines: &[&str]| {
            let server = site(ROBOTS, |_| page("", BODY));
            let words = [engines, &["--no-cache"]].concat();
            let _ = program(&words, &[server.url(path)]);
            let asked = server.asked().into_iter();
            let host = server.address().to_string();
            asked
                .map(|asked| asked.head.replace(&host, "HOST"))
                .collect::<Vec<_>>()
        };
        let without = requests(&[]);
        assert_eq!(requests(&["--as", "all"]), without, "{path}");
        assert_eq!(requests(&["--as", "yandexbot"]), without, "{path}");
        let is_ours = |head: &String| head.to_lowercase().contains("user-agent: robots-policy/");
        assert!(without.iter().all(is_ours), "{without:?}");
    }
}

#[test]
fn the_answers_are_those_of_the_engines() {
    let server = site(ROBOTS, |_| page("", BODY));
    let printed = |engines: &str, more: &[&str], path: &str, status: i32| {
        let more = [&["--no-cache"], more].concat();
        let output = as_engines(engines, &more, server.url(path));
        let text = ends(&output, status) + &said(&output);
        text.replace(&server.address().to_string(), "HOST")
    };
    let all = [
        printed("googlebot,bingbot,yandexbot,mojeekbot", &[], "/page", 1),
        printed("googlebot", &[], "/page", 1),
        // This program may not fetch it.
        printed("googlebot,feedfetcher-google,yandexbot", &[], "/own", 1),
        printed(
            "feedfetcher-google",
            &["--fail-on", "fetch,index"],
            "/own",
            3,
        ),
    ];
    insta::assert_snapshot!(all.join("\n=====\n"));
}

#[test]
fn the_exit_status_is_about_the_engines() {
    let server = site(ROBOTS, |_| page("", BODY));
    for (engines, fail_on, status) in [
        ("googlebot", "index", 1),
        ("googlebot", "archive", 0),
        ("googlebot", "archive,follow,snippet", 0),
        ("mojeekbot", "index", 0),
        ("mojeekbot,googlebot", "index", 1),
        ("bingbot", "fetch", 1),
        ("googlebot", "fetch", 0),
        ("bingbot", "ai", 1),
        ("mojeekbot", "ai", 0),
        ("chatgpt-user", "fetch", 3),
    ] {
        let more = ["--no-cache", "--fail-on", fail_on];
        let output = as_engines(engines, &more, server.url("/page"));
        assert_eq!(
            output.status.code(),
            Some(status),
            "{engines} {fail_on}: {}",
            said(&output)
        );
    }
    let output = as_engines(
        "bingbot",
        &["--no-cache", "--use", "train", "--fail-on", "follow"],
        server.url("/page"),
    );
    ends(&output, 1);
}

/// The head is enough for a client and for an engine that counts metas of the head alone.
#[test]
fn a_page_that_is_cut_is_unread_for_an_engine_that_reads_bodies() {
    let server = site("", |_| page("", &format!("{BODY}{}", "x".repeat(100_000))));
    for (engines, status, index) in [
        ("yandexbot", 0, json!(true)),
        // The ban was read before the cut.
        ("googlebot", 1, json!(false)),
    ] {
        let more = [
            "--no-cache",
            "--max-body",
            "50K",
            "--fail-on",
            "index",
            "--format",
            "json",
        ];
        let output = as_engines(engines, &more, server.url("/page"));
        let record = &records(&ends(&output, status))[0];
        assert_eq!(record["index"], index, "{engines}");
    }
    let server = site("", |_| {
        page(
            "",
            &format!("<title>A page</title><p>{}", "x".repeat(100_000)),
        )
    });
    let more = [
        "--no-cache",
        "--max-body",
        "50K",
        "--fail-on",
        "index",
        "--format",
        "json",
    ];
    let output = as_engines("googlebot", &more, server.url("/page"));
    let record = &records(&ends(&output, 3))[0];
    assert_eq!(
        (&record["index"], &record["unread"][0]["why"]),
        (&Value::Null, &json!("incomplete"))
    );
}

/// A robots.txt that was good in one run and fails in the next.
#[test]
fn the_cache_knows_the_last_good_copy() {
    let count = AtomicUsize::new(0);
    let server = Server::start(move |asked, stream| {
        let bytes = match asked.path.as_str() {
            "/robots.txt" if count.fetch_add(1, Ordering::SeqCst) == 0 => {
                ok("", "User-agent: *\nDisallow: /closed\n")
            }
            "/robots.txt" => answer("503 Service Unavailable", "", ""),
            _ => page("", "<p>"),
        };
        let _ = stream.write_all(&bytes);
        Then::Keep
    });
    let kept = Folder::new("engines");
    let kept = kept.arg();
    let engines = "googlebot,yandexbot,amazonbot,bingbot";
    let allowed = |path: &str, more: &[&str]| {
        let more = [&["--cache", &kept, "--format", "json"], more].concat();
        let output = as_engines(engines, &more, server.url(path));
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        let records = records(&text).into_iter();
        let allowed: Vec<Value> = records
            .map(|record| record["access"]["allowed"].clone())
            .collect();
        allowed
    };
    assert_eq!(allowed("/closed", &[]), [false, false, false, false]);
    // Google waits, Yandex takes it for open, the others have the copy.
    assert_eq!(
        allowed("/closed", &["--refresh"]),
        [false, true, false, false]
    );
    assert_eq!(allowed("/open", &["--refresh"]), [false, true, true, true]);
}
