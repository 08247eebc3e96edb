//! AI use: `tdmrep.json` and licences of live sites.

use std::collections::BTreeMap;

use serde_json::json;

use super::unread::gzip;
use super::*;

const HTML: &str = "Content-Type: text/html\r\n";
pub(super) const RESERVED: &str = r#"[{"location": "/", "tdm-reservation": 1}]"#;

/// A licence that prohibits one use.
pub(super) fn prohibiting(usage: &str) -> String {
    format!(
        "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"/\"><license>\n<prohibits type=\"usage\">{usage}</prohibits></license></content></rsl>"
    )
}

/// A site with these answers by path, 404 for every other one, and a page at `/`.
pub(super) fn sending(answers: &[(&str, Vec<u8>)]) -> Server {
    let answers = answers.iter().cloned();
    let answers = answers.map(|(path, bytes)| (path.to_owned(), bytes));
    let answers: BTreeMap<String, Vec<u8>> = answers.collect();
    Server::start(move |asked, stream| {
        let bytes = match (answers.get(&asked.path), asked.path.as_str()) {
            (Some(bytes), _) => bytes.clone(),
            (None, "/robots.txt") => ok("", ""),
            (None, "/") => page("", "<p>"),
            _ => answer("404 Not Found", HTML, "<p>"),
        };
        let _ = stream.write_all(&bytes);
        // A body that is shorter than its length says ends here.
        if bytes.starts_with(b"HTTP/1.1 200 Cut") {
            return Then::Close;
        }
        Then::Keep
    })
}

pub(super) fn record(server: &Server, args: &[&str], code: i32) -> Value {
    let args = [&["--no-cache", "--format", "json"], args].concat();
    serde_json::from_str(&ends(&check(&args, &[server.url("/")]), code)).unwrap()
}

/// The addresses of `unread`, as paths.
pub(super) fn unread(record: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let path = |url: &str| url.splitn(4, '/').nth(3).unwrap_or_default().to_owned();
    let unread = record["unread"].as_array().into_iter().flatten();
    unread
        .map(|own| (text(&own["why"]), path(&text(&own["url"]))))
        .collect()
}

/// The managed block of Cloudflare, a field that disagrees, a `tdmrep.json` and a licence.
#[test]
fn r_297_every_place_is_read_and_shown_with_its_line() {
    let managed = fs::read_to_string(
        crate::documented::root().join("fixtures/uses/r-235-r-303-managed-file/robots.txt"),
    )
    .unwrap();
    let server = sending(&[
        (
            "/robots.txt",
            ok(
                "",
                managed
                    + "\n\nUser-agent: ExampleBot\nContent-Signal: ai-train=no\nAllow: /\nLicense: /license.xml\n",
            ),
        ),
        (
            "/",
            page("Content-Usage: train-ai=y\r\n", "<title>A page</title>"),
        ),
        (TDMREP, ok("Content-Type: application/json\r\n", RESERVED)),
        ("/license.xml", ok("", prohibiting("ai-index"))),
    ]);
    let reported = ends(&uncached(&[server.url("/")]), 0);
    for shown in [
        "train       NO ",
        "ai-train=no ",
        "/.well-known/tdmrep.json:1:20 ",
        "/license.xml:2:25 ",
        "2 | <prohibits type=\"usage\">ai-index</prohibits>",
    ] {
        assert!(reported.contains(shown), "{shown}: {reported}");
    }
    let record = record(&server, &[], 0);
    assert_eq!(record["uses"]["train"], "disallow");
    assert_eq!(record["uses"]["ai-index"], "disallow");
    assert_eq!(record["preferences"]["aipref"]["train-ai"], "allow");
    assert_eq!(record["preferences"]["tdmrep"]["mine"], "disallow");
    assert_eq!(record["unread"], Value::Null);
    let documents = record["fetch"]["documents"].as_array().unwrap();
    assert_eq!(documents.len(), 2);
    assert_eq!(documents[0]["url"], server.url(TDMREP));
    assert_eq!(
        documents[1],
        json!({"url": server.url("/license.xml"), "status": 200, "problem": null, "from_cache": false})
    );
    let asked = ["/robots.txt", "/", TDMREP, "/license.xml"];
    assert_eq!(server.paths(), asked.repeat(2));
}

