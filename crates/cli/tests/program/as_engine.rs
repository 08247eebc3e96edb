//! `eval --as`: the reading of engines, as text, as records, and in batches.

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_kit::output::{ends, said};
use serde_json::{Value, json};

use crate::scanning::{command, fed, folder, run};

/// A file of the folder of inputs.
const FILES: &[(&str, &str)] = &[
    (
        "kept.html",
        "<!doctype html>\n<title>A page</title>\n<meta name=robots content=\"nosnippet, noarchive\">\n",
    ),
    (
        "both.html",
        "<!doctype html>\n<title>A page</title>\n<meta name=robots content=\"index, noindex\">\n",
    ),
    (
        "body.html",
        "<!doctype html>\n<title>A page</title>\n<meta name=msnbot content=nocache>\n<body>\n<p>Text\n<meta name=robots content=noindex>\n",
    ),
    (
        "field.http",
        "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nX-Robots-Tag: noindex\r\n\r\n%PDF",
    ),
    ("open.txt", "User-agent: *\nDisallow: /cart\n"),
    (
        "msnbot.txt",
        "User-agent: msnbot\nDisallow: /\n\nUser-agent: *\nCrawl-delay: 10\n",
    ),
    ("closed.txt", "User-agent: *\nDisallow: /\n"),
];

fn inputs(name: &str) -> PathBuf {
    let place = folder(name);
    for (file, text) in FILES {
        fs::write(place.join(file), text).unwrap();
    }
    place
}

/// Standard output of a run on a terminal of this width, or in a pipe, after its command line.
fn printed(place: &Path, words: &str, columns: Option<usize>) -> String {
    let mut command = command(place, words);
    command.env_remove("COLUMNS");
    command.envs(columns.map(|columns| ("COLUMNS", columns.to_string())));
    format!("$ {words}\n{}", ends(&command.output().unwrap(), 0))
}

#[test]
fn one_engine_in_full() {
    let place = inputs("as-one");
    let all = [
        "eval kept.html --robots open.txt --as googlebot",
        "eval kept.html --as bingbot",
        "eval both.html --as yandexbot",
        "eval both.html --robots msnbot.txt --as bingbot",
        "eval field.http --as seznambot",
        "eval body.html --as googlebot",
        "eval both.html --robots closed.txt --as chatgpt-user",
        "eval both.html --robots closed.txt --as google-extended",
        "eval --robots-status 503 --as googlebot",
        "eval --robots-status 503 --robots-hours 48 --as googlebot",
        "eval --robots-status 503 --robots-hours 48 --robots-cached closed.txt --as googlebot",
        "eval --robots-status 503 --robots-hours 800 --robots-cached closed.txt --as googlebot",
        "eval --robots-status 503 --robots-hours 800 --site-up true --as googlebot",
        "eval --robots-status 503 --robots-hours 800 --robots-cached closed.txt",
    ];
    let all = all.map(|words| printed(&place, words, None));
    insta::assert_snapshot!(all.join("\n=====\n"));
}

#[test]
fn several_engines_as_a_table() {
    let place = inputs("as-several");
    let engines = "--as googlebot,bingbot,yandexbot,seznambot,amazonbot,google-extended";
    let all = [
        printed(&place, &format!("eval kept.html {engines}"), None),
        printed(
            &place,
            &format!("eval body.html field.http --robots msnbot.txt {engines}"),
            None,
        ),
        printed(
            &place,
            &format!("eval kept.html --robots open.txt {engines}"),
            Some(60),
        ),
        printed(&place, "eval both.html kept.html --as yandexbot", None),
        printed(
            &place,
            "eval both.html -v --as yandexbot,seznambot",
            Some(60),
        ),
    ];
    insta::assert_snapshot!(all.join("\n=====\n"));
}

