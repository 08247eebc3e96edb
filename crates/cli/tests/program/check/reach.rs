//! Addresses that a page may not lead to. `0.0.0.0` reaches a server on loopback and is of another class than `127.0.0.1`, so
//! nothing leaves the machine.

use super::uses::{sending, unread};
use super::*;

/// A server that must not be asked, and its address of another class.
fn inner() -> (Server, String) {
    let server = Server::start(|asked, stream| {
        let bytes = match asked.path.as_str() {
            "/robots.txt" => ok("", ""),
            _ => page("", "<meta name=robots content=noai>"),
        };
        let _ = stream.write_all(&bytes);
        Then::Keep
    });
    let url = format!("http://0.0.0.0:{}", server.address().port());
    (server, url)
}

fn json(server: &Server, args: &[&str], code: i32) -> (Value, String) {
    let args = [&["--no-cache", "--format", "json"], args].concat();
    let run = check(&args, &[server.url("/")]);
    let line = ends(&run, code);
    (serde_json::from_str(&line).unwrap(), said(&run))
}

#[test]
fn a_page_does_not_lead_to_an_address_of_another_class() {
    let (inner, there) = inner();
    let site = sending(&[("/", redirect(302, &format!("{there}/secret")))]);
    let (line, message) = json(&site, &[], 3);
    assert_eq!(line["error"]["code"], "undetermined", "{line}");
    assert_eq!(
        line["fetch"]["problem"]["code"], "refused-address",
        "{line}"
    );
    for part in ["0.0.0.0", "unspecified", "loopback", "--allow-private"] {
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(inner.paths(), [""; 0]);
    let (line, _) = json(&site, &["--allow-private"], 1);
    assert_eq!(line["error"], Value::Null, "{line}");
    assert_eq!(inner.paths(), ["/robots.txt", "/secret", TDMREP]);
}

#[test]
fn neither_does_its_robots_txt_whose_rules_are_then_unknown() {
    let (inner, there) = inner();
    let site = sending(&[("/robots.txt", redirect(301, &format!("{there}/robots.txt")))]);
    let (line, message) = json(&site, &[], 3);
    let robots = &line["fetch"]["robots_txt"]["problem"];
    assert_eq!(robots["code"], "refused-address", "{line}");
    assert!(message.contains("0.0.0.0"), "{message}");
    assert_eq!(site.paths(), ["/robots.txt"]);
    assert_eq!(inner.paths(), [""; 0]);
    // An engine reads the file that this program did not request.
    let args = [
        "--no-cache",
        "--format",
        "json",
        "--as",
        "googlebot",
        "--fail-on",
        "fetch",
    ];
    let line = ends(&program(&args, &[site.url("/")]), 3);
    let line: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["error"]["code"], "undetermined", "{line}");
    let text = ends(&check(&["--no-cache"], &[site.url("/")]), 3);
    assert!(
        text.contains("fetch    ?    robots.txt was not requested"),
        "{text}"
    );
    assert_eq!(inner.paths(), [""; 0]);
    json(&site, &["--allow-private"], 0);
}

#[test]
fn neither_do_licences_and_tdmrep_json_which_stay_unread() {
    let (inner, there) = inner();
    let license = format!("License: {there}/license.xml\n");
    let site = sending(&[
        ("/robots.txt", ok("", license)),
        (TDMREP, redirect(302, &format!("{there}/tdm"))),
    ]);
    let (line, message) = json(&site, &["--use", "train"], 3);
    let documents = line["fetch"]["documents"].as_array().unwrap();
    assert_eq!(documents.len(), 2, "{line}");
    for document in documents {
        assert_eq!(document["problem"]["code"], "refused-address", "{line}");
    }
    assert_eq!(message.matches("--allow-private").count(), 2, "{message}");
    let paths = unread(&line).into_iter().map(|own| own.1);
    let paths: Vec<String> = paths.collect();
    assert_eq!(paths, ["license.xml", ".well-known/tdmrep.json"], "{line}");
    assert_eq!(inner.paths(), [""; 0]);
}

/// A refusal is not a failure of the server: it is not kept, and the URL itself may be named.
#[test]
fn what_was_refused_may_be_named() {
    let (inner, there) = inner();
    let site = sending(&[("/", redirect(302, &format!("{there}/")))]);
    let kept = Folder::new("reach");
    let cache = kept.arg();
    for _ in 0..2 {
        let urls = [site.url("/"), format!("{there}/"), site.url("/")];
        let run = check(&["--cache", &cache, "--format", "json"], &urls);
        // What the page at the inner address forbids is known.
        let lines = ends(&run, 1);
        let lines = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let codes: Vec<Value> = lines
            .map(|line: Value| line["fetch"]["problem"]["code"].clone())
            .collect();
        assert_eq!(
            codes,
            [
                json!("refused-address"),
                Value::Null,
                json!("refused-address")
            ]
        );
    }
    let pages = inner.paths();
    assert_eq!(
        pages.iter().filter(|path| *path == "/").count(),
        2,
        "{pages:?}"
    );
}

#[test]
fn public_only_refuses_the_named_page_too() {
    let site = sending(&[]);
    for url in [
        site.url("/"),
        site.url("/").replace("127.0.0.1", "localhost"),
    ] {
        let run = check(&["--no-cache", "--public-only", "--format", "json"], &[url]);
        let line: Value = serde_json::from_str(&ends(&run, 3)).unwrap();
        assert_eq!(
            line["fetch"]["problem"]["code"], "refused-address",
            "{line}"
        );
        assert!(said(&run).contains("--public-only"), "{}", said(&run));
    }
    assert_eq!(site.paths(), [""; 0]);
    let both = check(&["--public-only", "--allow-private"], &[site.url("/")]);
    assert_eq!(both.status.code(), Some(2));
}

/// A connection to an address that a page could name stays open, and is of no use to another page.
#[test]
fn a_kept_connection_opens_no_way() {
    let (inner, there) = inner();
    let site = sending(&[("/", redirect(302, &format!("{there}/secret")))]);
    let urls = [format!("{there}/"), site.url("/")];
    let run = check(&["--no-cache", "--format", "json"], &urls);
    assert!(ends(&run, 1).contains("refused-address"));
    assert_eq!(inner.paths(), ["/robots.txt", "/", TDMREP]);
}
