//! AI use: which documents are fetched and kept, `--use`, and `--no-extra-fetches`.

use super::uses::{RESERVED, prohibiting, record, sending, unread};
use super::*;

const POINTING: &str = "User-agent: *\nAllow: /\nLicense: /license.xml\n";

#[test]
fn the_licences_of_one_page_have_a_limit() {
    let lines: String = (0..20).map(|n| format!("License: /{n}.xml\n")).collect();
    let server = sending(&[(
        "/robots.txt",
        ok("", format!("User-agent: *\nAllow: /\n{lines}")),
    )]);
    let output = uncached(&[server.url("/")]);
    ends(&output, 0);
    assert_eq!(server.paths().len(), 3 + 16);
    assert!(
        said(&output)
            .contains("its sources point at more than 16 licences; the others were not fetched")
    );
}

#[test]
fn no_extra_fetches_leaves_them_unread() {
    let server = sending(&[
        ("/robots.txt", ok("", POINTING)),
        (TDMREP, ok("", RESERVED)),
        ("/license.xml", ok("", prohibiting("all"))),
    ]);
    let without = record(&server, &["--no-extra-fetches"], 0);
    assert_eq!(
        unread(&without),
        [
            ("license".into(), "license.xml".into()),
            ("tdmrep".into(), TDMREP[1..].to_owned())
        ]
    );
    assert_eq!(without["uses"]["train"], "unstated");
    assert_eq!(server.paths(), ["/robots.txt", "/"]);
    let args = ["--no-cache", "--no-extra-fetches", "--use", "train"];
    let output = check(&args, &[server.url("/")]);
    ends(&output, 3);
    let expected = format!(
        "the answer of --use train for ExampleBot is not known, because this was not read: {}, {}\n",
        server.url("/license.xml"),
        server.url(TDMREP)
    );
    assert!(said(&output).ends_with(&expected), "{}", said(&output));
}

#[test]
fn r_293_a_use_is_a_restriction_where_it_is_named() {
    let terms = "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"/\"><license><permits type=\"usage\">ai-train</permits><payment type=\"training\"/></license></content></rsl>";
    let server = sending(&[
        ("/robots.txt", ok("", "User-agent: *\nDisallow: /closed\nContent-Signal: /closed/no ai-train=no\nAllow: /\n")),
        ("/signals", page("Content-Signal: ai-train=no, search=yes\r\n", "<p>")),
        ("/noindex", page("Content-Usage: train-ai=y\r\nX-Robots-Tag: noindex\r\n", "<p>")),
        ("/terms", page("Link: </l.xml>; rel=license; type=\"application/rsl+xml\"\r\n", "<p>")),
        ("/l.xml", ok("", terms)),
        ("/cut", b"HTTP/1.1 200 Cut\r\nContent-Type: text/html\r\nContent-Usage: train-ai=y\r\nContent-Length: 99\r\n\r\n<title>".to_vec()),
    ]);
    for (path, words, code) in [
        ("/signals", "", 0),
        ("/signals", "--use train", 1),
        ("/signals", "--use TRAIN", 2),
        ("/signals", "--use search", 0),
        ("/signals", "--use search,train-other", 1),
        ("/signals", "--use search --use train", 1),
        ("/signals", "--use ai-index,input,mine", 0),
        ("/signals", "--use train --fail-on fetch,index", 1),
        ("/signals", "--use fetch", 2),
        ("/noindex", "--use train", 1),
        ("/noindex", "--use train --fail-on fetch", 0),
        ("/terms", "", 0),
        ("/terms", "--use train", 1),
        ("/terms", "--use input", 1),
        ("/cut", "--use train", 3),
        ("/cut", "--use train --fail-on fetch", 3),
        ("/closed", "--use train", 1),
        ("/closed", "--use train --fail-on index", 3),
        ("/closed/no", "--use train --fail-on index", 1),
        ("/", "--use train,train-other,input,ai-index,search,mine", 0),
        ("/signals", "--fail-on ai", 1),
        ("/noindex", "--fail-on ai", 0),
        ("/terms", "--fail-on ai", 1),
        ("/cut", "--fail-on ai", 3),
        ("/closed/no", "--fail-on ai", 1),
        ("/", "--fail-on ai", 0),
        ("/", "--fail-on ai --no-extra-fetches", 3),
    ] {
        let words: Vec<&str> = words.split_whitespace().collect();
        let output = check(&[&["--no-cache"], &words[..]].concat(), &[server.url(path)]);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{path} {words:?}: {output:?}"
        );
    }
    let args = ["--no-cache", "--use", "train", "--fail-on", "index"];
    let reported = said(&check(&args, &[server.url("/closed")]));
    assert!(
        reported.ends_with("so the answer of --fail-on index and --use train is not known\n"),
        "{reported}"
    );
}