#[test]
fn lines_fit_the_terminal() {
    let place = inputs("as-fit");
    for (file, robots) in [
        ("kept.html", "open.txt"),
        ("body.html", "msnbot.txt"),
        ("field.http", "closed.txt"),
    ] {
        for engines in ["all", "googlebot", "bingbot", "yandexbot", "all -v"] {
            for columns in [33, 60, 80, 200] {
                let words = format!("eval {file} --robots {robots} --as {engines}");
                let printed = printed(&place, &words, Some(columns));
                // Marked lines are those of every verdict.
                let lines = printed.lines().skip(1).filter(|line| !line.contains('^'));
                let wide: Vec<&str> = lines
                    .filter(|line| line.chars().count() > columns)
                    .collect();
                assert!(wide.is_empty(), "{words} in {columns}: {wide:#?}");
            }
        }
    }
}

fn records(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The records of a run over these lines, and its exit status.
fn answered(words: &[&str], lines: &[Value], status: i32) -> Vec<Value> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let words = [&["eval", "--jsonl"], words].concat();
    records(&ends(&fed(Path::new("."), words, input.as_bytes()), status))
}

/// One reading serves all engines of a run, and each has the record of a run of its own.
#[test]
fn r_482_each_engine_has_its_record() {
    let place = inputs("as-records");
    let line = "eval body.html --robots msnbot.txt --now 2026-11-20T00:00:00Z --format json --as";
    let all = records(&ends(&run(&place, &format!("{line} all")), 0));
    assert!(all.len() >= 49, "{}", all.len());
    for record in &all {
        let name = record["as"]["profile"].as_str().unwrap();
        let alone = records(&ends(&run(&place, &format!("{line} {name}")), 0));
        // A reader that knows fewer names reports fewer of them, and without a body nothing in it is doubtful.
        let without = |record: &Value| {
            let mut record = record.clone();
            record.as_object_mut().unwrap().remove("diagnostics");
            let marks = record["as"]["marks"].as_array_mut().unwrap();
            marks.retain(|mark| !mark.as_str().unwrap().ends_with(": metas in the body"));
            record
        };
        assert_eq!(without(&alone[0]), without(record), "{name}");
    }
    let html = FILES
        .iter()
        .find(|(name, _)| *name == "body.html")
        .unwrap()
        .1;
    let robots = FILES
        .iter()
        .find(|(name, _)| *name == "msnbot.txt")
        .unwrap()
        .1;
    let asked = json!({"id": null, "as": "BingBot", "html": html, "robots_txt": robots, "now": "2026-11-20T00:00:00Z"});
    let bing = records(&ends(&run(&place, &format!("{line} bingbot")), 0));
    let batch = &answered(&[], &[asked], 0)[0];
    for key in [
        "as",
        "general",
        "access",
        "index",
        "crawl_delay",
        "directives",
    ] {
        assert_eq!(batch[key], bing[0][key], "{key}");
    }
}