/// Each answer for `tdmrep.json`: the answer about mining, the exit status of `--use mine`, and a part of the messages.
#[test]
fn r_244_answers_for_tdmrep_json() {
    let gzip = gzip(RESERVED);
    // The rule for the page comes after the limit, or before it.
    let fill = format!(
        "[{{\"location\": \"/x{}\", \"tdm-reservation\": 0}}",
        "x".repeat(600_000)
    );
    let late = format!("{fill}, {}", &RESERVED[1..]);
    let early = format!("{}, {}]", &RESERVED[..RESERVED.len() - 1], &fill[1..]);
    let cut = b"HTTP/1.1 200 Cut\r\nContent-Length: 999\r\n\r\n[]".to_vec();
    let unknown = "whether text and data mining is reserved is not known";
    let cases: [(&str, Vec<u8>, &str, i32, &str); 16] = [
        ("reserved", ok("", RESERVED), "disallow", 1, ""),
        ("free", ok("", RESERVED.replace('1', "0")), "allow", 0, ""),
        ("not", answer("404 Not Found", "", ""), "unstated", 0, ""),
        (
            "refused",
            answer("403 Forbidden", "", ""),
            "unstated",
            0,
            "",
        ),
        (
            "a page",
            ok(HTML, "\n<!doctype html><p>"),
            "unstated",
            0,
            "",
        ),
        ("nothing", ok("", ""), "unstated", 0, ""),
        (
            "not JSON",
            ok("", "reserved"),
            "unstated",
            3,
            "tdmrep.json (not conforming)",
        ),
        ("down", answer("503 Busy", "", ""), "unstated", 3, unknown),
        (
            "limited",
            answer("429 Many", "", ""),
            "unstated",
            3,
            "answered 429",
        ),
        (
            "a part",
            answer("206 Partial Content", "", RESERVED),
            "unstated",
            3,
            "answered 206",
        ),
        ("cut", cut, "unstated", 3, unknown),
        (
            "gzip",
            ok("Content-Encoding: gzip\r\n", &gzip),
            "disallow",
            1,
            "",
        ),
        (
            "hidden gzip",
            ok("", &gzip),
            "unstated",
            3,
            "a content coding that its fields do not name",
        ),
        (
            "too long",
            ok("", late),
            "unstated",
            3,
            "it is over a limit",
        ),
        ("decided", ok("", early), "disallow", 1, ""),
        (
            "elsewhere",
            redirect(302, "/reserved.json"),
            "disallow",
            1,
            "",
        ),
    ];
    for (name, bytes, mine, code, message) in cases {
        let server = sending(&[
            ("/", page("Content-Usage: search=y\r\n", "<p>")),
            (TDMREP, bytes),
            ("/reserved.json", ok("", RESERVED)),
        ]);
        let args = ["--no-cache", "--format", "json", "--use", "mine"];
        let output = check(&args, &[server.url("/")]);
        let record: Value = serde_json::from_str(&ends(&output, code)).unwrap();
        assert_eq!(record["uses"]["mine"], mine, "{name}");
        assert_eq!(record["uses"]["search"], "allow", "{name}");
        let is_unread = !unread(&record).is_empty();
        assert_eq!(is_unread, code == 3, "{name}: {record}");
        let reported = said(&output);
        assert!(reported.contains(message), "{name}: {reported}");
        assert_eq!(reported.is_empty(), code != 3, "{name}: {reported}");
    }
}

#[test]
fn a_site_that_states_nothing_is_answered_as_before() {
    let server = sending(&[]);
    let json = ["--no-cache", "--format", "json"];
    let with = ends(&check(&json, &[server.url("/")]), 0);
    let args = [&json[..], &["--no-extra-fetches"]].concat();
    let without = ends(&check(&args, &[server.url("/")]), 0);
    let moment = |json: &str| masked(&server, json).replace(&now_in(json), "NOW");
    assert_eq!(moment(&with), moment(&without));
    assert_eq!(
        server.paths(),
        ["/robots.txt", "/", TDMREP, "/robots.txt", "/"]
    );
}

