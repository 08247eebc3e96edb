//! The programs, as people run them, against servers on loopback.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{HeaderName, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A site: it answers each path by its row, and notes what it was asked for.
struct Site {
    origin: String,
    asked: Arc<Mutex<Vec<String>>>,
}

/// A path, a status, field lines, and a body.
type Row = (
    &'static str,
    u16,
    &'static [(&'static str, &'static str)],
    &'static str,
);

/// Serves rows in a thread of its own. `ELSEWHERE` in a field is the origin that is given.
fn serve(rows: &'static [Row], elsewhere: &str) -> Site {
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let (noted, elsewhere) = (Arc::clone(&asked), elsewhere.to_owned());
    let answer = move |uri: Uri| {
        noted.lock().unwrap().push(uri.path().to_owned());
        let row = rows.iter().find(|(path, ..)| *path == uri.path());
        let response = row.map_or(StatusCode::NOT_FOUND.into_response(), |row| {
            respond(row, &elsewhere)
        });
        async { response }
    };
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.unwrap().block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            axum::serve(listener, Router::new().fallback(answer)).await
        })
    });
    Site { origin, asked }
}

fn respond((_, status, lines, body): &Row, elsewhere: &str) -> Response {
    let mut response = (StatusCode::from_u16(*status).unwrap(), *body).into_response();
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        "text/html; charset=utf-8".parse().unwrap(),
    );
    for (name, value) in *lines {
        let value = value.replace("ELSEWHERE", elsewhere).parse().unwrap();
        response
            .headers_mut()
            .append(HeaderName::from_static(name), value);
    }
    response
}

/// A program, which no proxy leads away from loopback.
fn program(path: &str, args: &[&str]) -> Command {
    let mut program = Command::new(path);
    program.args(args).env("NO_PROXY", "127.0.0.1");
    program
}

/// A server that ends with its test.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        self.0.kill().and_then(|()| self.0.wait()).unwrap();
    }
}

const OPEN: Row = (
    "/robots.txt",
    200,
    &[],
    "User-agent: *\nDisallow: /private\n",
);

#[test]
fn indexer_asks_each_authority_and_answers_each_client_at_each_moment() {
    const HERE: &[Row] = &[
        OPEN,
        (
            "/page",
            200,
            &[("x-robots-tag", "otherbot: noindex")],
            "<title>A</title><p>The quick fox",
        ),
        (
            "/ends",
            200,
            &[("x-robots-tag", "unavailable_after: 2040-06-25T15:00:00Z")],
            "<title>B</title><p>A quick end",
        ),
        (
            "/short",
            200,
            &[],
            "<meta name=robots content='max-snippet:9'><p>A quick excerpt",
        ),
        (
            "/noindex",
            200,
            &[],
            "<noscript><meta name=robots content=noindex></noscript><p>quick",
        ),
        ("/private/page", 200, &[], "<p>quick"),
        (
            "/away",
            302,
            &[
                ("location", "ELSEWHERE/private/page"),
                ("x-robots-tag", "noindex"),
            ],
            "",
        ),
        (
            "/moved",
            301,
            &[("location", "/short"), ("x-robots-tag", "noindex")],
            "",
        ),
    ];
    let there = serve(&[OPEN, ("/private/page", 200, &[], "<p>quick")], "");
    let down = serve(&[("/robots.txt", 503, &[], "")], "");
    let here = serve(HERE, &there.origin);
    let mut args = vec![
        "ExampleBot".to_owned(),
        "OtherBot".to_owned(),
        "quick".to_owned(),
    ];
    args.extend(
        [
            "/page",
            "/ends",
            "/moved",
            "/noindex",
            "/private/page",
            "/away",
            "/none",
        ]
        .map(|path| here.origin.clone() + path),
    );
    args.push(down.origin.clone() + "/page");
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = program(env!("CARGO_BIN_EXE_indexer"), &args)
        .output()
        .unwrap();

    let mut told =
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    for (site, name) in [(&here, "HERE"), (&there, "THERE"), (&down, "DOWN")] {
        told = told.replace(&site.origin, name);
    }
    let now = told
        .split("ExampleBot at ")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap();
    insta::assert_snapshot!(told.replace(now, "NOW:"));
    assert_eq!(
        *there.asked.lock().unwrap(),
        ["/robots.txt"],
        "the redirect leads to what it disallows"
    );
    assert_eq!(*down.asked.lock().unwrap(), ["/robots.txt"]);
    let asked = here.asked.lock().unwrap();
    assert_eq!(
        asked.iter().filter(|path| *path == "/robots.txt").count(),
        1
    );
    assert!(!asked.contains(&"/private/page".to_owned()));
}

