//! Colours on a terminal; the text itself is in the session `text`.

use std::fs;
use std::process::{Command, Stdio};

use crate::scanning::folder;

#[test]
fn no_color_and_a_dumb_terminal_turn_colours_off() {
    let page = folder("text-tty").join("page.http");
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
}
