//! The real program, run as a user would.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::scanning::fed;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use robots_policy_kit::output::{ends, said};
use serde_json::{Value, json};

fn program(args: &[&str], input: &[u8]) -> Output {
    fed(fixtures().parent().unwrap(), args, input)
}

fn fixtures() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures"))
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// This file has every key that a record may have.
#[test]
fn r_119_a_batch_is_a_function_of_its_input() {
    let path = fixtures().join("archives/records.jsonl");
    let input: Vec<u8> = fs::read_to_string(path)
        .unwrap()
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Map<_, _>>(line).ok())
        .flat_map(|mut record| {
            record.insert(String::from("now"), json!("2026-11-20T00:00:00Z"));
            format!("{}\n", Value::from(record)).into_bytes()
        })
        .collect();
    let once = program(&["eval", "--jsonl"], &input).stdout;
    assert!(once.len() > input.len() / 2, "{} octets", once.len());
    assert_eq!(once, program(&["eval", "--jsonl"], &input).stdout);
}

/// The limit is on the value of a field, which has no blanks around it (RFC 9110 §5.5).
#[test]
fn r_12_blanks_around_a_field_do_not_count_for_its_limit() {
    for (blanks, mode) in [
        (8_190, "lenient"),
        (100_000, "lenient"),
        (8_190, "strict-list"),
    ] {
        let value = format!("{}*;noindex{}", " ".repeat(blanks), " ".repeat(blanks));
        let record = json!({"headers": [["Robots-Tag", value]], "options": {"robots_tag": mode}});
        let reported = lines(&ends(
            &program(&["eval", "--jsonl"], record.to_string().as_bytes()),
            0,
        ));
        assert_eq!(reported[0]["index"], json!(false), "{blanks} {mode}");
        assert_eq!(reported[0]["truncated"], json!([]), "{blanks} {mode}");
    }
}

#[test]
fn the_keys_of_a_record_have_a_fixed_order() {
    let input = json!({"headers": [["X-Robots-Tag", "noindex, foo"]], "html": "<meta name=robots content=none>"});
    let output = ends(
        &program(&["eval", "--jsonl"], input.to_string().as_bytes()),
        0,
    );
    let keys: Vec<&str> = output.split('"').skip(1).step_by(2).collect();
    insta::assert_snapshot!(keys.join(" "));
}