/// For how long robots.txt has failed, whether there is a copy, whether the site answers; and whether each engine fetches.
#[test]
fn r_420_the_time_of_a_failure_decides() {
    let robots = "User-agent: *\nDisallow: /a\n";
    let copy = json!({"robots_cached": robots});
    for (engine, status, hours, more, allowed) in [
        (Some("googlebot"), 503, json!(null), json!({}), json!(false)),
        (Some("googlebot"), 503, json!(1), json!({}), json!(false)),
        (Some("googlebot"), 0, json!(11.99), json!({}), json!(false)),
        (Some("googlebot"), 429, json!(12), json!({}), json!(true)),
        (Some("googlebot"), 503, json!(48), json!({}), json!(true)),
        (
            Some("googlebot"),
            503,
            json!(48),
            copy.clone(),
            json!(false),
        ),
        (
            Some("googlebot"),
            503,
            json!(800),
            copy.clone(),
            json!(null),
        ),
        (
            Some("googlebot"),
            503,
            json!(800),
            json!({"site_up": true}),
            json!(true),
        ),
        (
            Some("googlebot"),
            503,
            json!(800),
            json!({"site_up": false}),
            json!(false),
        ),
        (
            Some("googlebot"),
            503,
            json!(1e300),
            json!({"site_up": true}),
            json!(true),
        ),
        (Some("googlebot"), 302, json!(0.5), json!({}), json!(true)),
        (Some("yandexbot"), 503, json!(1), copy.clone(), json!(true)),
        (
            Some("amazonbot"),
            503,
            json!(48),
            copy.clone(),
            json!(false),
        ),
        (
            Some("amazonbot"),
            503,
            json!(800),
            copy.clone(),
            json!(true),
        ),
        (None, 503, json!(800), json!({}), json!(false)),
        (None, 503, json!(800), copy.clone(), json!(false)),
        (
            None,
            503,
            json!(800),
            json!({"robots_cached": "User-agent: x"}),
            json!(true),
        ),
        (None, 404, json!(1), copy, json!(true)),
    ] {
        let mut record =
            json!({"as": engine, "url": "/a", "robots_status": status, "robots_hours": hours});
        let keys = record.as_object_mut().unwrap();
        keys.extend(more.as_object().unwrap().clone());
        let record = json!(keys);
        let answer = &answered(&[], std::slice::from_ref(&record), 0)[0];
        assert_eq!(answer["access"]["allowed"], allowed, "{record}");
        assert_eq!(access_by_options(&record), answer["access"], "{record}");
    }
}

/// The access of a run whose options say the same as a record.
fn access_by_options(record: &Value) -> Value {
    let place = inputs("as-time");
    let copy = record["robots_cached"].as_str();
    fs::write(place.join("copy.txt"), copy.unwrap_or("")).unwrap();
    let option = |name: &str, key: &str| {
        let value = &record[key];
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        (!value.is_null()).then(|| format!("--{name}={text}"))
    };
    let options = [
        option("as", "as"),
        option("robots-status", "robots_status"),
        option("robots-hours", "robots_hours"),
        copy.map(|_| String::from("--robots-cached=copy.txt")),
        option("site-up", "site_up"),
    ];
    let options: Vec<String> = options.into_iter().flatten().collect();
    let line = format!("eval --url /a --format json {}", options.join(" "));
    records(&ends(&run(&place, &line), 0))[0]["access"].clone()
}

/// The engine of the command line is that of records without an asker.
#[test]
fn r_480_a_record_overrides_the_engine() {
    let lines = [
        json!({}),
        json!({"as": null, "agent": null}),
        json!({"as": "bingbot"}),
        json!({"agent": "ExampleBot"}),
        json!({"agent": "*"}),
        json!({"obeys_global": false}),
        json!({"options": {"http_equiv": true}}),
    ];
    let asker = |record: &Value| (record["as"]["profile"].clone(), record["agent"][0].clone());
    let client = |name: &str| (Value::Null, json!(name));
    let engine = |name: &str| (json!(name), json!(name));
    let answers = answered(&["--as", "googlebot"], &lines, 0);
    let askers: Vec<_> = answers.iter().map(asker).collect();
    assert_eq!(
        askers,
        [
            engine("googlebot"),
            engine("googlebot"),
            engine("bingbot"),
            client("examplebot"),
            client("*"),
            client("*"),
            engine("googlebot"),
        ]
    );
    let answers = answered(&["--agent", "ExampleBot"], &lines[..3], 0);
    let askers: Vec<_> = answers.iter().map(asker).collect();
    let own = client("examplebot");
    assert_eq!(askers, [own.clone(), own, engine("bingbot")]);
    // The past of the command line belongs to records, too.
    let words = "--as googlebot --robots-status 503 --robots-hours 48";
    let words: Vec<&str> = words.split(' ').collect();
    let times = [
        json!({}),
        json!({"robots_hours": 1}),
        json!({"now": "2001-01-01T00:00:00Z"}),
    ];
    let answers = answered(&words, &times, 0);
    let allowed: Vec<_> = answers
        .iter()
        .map(|record| &record["access"]["allowed"])
        .collect();
    assert_eq!(allowed, [true, false, true]);
}

