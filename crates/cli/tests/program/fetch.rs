//! `check` and its limits, connections and former runs, against real servers on loopback.

use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use robots_policy_kit::server::{Server, Then, answer, ok, redirect};

const PAGE: &str = "Content-Type: text/html\r\n";

/// A site with this robots.txt.
fn site(robots: &'static str) -> Server {
    Server::start(move |asked, stream| {
        let bytes = match asked.path.as_str() {
            "/robots.txt" => ok("Content-Type: text/plain\r\n", robots),
            "/moved" => redirect(302, "/"),
            "/long" => ok(PAGE, "<title>long</title>".repeat(1000)),
            _ => ok(PAGE, "<title>page</title><p>text"),
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    })
}

fn check(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
    command
        .arg("check")
        .args(args)
        .args(["--agent", "ExampleBot", "--timeout", "5"]);
    command.env("XDG_CACHE_HOME", "/nowhere").output().unwrap()
}

/// Both outputs of a run that ends with this status.
#[track_caller]
fn ends(run: &Output, code: i32) -> String {
    robots_policy_kit::output::ends(run, code) + &robots_policy_kit::output::said(run)
}

/// Runs without a cache; returns the exit code and the output.
#[track_caller]
fn without_cache(args: &[&str], code: i32) -> String {
    ends(&check(&[args, &["--no-cache"]].concat()), code)
}

struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!(
            "robots-policy-check-{}-{number}",
            std::process::id()
        ));
        let _ = fs::remove_dir_all(&folder);
        Folder(folder)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn one_host_is_asked_for_its_robots_txt_once_and_over_one_connection() {
    let site = site("User-agent: *\nAllow: /\n");
    let urls: Vec<String> = (0..3).map(|n| site.url(&format!("/{n}?q"))).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    without_cache(&urls, 0);
    assert_eq!(
        site.paths(),
        [
            "/robots.txt",
            "/0?q",
            "/.well-known/tdmrep.json",
            "/1?q",
            "/2?q"
        ]
    );
    assert!(
        site.asked()
            .iter()
            .all(|asked| asked.field("user-agent") == Some("ExampleBot"))
    );
}

#[test]
fn limits_of_the_command_line_hold() {
    let site = site("");
    without_cache(&[&site.url("/moved"), "--redirects", "0"], 3);
    let reported = without_cache(&[&site.url("/long"), "--max-body", "10"], 3);
    assert!(reported.contains("larger than 10 bytes"), "{reported}");
}

#[test]
fn r_65_the_last_good_copy_serves_while_the_server_fails() {
    let site = Server::start({
        let count = AtomicUsize::new(0);
        move |_, stream| {
            let bytes = match count.fetch_add(1, Ordering::SeqCst) {
                0 => ok(
                    "Cache-Control: no-cache\r\n",
                    "User-agent: *\nDisallow: /private\n",
                ),
                _ => answer("503 Later", "", ""),
            };
            stream.write_all(&bytes).unwrap();
            Then::Keep
        }
    });
    let folder = Folder::new();
    for _ in 0..3 {
        let reported = ends(
            &check(&[&site.url("/private"), "--cache", folder.name()]),
            1,
        );
        assert!(reported.contains("Disallow: /private"), "{reported}");
    }
    assert_eq!(site.paths().len(), 3);
}

#[test]
fn a_cache_that_cannot_be_kept_ends_no_run() {
    let site = site("");
    let folder = Folder::new();
    fs::create_dir_all(&folder.0).unwrap();
    fs::write(
        folder.0.join("robots.redb"),
        "this is not a store, but another file",
    )
    .unwrap();
    let reported = ends(&check(&[&site.url("/"), "--cache", folder.name()]), 0);
    assert!(
        reported.contains("was damaged") && reported.contains("robots.redb.damaged"),
        "{reported}"
    );
    let file = folder.0.join("robots.redb");
    let reported = ends(
        &check(&[&site.url("/"), "--cache", file.to_str().unwrap()]),
        0,
    );
    assert!(reported.contains("cannot keep a cache in"), "{reported}");
}