#[test]
fn html_of_a_record_is_characters() {
    let types = [
        "",
        "; charset=utf-16le",
        "; charset=iso-2022-kr",
        "; charset=windows-1252",
    ];
    let records = types.map(|charset| {
        json!({
            "headers": [["Content-Type", format!("text/html{charset}")]],
            "html": "<meta name=robots content='noindex, \u{fc}'>",
        })
    });
    let untyped =
        json!({"html": "<meta charset=utf-16le><meta name=robots content='noindex, \u{fc}'>"});
    let input: String = records
        .iter()
        .chain([&untyped])
        .map(|record| format!("{record}\n"))
        .collect();
    for answer in lines(&ends(&program(&["eval", "--jsonl"], input.as_bytes()), 0)) {
        assert_eq!(answer["index"], false, "{answer}");
        assert!(
            answer["extensions"]["\u{fc}"] == true || answer.to_string().contains('\u{fc}'),
            "{answer}"
        );
    }
    // The type decodes bytes.
    let wide: Vec<u8> = "<meta name=robots content=noindex>"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let record = json!({
        "headers": [["Content-Type", "text/html; charset=utf-16le"]],
        "html_base64": BASE64_STANDARD.encode(wide),
    });
    let answer = ends(
        &program(&["eval", "--jsonl"], record.to_string().as_bytes()),
        0,
    );
    assert!(answer.contains(r#""index":false"#), "{answer}");
}

#[test]
fn an_unreadable_record_is_reported_on_its_line() {
    let input = concat!(
        "{\"id\":{\"a\":[1.0]},\"headers\":[[\"X-Robots-Tag\",\"noindex\"]],\"now\":\"2026-01-01T00:00:00Z\"}\n",
        "{\"id\":\"x\",\"colour\":1}\n{\"agent\":\"a b\"}\n{\"id\":3,\"agent\":7}\n\nnope\n{\"id\":6,\"now\":\"soon\"}\n",
        "{\"id\":7,\"html\":\"\",\"html_base64\":\"\"}\n{\"id\":8,\"html_base64\":\"!\"}\n{\"id\":9,\"url\":\"x\"}\n",
        "{\"id\":10,\"options\":{\"metas\":[\"tail\"]}}\n{\"id\":11,\"chunk\":0}\n{\"id\":null}",
    );
    let mut input = input.as_bytes().to_vec();
    input.extend(b"\n{\"id\":\"\xff\"}\n");
    let more = [
        r#"{"id":14,"headers":[["a","b","c"]]}"#,
        r#"{"id":15,"headers":[["a","b"],["c"]]}"#,
        r#"{"id":16,"headers":[["a",1]]}"#,
        r#"{"id":17,"headers":{"a":"b"}}"#,
        r#"{"id":18,"chunk":"x"}"#,
        r#"{"id":19,"chunk":-1}"#,
        r#"{"id":20,"robots_status":99}"#,
        r#"{"id":21,"robots_status":600}"#,
        r#"{"id":22,"robots_status":599.5}"#,
        r#"{"id":23,"html":"\udcff"}"#,
        r#"{"id":24,"html":"\ud800\u0041"}"#,
        r#"{"id":25,"options":["lenient"]}"#,
        r#"{"id":26,"options":{"http_equiv":"yes"}}"#,
        r#"{"id":27,"options":{"metas":"head"}}"#,
        r#"{"id":28,"html":"","html":""}"#,
        r#"[29,"/","*","*",[],null,true,null,[],null,null,null,null,null,null,null]"#,
        "[]",
        "42",
        "\"s\"",
        "\u{feff}{}",
        r#"  {"id":34,"html":tru}"#,
        r#"{"id":35"#,
    ];
    input.extend((more.join("\n") + "\n").bytes());
    let long = "x".repeat(1 << 20);
    for key in [
        "headers",
        "chunk",
        "url",
        "agent",
        "now",
        "html_base64",
        "signature_agent",
        &long,
    ] {
        input.extend(format!("{{\"id\":36,\"{key}\":\"{long} \"}}\n").bytes());
    }
    input.extend(format!("{{\"id\":36,\"options\":{{\"robots_tag\":\"{long}\"}}}}\n").bytes());
    let output = lines(&ends(&program(&["eval", "--jsonl"], &input), 1));
    let reported: Vec<String> = output
        .iter()
        .map(|answer| match answer["error"].as_object() {
            Some(error) => format!(
                "{} {}: {}",
                answer["id"],
                error["code"].as_str().unwrap(),
                error["message"].as_str().unwrap()
            ),
            None => format!("{} {}", answer["id"], answer["directives"]),
        })
        .collect();
    insta::assert_snapshot!(reported.join("\n"));
}

#[test]
fn an_unreadable_input_of_a_batch_does_not_stop_the_others() {
    let folder = std::env::temp_dir().join(format!("robots-policy-batch-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (first, last) = (folder.join("a"), folder.join("b"));
    fs::write(&first, "{\"id\":\"a\"}\n").unwrap();
    fs::write(&last, "{\"id\":\"b\"}\n").unwrap();
    let (first, last) = (first.to_str().unwrap(), last.to_str().unwrap());
    let folder_itself = folder.to_str().unwrap();
    let output = program(
        &["eval", "--jsonl", first, "missing", folder_itself, last],
        b"",
    );
    let answers = lines(&ends(&output, 1));
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, ["a", "b"]);
    assert!(said(&output).contains("cannot read missing: "));
    assert_eq!(said(&output).lines().count(), 2);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_line_without_end_is_reported_and_costs_no_other() {
    const MOST: usize = 64 << 20;
    let long = "x".repeat(MOST - 19);
    let records = [
        format!("{{\"id\":0,\"html\":\"{long}\"}}"),
        format!("{{\"id\":1,\"html\":\"{long}xx\"}}"),
        "y".repeat(MOST + 100_000),
        "{\"id\":3}".to_owned(),
    ];
    assert_eq!(records[0].len() + 1, MOST);
    let output = lines(&ends(
        &program(&["eval", "--jsonl"], records.join("\n").as_bytes()),
        1,
    ));
    let reported = |answer: &Value| (answer["id"].clone(), answer["error"]["code"].clone());
    let reported: Vec<(Value, Value)> = output.iter().map(reported).collect();
    let long = |id: u64| (id.into(), "line-too-long".into());
    let good = |id: u64| (id.into(), Value::Null);
    assert_eq!(reported, [good(0), long(1), long(2), good(3)]);
}

#[test]
fn a_saved_response_from_a_file_and_from_standard_input() {
    let path = "fixtures/wild/nginx-add-header/response.http";
    let from_file = ends(&program(&["eval", "--agent", "ExampleBot", path], b""), 0);
    let bytes = fs::read(fixtures().join("wild/nginx-add-header/response.http")).unwrap();
    for args in [
        &["eval", "--agent", "ExampleBot"][..],
        &["eval", "--agent", "ExampleBot", "-"],
    ] {
        let reported = ends(&program(args, &bytes), 0);
        let columns = |text: &str| {
            text.split_whitespace()
                .map(ToOwned::to_owned)
                .collect::<Vec<_>>()
        };
        let named = reported
            .replace("standard input", path)
            .replace(" -:", &format!(" {path}:"));
        let named = named.replace("--> -\n", &format!("--> {path}\n"));
        assert_eq!(columns(&from_file), columns(&named));
    }
    insta::assert_snapshot!(from_file);
}

#[test]
fn every_format_and_colour() {
    let path = "fixtures/wild/news-page-with-an-end/response.http";
    let run = |more: &[&str]| {
        ends(
            &program(
                &[
                    &[
                        "eval",
                        "--agent",
                        "ExampleBot",
                        "--now",
                        "2026-11-20T00:00:00Z",
                        path,
                    ],
                    more,
                ]
                .concat(),
                b"",
            ),
            0,
        )
    };
    insta::assert_snapshot!(
        [
            run(&[]),
            run(&["--color", "always"]),
            run(&["--format", "json"]),
            run(&["--format", "header"])
        ]
        .join("\n")
        .replace('\u{1b}', "ESC")
    );
}

#[test]
fn fields_and_document_in_files_of_their_own() {
    let folder = std::env::temp_dir().join(format!("robots-policy-eval-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (fields, page) = (folder.join("fields.txt"), folder.join("page.html"));
    fs::write(
        &fields,
        "Content-Type: text/html\nRobots-Tag: *;max-snippet=20\n",
    )
    .unwrap();
    fs::write(&page, "<meta name=examplebot content=noindex>").unwrap();
    let (fields, page) = (fields.to_str().unwrap(), page.to_str().unwrap());
    let reported = ends(
        &program(
            &[
                "eval",
                "--agent",
                "ExampleBot",
                "--headers",
                fields,
                "--html",
                page,
            ],
            b"",
        ),
        0,
    );
    insta::assert_snapshot!(reported.replace(folder.to_str().unwrap(), "FOLDER"));
    fs::write(fields, "no colon here\n").unwrap();
    let output = program(&["eval", "--headers", fields], b"");
    ends(&output, 1);
    assert!(said(&output).contains("line 1 has no colon: `no colon here`"));
    for (name, shown) in [("X Robots-Tag", "X Robots-Tag"), ("", ""), ("Ü", "Ü")] {
        let saved = format!("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n{name}: noindex\r\n\r\n<p>");
        let output = program(&["eval", "-"], saved.as_bytes());
        ends(&output, 1);
        let message = format!("line 4: `{shown}` is not a field name; write `Name: value`");
        assert!(said(&output).contains(&message), "{}", said(&output));
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_unreadable_input_does_not_stop_the_others() {
    let path = "fixtures/wild/nginx-add-header/response.http";
    let output = program(&["eval", "no-such-file", "Cargo.toml", path], b"");
    let reported = ends(&output, 1);
    assert!(
        reported.contains(path) && reported.contains("2 responses unreadable"),
        "{reported}"
    );
    insta::assert_snapshot!(said(&output));
}

#[test]
fn a_body_that_is_still_coded_is_reported_and_its_fields_are_read() {
    let response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: snappy\r\nX-Robots-Tag: noarchive\r\n\r\n\x1F\x8B\x08\0\0";
    let output = program(&["eval"], response);
    let reported = ends(&output, 1);
    assert!(
        reported.contains("noarchive ") && reported.contains("index    ?"),
        "{reported}"
    );
    assert!(
        said(&output).contains("still coded (the body has a coding that is not known: snappy)")
            && said(&output).contains("curl --compressed -i"),
        "{}",
        said(&output)
    );
}

/// Responses whose document is not read whole, the fault, and the fix.
const UNREAD: &[(&str, &str)] = &[
    (
        "Content-Length: 5000\r\n\r\n<html><meta name='robots' content='noin",
        "its document ends",
    ),
    ("Content-Length: 5000\r\n\r\n", "not with -I"),
    (
        "Content-Encoding: gzip\r\n\r\n\x1F\x08",
        "its body is still coded",
    ),
    (
        "Transfer-Encoding: chunked\r\n\r\n50\r\n<html>",
        "its document ends",
    ),
    ("X: y", "no empty line ends its header block"),
];

#[test]
fn a_document_that_is_not_read_whole_is_never_answered_with_yes() {
    for (rest, why) in UNREAD {
        let response = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{rest}");
        let output = program(&["eval"], response.as_bytes());
        let reported = ends(&output, 1);
        assert!(reported.contains("index    ?"), "{rest}: {reported}");
        assert!(said(&output).contains(why), "{rest}: {}", said(&output));
    }
}

#[test]
fn a_file_of_fields_may_be_a_whole_response() {
    let folder = std::env::temp_dir().join(format!("robots-policy-whole-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("saved.http");
    let page = "<meta name=robots content=noindex><p>";
    fs::write(
        &path,
        format!("HTTP/2 200\r\ncontent-type: text/html\r\n\r\n{page}"),
    )
    .unwrap();
    let path = path.to_str().unwrap();
    let reported = ends(&program(&["eval", "--headers", path], b""), 0);
    assert!(reported.contains("index    NO"), "{reported}");
    let html = folder.join("page.html");
    fs::write(&html, "<p>").unwrap();
    let reported = ends(
        &program(
            &["eval", "--headers", path, "--html", html.to_str().unwrap()],
            b"",
        ),
        0,
    );
    assert!(reported.contains("index    yes"), "{reported}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn responses_before_the_last_are_reported() {
    let saved =
        "HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 200\r\nx-robots-tag: noindex\r\n\r\n";
    let output = program(&["eval"], saved.as_bytes());
    let reported = ends(&output, 0);
    assert!(reported.contains("index    NO"), "{reported}");
    let said = said(&output);
    assert!(
        said.contains("-: skipped 1 other response before the last response"),
        "{said}"
    );
}

/// Two responses in one file; the byte at which the second begins, and the message about the first.
const TWO: &[(&str, &str, &str)] = &[
    (
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\n\r\n",
        "byte 66",
        "yes",
    ),
    // `curl -sI URL1 URL2`
    (
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 95\r\n\r\nHTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\n\r\n",
        "byte 64",
        "?",
    ),
    (
        "HTTP/2 200 \r\ncontent-type: text/html\r\n\r\nHTTP/2 200 \r\nx-robots-tag: noindex\r\n\r\n",
        "byte 40",
        "yes",
    ),
    (
        "HTTP/2 200 \r\ncontent-type: text/html\r\n\r\n<html><p></html>\nHTTP/2 200 \r\nx-robots-tag: noindex\r\n\r\n",
        "byte 57",
        "yes",
    ),
];

#[test]
fn a_second_response_in_a_file_is_reported() {
    for (saved, place, index) in TWO {
        let output = program(&["eval"], saved.as_bytes());
        let reported = ends(&output, 1);
        assert!(
            reported.contains(&format!("index    {index}")),
            "{saved}: {reported}"
        );
        let reported = said(&output);
        let message = format!(
            "-: a second response begins at {place}, and only the first was judged; save one response per file"
        );
        assert!(reported.contains(&message), "{saved}: {reported}");
    }
    // A page that quotes one.
    let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<pre>\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\n</pre></html>";
    let output = program(&["eval"], page.as_bytes());
    ends(&output, 0);
    assert_eq!(said(&output), "");
}

#[test]
fn no_color_and_a_dumb_terminal_turn_colours_off() {
    let folder = std::env::temp_dir().join(format!("robots-policy-tty-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let page = folder.join("page.http");
    fs::write(&page, "HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\n\r\n").unwrap();
    // `script` gives the program a terminal.
    let coloured = |setting: &str| {
        let program = env!("CARGO_BIN_EXE_robots-policy");
        let line = format!("env {setting} {program} eval {}", page.display());
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]);
        // These also turn colours on: a CI's log and two conventions of terminals.
        for name in ["NO_COLOR", "CI", "CLICOLOR", "CLICOLOR_FORCE"] {
            script.env_remove(name);
        }
        script.env("TERM", "xterm");
        let reported = script.stdin(Stdio::null()).output().unwrap().stdout;
        let reported = String::from_utf8(reported).unwrap();
        assert!(reported.contains("index"), "{reported}");
        reported.contains('\u{1b}')
    };
    assert!(coloured("TERM=xterm"));
    assert!(!coloured("NO_COLOR=1"));
    assert!(!coloured("TERM=dumb"));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn usage_errors_exit_with_two_and_help_with_none() {
    for args in [
        &["eval", "--format", "yaml"][..],
        &["eval", "--agent", "a b"],
        &["judge"],
        &[],
        &["eval", "--jsonl", "--html", "x"],
    ] {
        ends(&program(args, b""), 2);
    }
    insta::assert_snapshot!(ends(&program(&["eval", "--help"], b""), 0));
}

#[test]
fn all_three_sources_in_one_verdict() {
    let robots = "fixtures/wild/nginx-add-header/response.http";
    ends(
        &program(&["eval", "--robots", "no-such-file", robots], b""),
        1,
    );
    let folder = std::env::temp_dir().join(format!("robots-policy-three-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let robots = file(
        "robots.txt",
        "User-agent: ExampleBot\nDisallow: /private\nAllow: /private/open\n",
    );
    let fields = file("fields.txt", "Robots-Tag: *;max-snippet=20\n");
    let page = file("page.html", "<meta name=robots content=nofollow>");
    let ask = |url: &str| {
        let args = [
            "eval",
            "--agent",
            "ExampleBot",
            "--robots",
            &robots,
            "--url",
            url,
            "--headers",
            &fields,
            "--html",
            &page,
        ];
        let reported = ends(&program(&args, b""), 0);
        reported.replace(folder.to_str().unwrap(), "FOLDER")
    };
    insta::assert_snapshot!(
        [
            ask("/private/open/x"),
            ask("https://example.com/private/x"),
            ask("/")
        ]
        .join("\n")
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_matrix_of_agents_and_urls() {
    let robots = b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private # not for all\nAllow: /private/open\n";
    let args = [
        "matrix",
        "-",
        "--agent",
        "GPTBot",
        "--agent",
        "ExampleBot",
        "--agent",
        "*",
        "/",
        "/private/x",
        "https://example.com/private/open/y",
    ];
    let reported = ends(&program(&args, robots), 0);
    let colour = ends(
        &program(&[&args[..], &["--color", "always"]].concat(), robots),
        0,
    );
    insta::assert_snapshot!(format!("{reported}\n{}", colour.replace('\u{1b}', "ESC")));
    ends(
        &program(&["matrix", "no-such-file", "--agent", "a", "/"], b""),
        1,
    );
    ends(&program(&["matrix", "-", "--agent", "a", "x"], b""), 2);
    ends(&program(&["matrix", "-", "/"], b""), 2);
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_robots-policy"))
        .args(["eval", "--jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all("{}\n".repeat(10_000).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(said(&output), "");
}
