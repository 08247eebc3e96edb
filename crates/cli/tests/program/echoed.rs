//! Usage errors show nothing of the command line that a terminal obeys, and no secrets.

use std::process::{Command, Output};

use robots_policy_kit::output::said;

fn run(args: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
    program.args(args).output().unwrap()
}

#[test]
fn what_a_terminal_obeys_is_escaped() {
    for hidden in [
        "\u{9b}31m",
        "\u{202e}",
        "\r",
        "\u{1b}[31m",
        "\u{200b}",
        "\n",
    ] {
        let word = format!("a{hidden}b");
        let url = format!("http://a{hidden}b c.invalid/");
        let option = format!("--a{hidden}b");
        let rows: [&[&str]; 8] = [
            &[&word],
            &[&option],
            &["check", &url],
            &["check", &option, "https://example.com/"],
            &["check", "--format", &word, "https://example.com/"],
            &["check", "--agent", &word, "https://example.com/"],
            &["check", "--header", &word, "https://example.com/"],
            &["matrix", "--format", "json", &option],
        ];
        for row in rows {
            let run = run(row);
            let message = said(&run);
            assert_eq!(run.status.code(), Some(2), "{row:?}: {message}");
            assert!(
                !message.contains(&word) && !message.contains(&option),
                "{message:?}"
            );
            let is_open = |c: char| hidden.contains(c) && c != '\n' && !c.is_ascii_graphic();
            assert!(!message.contains(is_open), "{row:?}: {message:?}");
        }
    }
}

#[test]
fn secrets_are_not_shown() {
    let page = "https://example.com/";
    let rows: &[&[&str]] = &[
        &["check", "-H", "Authorization Bearer SECRET", page],
        &["check", "-H", "SECRET", page],
        &["check", "-H", "Authorization: SECRET\u{1}", page],
        &["check", "-H", "Aut horization: SECRET", page],
        &["check", "-HHost: SECRET", page],
        &["check", "https://SECRET:SECRET@example.com/"],
        &["check", "https://SECRET@example.com/"],
        &["check", "https://name:SE/CRET@example.com/"],
        &["check", "https://name:SECRET@[bad/"],
        &["check", "ftp://name:SECRET@example.com/"],
        &["check", "name:SECRET@example.com"],
        &["https://name:SECRET@example.com/"],
        &[
            "check",
            "--format",
            "https://name:SECRET@example.com/",
            page,
        ],
        &["scan", "https://name:SECRET@[bad/", "-o", "never"],
        &["scan", "https://name:SECRET@example.com/a", "-o", "never"],
        &[
            "scan",
            "--list",
            "a",
            "--base-url",
            "https://name:SECRET@example.com/",
            "-o",
            "never",
        ],
        &["matrix", "robots.txt", "https://name:SECRET@[bad/"],
        &[
            "robots-store",
            "show",
            "a.redb",
            "https://name:SECRET@example.com/",
        ],
    ];
    for row in rows {
        let run = run(row);
        let message = said(&run);
        assert_ne!(run.status.code(), Some(0), "{row:?}");
        for secret in ["SECRET", "SE/CRET", "CRET"] {
            assert!(!message.contains(secret), "{row:?}: {message}");
        }
    }
    // All else is shown.
    assert!(said(&run(&["check", "ftp://example.com/@a"])).contains("ftp://example.com/@a"));
    let named = said(&run(&["check", "-H", "Host: SECRET", page]));
    assert!(named.contains("Host"), "{named}");
}