#[test]
fn faults_of_records() {
    let lines = [
        json!({"as": "googlebot", "agent": "ExampleBot"}),
        json!({"as": "googlebot", "page_agent": "ExampleBot"}),
        json!({"as": "googlebot", "obeys_global": true}),
        json!({"as": "googlebot", "purposes": []}),
        json!({"as": "googlebot", "signature_agent": "a.example"}),
        json!({"as": "googlebot", "policy_tokens": []}),
        json!({"as": "gogglebot"}),
        json!({"as": "search"}),
        json!({"as": "googlebot,bingbot"}),
        json!({"as": ""}),
        json!({"as": "x".repeat(5000)}),
        json!({"as": ["googlebot"]}),
        json!({"robots_hours": 1}),
        json!({"robots_hours": -1, "robots_status": 503}),
        json!({"robots_hours": -0.5, "robots_status": 503}),
        json!({"robots_hours": "1", "robots_status": 503}),
        json!({"robots_cached": "", "robots_cached_base64": ""}),
        json!({"robots_cached_base64": "!"}),
        json!({"site_up": "yes"}),
    ];
    let answers = answered(&[], &lines, 1);
    let errors = answers.iter().map(|answer| {
        let error = &answer["error"];
        let text = |key: &str| error[key].as_str().unwrap().to_owned();
        format!("{}: {}", text("code"), text("message"))
    });
    insta::assert_snapshot!(errors.collect::<Vec<_>>().join("\n"));
}

/// Without the option, the field is as the general reading has it.
#[test]
fn disputed_behaviours_are_off_by_default() {
    let place = inputs("as-disputed");
    let record = json!({"headers": [["X-Robots-Tag", "max-snippet: 20, noindex"]]}).to_string();
    for (more, index) in [("", false), (" --disputed", true)] {
        let words = format!("eval --jsonl --as yandexbot{more}");
        let output = fed(&place, words.split(' '), record.as_bytes());
        let answer: Value = serde_json::from_str(&ends(&output, 0)).unwrap();
        assert_eq!(
            (&answer["index"], &answer["general"]["index"]),
            (&json!(index), &json!(false))
        );
        let marks = answer["as"]["marks"].to_string();
        assert_eq!(marks.contains("closed-line"), index, "{marks}");
        assert!(marks.contains("disputed"), "{marks}");
    }
}

#[test]
fn usage_errors() {
    let place = inputs("as-usage");
    let all = [
        "eval kept.html --as googlebot --agent ExampleBot",
        "eval kept.html --as googlebot --own-name-only",
        "eval kept.html --own-name-only --as googlebot --purpose train",
        "eval kept.html --disputed",
        "eval kept.html --disputed --policy-token Other",
        "eval kept.html --disputed --as-case case",
        "eval kept.html --as gogglebot",
        "eval kept.html --as googlebot,",
        "eval kept.html --as googlebot --format header",
        "eval kept.html --as googlebot --as-case case",
        "eval kept.html --robots-hours 3",
        "eval kept.html --robots-hours=-1 --robots-status 503",
        "eval kept.html --site-up maybe",
        "eval --jsonl --as googlebot,bingbot",
        "check http://127.0.0.1:9/ --as googlebot --agent ExampleBot",
        "check http://127.0.0.1:9/ --as googlebot --format header",
    ]
    .map(|words| {
        let output = run(&place, words);
        ends(&output, 2);
        let said = said(&output);
        let (error, _) = said.split_once("\n\nUsage").unwrap_or((&said, ""));
        let (error, _) = error.split_once("\n\nFor more").unwrap_or((error, ""));
        format!("$ {words}\n{}", error.trim_end())
    });
    insta::assert_snapshot!(all.join("\n"));
}
