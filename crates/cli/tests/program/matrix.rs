//! `matrix` in its three formats, with URLs from a file, and the faults of the file.

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_kit::output::{ends, said};
use serde_json::Value;

use crate::scanning::{fed, folder, run};

const ROBOTS: &str = "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisalow: /x\nDisallow: /private # not for all\nAllow: /private/open\n\nUser-agent-purpose: train\nDisallow: /p\n";

/// With a comment, an empty line, CRLF, a cell that needs quotes, a formula, and characters that a terminal acts on.
const URLS: &str = "\u{feff}# a list\n\n/\r\n  /private/a,b\n/=HYPERLINK(\"a://b\")\n/\u{1b}[31m\u{202e}\u{9b}\n/p\n";

fn files(test: &str) -> PathBuf {
    let folder = folder(test);
    for (name, text) in [
        ("robots.txt", ROBOTS),
        ("urls", URLS),
        ("wrong", "/a\n\nnope\n/b\n"),
        ("none", "# nothing\n"),
        ("missing", "HTTP/1.1 404 Not Found\r\n\r\n<p>"),
        ("failed", "HTTP/1.1 500 Failed\r\n\r\n<p>"),
        (
            "saved",
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nUser-agent: *\nDisalow: /x\n",
        ),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    folder
}

#[test]
fn three_formats_of_one_matrix() {
    let folder = files("matrix-formats");
    let line = "matrix robots.txt --agent GPTBot --agent ExampleBot-News,ExampleBot --urls urls";
    let text = run(&folder, line);
    assert_eq!(said(&text), "");
    insta::assert_snapshot!("matrix_text", ends(&text, 0));
    let csv = run(&folder, &format!("{line} --format csv"));
    insta::assert_snapshot!(
        "matrix_csv",
        format!(
            "{}\n{}",
            ends(&csv, 0)
                .escape_debug()
                .to_string()
                .replace("\\n", "\n"),
            said(&csv)
        )
    );
    let json = run(&folder, &format!("{line} --format json --purpose train"));
    assert_eq!(said(&json), "");
    let json = ends(&json, 0);
    assert!(json.ends_with("]}\n") && json.lines().count() == 1);
    // Characters that a terminal acts on are escaped.
    assert!(json.contains(r#""/\u001b[31m\u202e\u009b""#), "{json}");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["rows"].as_array().unwrap().len(), 10);
    insta::assert_snapshot!("matrix_json", serde_json::to_string_pretty(&json).unwrap());
}

const USES: &str = "User-agent: *\nContent-Signal: ai-train=no, search=yes\nContent-Usage: /open ai-use=y\nDisallow: /private\nLicense: https://example.com/l.xml\n\nUser-agent: ABot\nAllow: /\n";

/// Each use beside access: a path that may not be fetched has no preference of AIPREF, and the signals stay.
#[test]
fn uses_are_answered_beside_access() {
    let folder = folder("matrix-uses");
    fs::write(folder.join("robots.txt"), USES).unwrap();
    let line =
        "matrix robots.txt --agent ABot --agent B /open /private --use train,input --use train";
    let text = ends(&run(&folder, line), 0);
    assert_eq!(
        text.trim_start(),
        "\
ABot        train       input       B           train       input
/open     yes 8       -           -           yes         no  2       yes 3
/private  yes 8       -           -           no  4       no  2       ?   5
line 2  ai-train=no
line 3  ai-use=y
line 4  Disallow: /private
line 5  https://example.com/l.xml was not read
line 8  Allow: /

3 notices (-v shows them)
"
    );
    let csv = ends(&run(&folder, &format!("{line} --format csv")), 0);
    assert_eq!(
        csv,
        "\
url,agent,allowed,reason,group,rule,line,use_train,use_input
/open,ABot,true,allow-rule,abot,Allow: /,8,unstated,unstated
/open,B,true,no-match,*,,,disallow,allow
/private,ABot,true,allow-rule,abot,Allow: /,8,unstated,unstated
/private,B,false,disallow-rule,*,Disallow: /private,4,disallow,
"
    );
    let json = ends(&run(&folder, &format!("{line} --format json")), 0);
    let json: Value = serde_json::from_str(&json).unwrap();
    let uses = serde_json::json!({"train": "disallow", "input": "allow"});
    assert_eq!(json["rows"][1]["uses"], uses);
    let json = ends(
        &run(&folder, "matrix robots.txt --agent B / --format json"),
        0,
    );
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["rows"][0]["uses"], Value::Null);
    // A site that is down states nothing, and its paths are closed.
    fs::write(folder.join("down"), "HTTP/1.1 503 Busy\r\n\r\n").unwrap();
    let down = ends(&run(&folder, "matrix down --agent B / --use train"), 0);
    assert!(down.contains("\n/  no          -\n"), "{down}");
    let output = run(&folder, "matrix robots.txt --agent B / --use index");
    ends(&output, 2);
    assert!(said(&output).contains("write one of `train`, `train-other`, "));
}

#[test]
fn a_wrong_line_costs_no_other_its_answer() {
    let folder = files("matrix-lists");
    let line = "matrix robots.txt --agent A --format csv --urls";
    for (list, code, rows, message) in [
        (
            "wrong",
            1,
            2,
            "cannot read wrong:3: `nope` is neither an absolute URL nor a path that starts with `/`: it has no scheme such as `https://`\n",
        ),
        (
            "none",
            1,
            0,
            "cannot read none: it has no URL; write one a line, as `/` or `/a?b`\n",
        ),
        ("nowhere", 1, 0, "cannot read nowhere: No such file"),
    ] {
        let output = run(&folder, &format!("{line} {list}"));
        let reported = ends(&output, code);
        let found = reported
            .lines()
            .filter(|line| line.starts_with('/'))
            .count();
        assert_eq!(found, rows, "{list}: {reported}");
        assert!(said(&output).contains(message), "{list}: {}", said(&output));
    }
    let words = ["matrix", "robots.txt", "--agent", "A", "/1", "--urls", "-"];
    let reported = ends(&fed(&folder, words, b"/2"), 0);
    assert!(reported.contains("\n/1  yes\n/2  yes\n"), "{reported}");
    let twice = ["matrix", "-", "--agent", "A", "--urls", "-"];
    ends(&fed(&folder, twice, b"/2"), 2);
    ends(
        &fed(Path::new("."), ["matrix", "-", "--agent", "A"], b""),
        2,
    );
}

/// On standard output with a table and in an object; on standard error with CSV.
#[test]
fn a_person_sees_each_fault_once() {
    let folder = files("matrix-faults");
    let status = "the server answered 404, so everything is allowed";
    let failed = "the server answered 500, so nothing may be fetched until it answers otherwise";
    for (words, out, err) in [
        ("missing", status, ""),
        ("missing --format csv", "", status),
        (
            "missing --format json",
            r#""robots_status":404,"robots_cause":"absent""#,
            status,
        ),
        ("failed", failed, ""),
        (
            "failed --format json",
            r#""allowed":false,"reason":"unreachable""#,
            failed,
        ),
        // Lines of a table are those of robots.txt, not of the file.
        (
            "saved",
            "line 2  Disalow: /x\n\nwarning: saved (body):2:1: the key of `Disalow: /x` is misspelt",
            "",
        ),
        (
            "saved --format csv",
            "",
            "saved:2: the key of `Disalow: /x` is misspelt",
        ),
        ("saved --format json", r#""code":"misspelt-key""#, ""),
    ] {
        let output = run(&folder, &format!("matrix {words} --agent A /x"));
        let reported = ends(&output, 0);
        let said = said(&output);
        assert!(reported.contains(out), "{words}: {reported}");
        assert!(said.contains(err), "{words}: {said}");
        assert_eq!(said.is_empty(), err.is_empty(), "{words}: {said}");
        assert!(
            err.is_empty() || !reported.contains(err),
            "{words}: {reported}"
        );
    }
}