#[test]
fn every_statement_about_use_for_ai_fails_on_ai() {
    let google = "User-agent: Google-Extended\nDisallow: /\n";
    for (robots, tdmrep, head, words, code) in [
        ("", RESERVED, "", "--agent GPTBot", 1),
        ("", "", "TDM-Reservation: 1\r\n", "--agent GPTBot", 1),
        ("", "", "Content-Usage: ai-use=n\r\n", "--agent GPTBot", 1),
        ("", "", "X-Robots-Tag: noai\r\n", "--agent GPTBot", 1),
        (POINTING, "", "", "--agent GPTBot", 1),
        (google, "", "", "--agent GPTBot", 0),
        (google, "", "", "--as googlebot", 1),
        (google, "", "", "--as google-extended", 1),
        (google, "", "", "--as googlebot,bingbot", 1),
        (google, "", "", "--as bingbot", 0),
        ("", "", "Content-Usage: search=n\r\n", "--agent GPTBot", 0),
    ] {
        let mut answers = vec![
            ("/robots.txt", ok("", robots)),
            ("/license.xml", ok("", prohibiting("ai-all"))),
            ("/", page(head, "<p>")),
        ];
        if !tdmrep.is_empty() {
            answers.push((TDMREP, ok("", tdmrep)));
        }
        let server = sending(&answers);
        let words = words
            .split_whitespace()
            .chain(["--no-cache", "--fail-on", "ai"]);
        let output = program(&words.collect::<Vec<_>>(), &[server.url("/")]);
        let said = format!("{robots:?} {tdmrep:?} {head:?}: {output:?}");
        assert_eq!(output.status.code(), Some(code), "{said}");
    }
}

#[test]
fn a_restriction_that_is_known_outweighs_an_answer_that_is_not() {
    let closing = "User-agent: *\nDisallow: /closed\n\nUser-agent: Google-Extended\nDisallow: /\n";
    let server = sending(&[
        ("/robots.txt", ok("", closing)),
        ("/noindex", page("X-Robots-Tag: noindex\r\n", "<p>")),
        ("/free", page("", "<p>")),
        ("/down", answer("503 Down", "", "")),
    ]);
    for (paths, words, code) in [
        (&["/noindex", "/down"][..], "--agent GPTBot", 1),
        (&["/down", "/noindex"], "--agent GPTBot", 1),
        (&["/down", "/free"], "--agent GPTBot", 3),
        (&["/closed"], "--as gptbot,chatgpt-user", 1),
        (&["/closed"], "--as chatgpt-user", 3),
        (
            &["/free"],
            "--use train --fail-on fetch --as google-extended",
            1,
        ),
    ] {
        let urls: Vec<String> = paths.iter().map(|path| server.url(path)).collect();
        let words = words.split_whitespace().chain(["--no-cache"]);
        let output = program(&words.collect::<Vec<_>>(), &urls);
        assert_eq!(output.status.code(), Some(code), "{paths:?}: {output:?}");
    }
}

#[test]
fn r_65_documents_are_kept_between_runs() {
    let server = Server::start(|asked, stream| {
        let bytes = match asked.path.as_str() {
            "/robots.txt" => ok("", POINTING),
            TDMREP if asked.field("if-none-match").is_some() => answer("304 Not Modified", "", ""),
            TDMREP => ok("Cache-Control: max-age=0\r\nETag: \"a\"\r\n", RESERVED),
            "/license.xml" => ok("", prohibiting("search")),
            _ => page("", "<p>"),
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    });
    let folder = Folder::new("uses");
    let run = |args: &[&str]| {
        let kept = folder.arg();
        let args = [&["--cache", &kept, "--use", "mine,search"], args].concat();
        let before = server.paths().len();
        let reported = ends(&check(&args, &[server.url("/")]), 1);
        (server.paths()[before..].to_vec(), reported)
    };
    let (paths, reported) = run(&[]);
    assert_eq!(paths, ["/robots.txt", "/", TDMREP, "/license.xml"]);
    assert!(!reported.contains("copy of"), "{reported}");
    let (paths, reported) = run(&[]);
    assert_eq!(paths, ["/", TDMREP]);
    let copy = format!("\n  {}, copy of ", server.url("/license.xml"));
    assert!(reported.contains(&copy), "{reported}");
    assert!(reported.contains("mine        NO "), "{reported}");
    let (paths, _) = run(&["--refresh"]);
    assert_eq!(paths, ["/robots.txt", "/", TDMREP, "/license.xml"]);
    let tags = server.asked().into_iter();
    let tags = tags.filter(|asked| asked.path == TDMREP);
    let tags: Vec<bool> = tags
        .map(|asked| asked.field("if-none-match").is_some())
        .collect();
    assert_eq!(tags, [false, true, true]);
}

#[test]
fn a_slow_tdmrep_json_keeps_no_page_from_its_answer() {
    let server = Server::start(|asked, stream| {
        if asked.path == TDMREP {
            thread::sleep(Duration::from_secs(3));
            return Then::Close;
        }
        let bytes = if asked.path == "/robots.txt" {
            ok("", "")
        } else {
            page("X-Robots-Tag: noindex\r\n", "<p>")
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    });
    let args = ["--no-cache", "--timeout", "1"];
    let urls = [server.url("/a"), server.url("/b")];
    let output = program(&[&["--agent", "ExampleBot"], &args[..]].concat(), &urls);
    ends(&output, 1);
    let reported = said(&output);
    assert_eq!(
        reported.matches("mining is reserved is not known").count(),
        1
    );
    let asked = server.paths().into_iter().filter(|path| path == TDMREP);
    assert_eq!(asked.count(), 1, "each address once in a run");
}