#[test]
fn r_263_a_licence_that_was_not_read_is_listed() {
    let far = sending(&[
        ("/robots.txt", ok("", "User-agent: *\nDisallow: /closed\n")),
        ("/open.xml", ok("", prohibiting("ai-train"))),
        ("/closed.xml", ok("", prohibiting("ai-train"))),
    ]);
    let near = |license: &str, answers: &[(&str, Vec<u8>)]| {
        let robots = format!("User-agent: *\nAllow: /\nLicense: {license}\n");
        sending(&[&[("/robots.txt", ok("", robots))], answers].concat())
    };
    let to_far = [("/moved.xml", redirect(302, &far.url("/closed.xml")))];
    let html = [("/license.xml", page("", "<title>A page</title>"))];
    let down = [("/license.xml", answer("500 Failed", "", ""))];
    for (name, license, answers, code, why, message) in [
        (
            "of another host",
            far.url("/open.xml"),
            &[][..],
            1,
            None,
            "",
        ),
        (
            "closed",
            far.url("/closed.xml"),
            &[],
            3,
            Some("license"),
            "robots.txt does not allow ExampleBot to fetch it; the licence of robots.txt line 3 was not read",
        ),
        (
            "moved to a closed one",
            String::from("/moved.xml"),
            &to_far,
            3,
            Some("license"),
            "robots.txt does not allow ExampleBot",
        ),
        (
            "gone",
            String::from("/license.xml"),
            &[],
            3,
            Some("license"),
            "the server answered 404",
        ),
        (
            "down",
            String::from("/license.xml"),
            &down,
            3,
            Some("license"),
            "the server answered 500",
        ),
        (
            "a page",
            String::from("/license.xml"),
            &html,
            3,
            Some("not-conforming"),
            "(not conforming)",
        ),
        (
            "no host",
            String::from("http://127.0.0.1:1/l.xml"),
            &[],
            3,
            Some("license"),
            "was not read",
        ),
        (
            "a name",
            String::from("urn:license"),
            &[],
            3,
            Some("license"),
            "its scheme is urn, not http or https",
        ),
        (
            "a user",
            String::from("http://user@127.0.0.1/l"),
            &[],
            3,
            Some("license"),
            "it has a user name",
        ),
    ] {
        let server = near(&license, answers);
        let args = ["--no-cache", "--format", "json", "--use", "train"];
        let output = check(&args, &[server.url("/")]);
        let record: Value = serde_json::from_str(&ends(&output, code)).unwrap();
        let expected = if code == 1 { "disallow" } else { "unstated" };
        assert_eq!(record["uses"]["train"], expected, "{name}");
        let listed = unread(&record).into_iter().map(|(why, _)| why).next();
        assert_eq!(listed.as_deref(), why, "{name}: {record}");
        assert!(said(&output).contains(message), "{name}: {}", said(&output));
    }
    assert!(!far.paths().contains(&String::from("/closed.xml")));
}

/// Each statement of a licence is shown in its own document: one that the page holds, and two that were fetched.
#[test]
fn r_262_licences_are_shown_where_they_are() {
    let link =
        |name: &str| format!("Link: </{name}>; rel=license; type=\"application/rsl+xml\"\r\n");
    let inline = format!(
        "<title>A page</title>\n<script type=\"application/rsl+xml\">{}</script>",
        prohibiting("ai-input")
    );
    let server = sending(&[
        ("/", page(&(link("a.xml") + &link("b.xml")), &inline)),
        ("/a.xml", ok("", prohibiting("ai-index"))),
        ("/b.xml", ok("", format!("\n{}", prohibiting("search")))),
    ]);
    let reported = ends(&uncached(&[server.url("/")]), 0);
    for (answer, place) in [
        ("input       NO ", "/:3:25 "),
        ("ai-index    NO ", "/a.xml:2:25 "),
        ("search      NO ", "/b.xml:3:25 "),
    ] {
        let row = reported.lines().find(|row| row.contains(answer));
        let row = row.unwrap_or_else(|| panic!("{answer}: {reported}"));
        assert!(row.contains(&server.url(place)), "{place}: {reported}");
    }
}

#[test]
fn r_257_each_asker_has_the_licences_that_it_would_have_alone() {
    let robots = "User-agent: GPTBot\nAllow: /\nLicense: /license.xml\n\nUser-agent: Other\nAllow: /$\nDisallow: /license\nLicense: /license.xml\n\nUser-agent: *\nAllow: /\n";
    let server = sending(&[
        ("/robots.txt", ok("", robots)),
        ("/license.xml", ok("", prohibiting("search"))),
    ]);
    let agents = ["GPTBot", "Other", "Third"];
    let args = |agents: &[&str]| -> Vec<String> {
        let agents = agents.iter().map(|agent| format!("--agent={agent}"));
        let other = ["--no-cache", "--format=json"].map(str::to_owned);
        agents.chain(other).collect()
    };
    let records = |agents: &[&str]| -> Vec<Value> {
        let args = args(agents);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = program(&args, &[server.url("/")]);
        let out = String::from_utf8(output.stdout).unwrap();
        let records = out.lines().map(|line| serde_json::from_str(line).unwrap());
        let mut records: Vec<Value> = records.collect();
        for record in &mut records {
            record.as_object_mut().unwrap().remove("fetch");
        }
        records
    };
    let alone: Vec<Value> = agents.iter().flat_map(|agent| records(&[agent])).collect();
    let before = server.paths().len();
    assert_eq!(records(&agents), alone);
    assert_eq!(alone[0]["uses"]["search"], "disallow");
    assert_eq!(
        unread(&alone[1]),
        [("license".into(), "license.xml".into())]
    );
    assert_eq!(alone[2]["uses"], Value::Null);
    let asked = ["/robots.txt", "/", TDMREP, "/license.xml"];
    assert_eq!(server.paths()[before..], asked, "each once");
}