#[test]
fn quotes_are_those_that_each_engine_may_show() {
    let pages = ["marks", "limits"].map(|name| format!("../fixtures/parts/{name}.html"));
    let args = ["owner", "googlebot,bingbot,yandexbot", &pages[0], &pages[1]];
    let output = program(env!("CARGO_BIN_EXE_quotes"), &args)
        .output()
        .unwrap();
    insta::assert_snapshot!(String::from_utf8(output.stdout).unwrap());
}

#[test]
fn rewriter_writes_the_page_and_hears_a_noscript() {
    const PAGE: &str =
        "<noscript><meta name=robots content='no&#105;ndex'></noscript><script>1</script><p>Text";
    let site = serve(&[OPEN, ("/page", 200, &[], PAGE)], "");
    let output = program(
        env!("CARGO_BIN_EXE_rewriter"),
        &["ExampleBot", &(site.origin + "/page")],
    )
    .output()
    .unwrap();
    let page = String::from_utf8(output.stdout).unwrap();
    let rewritten = PAGE.replace("<script>", "<script nonce=\"one-for-each-page\">");
    assert_eq!(page, rewritten);
    let told = String::from_utf8(output.stderr).unwrap();
    let reason = "meta in noscript, bytes 37-49: «no&#105;ndex» to every client\n";
    assert!(told.ends_with(reason), "{told}");
}

#[tokio::test]
async fn proxy_states_the_policy_and_passes_the_body() {
    const PAGE: &str = "<meta name=robots content='nofollow, max-snippet:9'><meta name=otherbot content=noindex><p>Text";
    let site = serve(
        &[
            (
                "/page",
                200,
                &[("x-robots-tag", "noarchive, 360Spider: noindex")],
                PAGE,
            ),
            ("/file", 404, &[], "No"),
        ],
        "",
    );
    let args = ["127.0.0.1:0", &site.origin, "ExampleBot"];
    let mut program = program(env!("CARGO_BIN_EXE_proxy"), &args);
    let mut served = Served(program.stdout(Stdio::piped()).spawn().unwrap());
    let mut told = BufReader::new(served.0.stdout.take().unwrap());
    let mut proxy = String::new();
    told.read_line(&mut proxy).unwrap();

    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let page = http
        .get(format!("{}/page", proxy.trim()))
        .send()
        .await
        .unwrap();
    let of = |name| page.headers().get_all(name).iter().collect::<Vec<_>>();
    assert_eq!(
        of("robots-tag"),
        ["*;nofollow;noarchive;max-snippet=9, otherbot;noindex"]
    );
    assert_eq!(
        of("x-robots-tag"),
        ["noarchive, 360Spider: noindex", "360spider: noindex"]
    );
    assert_eq!(page.text().await.unwrap(), PAGE);
    let missing = http
        .get(format!("{}/file", proxy.trim()))
        .send()
        .await
        .unwrap();
    assert_eq!(
        (
            missing.status().as_u16(),
            missing.headers().get("robots-tag")
        ),
        (404, None)
    );
    drop(served);
    let mut log = String::new();
    told.read_to_string(&mut log).unwrap();
    insta::assert_snapshot!(log);
}
