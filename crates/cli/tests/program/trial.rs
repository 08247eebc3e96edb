//! `trial` under clients that obey, that obey nothing, that read nothing, and that do not end.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::scanning::folder;
use robots_policy_kit::output::{ends, said};
use serde_json::Value;

/// Runs the command in a folder with these options, and this client after `--`.
fn trial(folder: &Path, options: &str, client: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.arg("trial").args(options.split_whitespace());
    if !client.is_empty() {
        command.arg("--").args(client);
    }
    command.current_dir(folder).output().unwrap()
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_robots-policy");

/// Our own client.
const CHECK: &[&str] = &[
    PROGRAM,
    "check",
    "--no-cache",
    "--allow-private",
    "--agent",
    "{agent}",
    "--contact",
    "https://example.org/bot",
    "{urls}",
];

/// The client below: this program of tests, of which it runs one.
fn disobedient() -> Vec<String> {
    let own = std::env::current_exe().unwrap();
    let own = own.to_str().unwrap().to_owned();
    let name = "trial::a_client_that_obeys_nothing";
    [&own, "--exact", "--nocapture", name, "{url}"]
        .map(str::to_owned)
        .to_vec()
}

/// Not a test in a run of tests: it reads the page that `trial` names, and prints it.
#[test]
fn a_client_that_obeys_nothing() {
    if let Ok(url) = std::env::var("ROBOTS_POLICY_TRIAL_URL") {
        println!("{}", read(&url));
    }
}

fn read(url: &str) -> String {
    let (host, path) = url
        .strip_prefix("http://")
        .unwrap()
        .split_once('/')
        .unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: Rude/1\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The outcomes of a file that `--write` wrote.
fn outcomes(file: &Path) -> BTreeMap<String, String> {
    let result: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(result["day"], "2026-11-27");
    serde_json::from_value(result["outcomes"].clone()).unwrap()
}

#[test]
fn an_obedient_client_has_no_fault_and_a_second_run_says_so_too() {
    let folder = folder("trial-check");
    let options = "--case */status/* --case */group/* --case */rule/* --case */control/* --level rfc --jobs 4 --day 2026-11-27 --write";
    let output = trial(&folder, &format!("{options} one.json"), CHECK);
    let text = ends(&output, 0);
    assert!(
        text.contains("\nfail-open: 0 READ closed, 0 untold\n"),
        "{text}"
    );
    assert!(text.contains("ok           client/status/503               RFC 9309 §2.3.1.4\n"));
    assert!(
        text.lines()
            .all(|line| line.chars().count() <= 80 || line.starts_with('/')),
        "{text}"
    );
    ends(&trial(&folder, &format!("{options} two.json"), CHECK), 0);
    let one = outcomes(&folder.join("one.json"));
    assert_eq!(one, outcomes(&folder.join("two.json")));
    assert_eq!(one["client/group/own"], "ok");
    assert_eq!(one["client/control/link"], "not-tested");
}

#[test]
fn a_client_that_obeys_nothing_has_every_fault() {
    let folder = folder("trial-rude");
    let client = disobedient();
    let client: Vec<&str> = client.iter().map(String::as_str).collect();
    let output = trial(&folder, "--json --agent Rude --timeout 60", &client);
    let lines = ends(&output, 1);
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let lines: Vec<Value> = lines.collect();
    assert!(lines.len() >= 60);
    for line in &lines {
        let id = line["id"].as_str().unwrap();
        let [_, kind, _] = id.split('/').collect::<Vec<_>>().try_into().unwrap();
        // All robots.txt are about its only page in these.
        let is_closed = ["network", "limit", "coding"].contains(&kind) || id.contains("/status/50");
        if is_closed {
            assert_eq!(line["outcome"], "read-closed", "{line}");
        }
        assert_eq!(
            line["requests"][0]["at"].as_str().map(|at| &at[..2]),
            Some("a/"),
            "{line}"
        );
        assert_eq!(line["requests"][0]["user_agent"], "Rude/1", "{line}");
        assert!(!line["clauses"].as_array().unwrap().is_empty());
    }
    let outcome = |id: &str| {
        let line = lines.iter().find(|line| line["id"] == id).unwrap();
        line["outcome"].as_str().unwrap()
    };
    assert_eq!(outcome("client/control/absent"), "ok");
    assert_eq!(outcome("client/control/text"), "ok");
    assert_eq!(outcome("client/control/two"), "not-tested");
    assert_eq!(outcome("client/order/robots-first"), "read-closed");
    assert_eq!(outcome("client/untold/tdm-file"), "untold");
    // The output has the whole answer with its field.
    assert_eq!(outcome("client/untold/tdm-field"), "ok");
    assert_eq!(outcome("client/link/closed"), "not-tested");
}

#[test]
fn a_client_that_reads_nothing_is_not_tested() {
    let output = trial(&folder("trial-none"), "--jobs 8", &["true", "{url}"]);
    let text = ends(&output, 3);
    assert!(
        text.contains("112 scored cases: 0 ok, 112 not tested, 0 time-out\n"),
        "{text}"
    );
}

/// Whoever mistypes a command reads why nothing was tested, and not only that.
#[test]
fn the_end_of_a_client_that_tests_nothing_is_said() {
    let folder = folder("trial-failed");
    let failing = [
        "sh",
        "-c",
        "echo first >&2; echo 'no module scrapy' >&2; exit 7; : {url}",
    ];
    for (client, options, expected) in [
        (
            failing.as_slice(),
            "--jobs 8",
            "it ended with exit status: 7: no module scrapy",
        ),
        (
            &["sh", "-c", "sleep 60; : {url}"],
            "--jobs 200 --timeout 1",
            "it was ended after 1 s",
        ),
    ] {
        let output = trial(&folder, options, client);
        ends(&output, 3);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains(expected) && said.contains("client/control/"),
            "{said}"
        );
    }
}

#[test]
fn a_client_that_does_not_end_is_ended_with_its_children() {
    let folder = folder("trial-endless");
    let script = "sleep 600 & echo $! > child; wait; : {url}";
    let options = "--timeout 1 --jobs 99 --case */control/absent";
    ends(&trial(&folder, options, &["sh", "-c", script]), 3);
    let child = fs::read_to_string(folder.join("child")).unwrap();
    let state = fs::read_to_string(format!("/proc/{}/stat", child.trim()));
    // It is not there, or no process has taken its end yet.
    assert!(state.is_err() || state.unwrap().contains(") Z "), "{child}");
}

#[test]
fn ctrl_c_ends_the_client_too() {
    let folder = folder("trial-interrupted");
    let script = "echo $$ > child; exec sleep 600; : {url}";
    let mut trial = Command::new(PROGRAM)
        .args([
            "trial",
            "--timeout",
            "60",
            "--jobs",
            "1",
            "--",
            "sh",
            "-c",
            script,
        ])
        .current_dir(&folder)
        .spawn()
        .unwrap();
    let child = loop {
        match fs::read_to_string(folder.join("child")) {
            Ok(text) if text.ends_with('\n') => break text,
            _ => std::thread::yield_now(),
        }
    };
    let end = Command::new("kill")
        .args(["-INT", &trial.id().to_string()])
        .status();
    assert!(end.unwrap().success());
    assert_eq!(trial.wait().unwrap().code(), Some(130));
    assert!(!Path::new("/proc").join(child.trim()).exists(), "{child}");
}

#[test]
fn a_folder_of_clients_is_tried_and_a_client_that_is_absent_is_named() {
    let folder = folder("trial-clients");
    let client = |name: &str, version: &str| {
        let place = folder.join("clients").join(name);
        fs::create_dir_all(&place).unwrap();
        let json = format!(
            r#"{{"name":"{name}","kind":"fetch","install":"apt-get install {name}","version":[{version}],"agent":"Own","run":["sh","{{dir}}/run","{{url}}"]}}"#
        );
        fs::write(place.join("client.json"), json).unwrap();
        fs::write(place.join("run"), "exit 0\n").unwrap();
    };
    client("first", r#""echo","first v1.2""#);
    client("second", r#""{installed}/second""#);
    fs::create_dir(folder.join("results")).unwrap();
    let options =
        "--clients clients --installed bin --case */status/503 --day 2026-11-27 --write results";
    let output = trial(&folder, options, &[]);
    let text = ends(&output, 3);
    assert!(
        text.starts_with("first v1.2\nnot tested   client/status/503 "),
        "{text}"
    );
    let error = said(&output);
    assert!(
        error.contains("2 of 2: second: not installed; apt-get install second\n"),
        "{error}"
    );
    assert_eq!(
        outcomes(&folder.join("results/first.json"))["client/status/503"],
        "not-tested"
    );
    assert!(!folder.join("results/second.json").exists());
    let one = trial(&folder, &format!("{options} --client first"), &[]);
    assert!(!said(&one).contains("second"), "{}", said(&one));
    let unknown = trial(&folder, "--clients clients --client third", &[]);
    assert!(
        said(&unknown).contains("it has first, second"),
        "{}",
        said(&unknown)
    );
}

#[test]
fn sites_are_served_to_clients_that_run_elsewhere() {
    let mut served = Command::new(PROGRAM)
        .args(["trial", "--serve", "--case", "*/status/503"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(served.stdout.take().unwrap());
    let mut addresses = BTreeMap::new();
    // The case and all controls, of which one has two pages.
    while addresses.len() < 8 {
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let (id, url) = line.trim().split_once(' ').unwrap();
        addresses.insert(id.to_owned(), url.trim().to_owned());
    }
    for id in ["client/control/absent", "client/status/503"] {
        read(&addresses[id]);
    }
    let end = Command::new("kill")
        .args(["-INT", &served.id().to_string()])
        .status();
    assert!(end.unwrap().success());
    let mut text = String::new();
    out.read_to_string(&mut text).unwrap();
    assert_eq!(served.wait().unwrap().code(), Some(1), "{text}");
    assert!(text.contains("READ closed  client/status/503 "), "{text}");
    assert!(!text.contains("client/control/"), "{text}");
}

#[test]
fn the_clients_of_the_project_are_described() {
    let clients = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/clients");
    let output = trial(&clients, "--clients . --client none", &[]);
    let said = said(&output);
    let (_, names) = said
        .split_once("it has ")
        .unwrap_or_else(|| panic!("{said}"));
    let folders = fs::read_dir(&clients)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().is_dir());
    assert_eq!(names.split(", ").count(), folders.count(), "{said}");
    assert!(names.contains("robots-policy-check"), "{said}");
}
