//! The output of `curl -v` and `wget -S` as `eval` reads it. Whatever part of it or mixture is saved, a restriction is never lost:
//! it is read, or the file is refused.

use std::fs;
use std::io::Write as _;
use std::process::Command;

use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Server, Then, ok, redirect};
use serde_json::Value;

use crate::scanning::{fed, folder, run};

const PAGE: &str =
    "<!doctype html>\n<title>A page</title>\n<meta name=robots content=\"noindex\">\n<p>Text\n";

/// The output of `curl -v URL > FILE 2>&1` for a page without a stated length.
const CURL: &str = "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n                                 Dload  Upload   Total   Spent    Left  Speed\n\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0*   Trying 127.0.0.1:80...\n* Connected to a.example (127.0.0.1) port 80 (#0)\n> GET /page HTTP/1.1\r\n> Host: a.example\r\n> \r\n< HTTP/1.1 301 Moved\r\n< Location: /page\r\n< \r\n* Ignoring the response-body\n{ [3 bytes data]\n\r100     3  100     3    0     0    430      0 --:--:-- --:--:-- --:--:--   500\n* Connection #0 to host a.example left intact\n> GET /page HTTP/1.1\r\n> \r\n< HTTP/1.1 200 OK\r\n< Content-Type: text/html\r\nLENGTH< X-Robots-Tag: noarchive\r\n< \r\n{ [89 bytes data]\n\r100    89  100    89    0     0   1875      0 --:--:-- --:--:-- --:--:--  1875PAGE* Connection #0 to host a.example left intact\n";

/// The output of `wget -qS -O - URL > FILE 2>&1`.
const WGET: &str = "  HTTP/1.1 301 Moved\n  Location: /page\n  HTTP/1.1 200 OK\n  Content-Type: text/html\n  X-Robots-Tag: noarchive\nPAGE";

fn curl(length: &str) -> String {
    let length = length.replace("LENGTH", &PAGE.len().to_string());
    CURL.replace("LENGTH", &length).replace("PAGE", PAGE)
}

/// The answers of one run to these files, by their number; none for a file that is refused.
fn answers(test: &str, files: &[Vec<u8>]) -> Vec<Option<Value>> {
    let folder = folder(test);
    let mut words = vec![String::from("eval"), String::from("--format=json")];
    for (index, bytes) in files.iter().enumerate() {
        fs::write(folder.join(index.to_string()), bytes).unwrap();
        words.push(index.to_string());
    }
    // With two inputs or more each answer has the name of its own.
    words.push(String::from("0"));
    let output = fed(&folder, &words, b"");
    let mut answers = vec![None; files.len()];
    for line in str::from_utf8(&output.stdout).unwrap().lines() {
        let answer: Value = serde_json::from_str(line).unwrap();
        let index: usize = answer["id"].as_str().unwrap().parse().unwrap();
        answers[index] = Some(answer);
    }
    answers
}

/// How many of the files were answered with all restrictions; none may be answered with fewer.
fn restricted(test: &str, files: &[Vec<u8>]) -> usize {
    let mut whole = 0;
    for (index, answer) in answers(test, files).into_iter().enumerate() {
        let Some(answer) = answer else { continue };
        let shown = || String::from_utf8_lossy(&files[index]).into_owned();
        assert_ne!(answer["index"], true, "{}", shown());
        assert_ne!(answer["archive"], true, "{}", shown());
        whole += usize::from(answer["index"] == false && answer["archive"] == false);
    }
    whole
}

#[test]
fn no_prefix_and_no_mixture_loses_a_restriction() {
    let mut files = Vec::new();
    let curls = [curl(""), curl("< Content-Length: LENGTH\r\n")];
    let texts = curls.iter().cloned().chain([WGET.replace("PAGE", PAGE)]);
    for text in texts {
        let (page, meta) = (text.find("<!doc").unwrap(), text.find("\">\n<p>").unwrap());
        // Without a length nothing shows that a page is cut, as in the output of `curl -i`.
        let is_shown = |end: &usize| text.contains("Length") || !(page + 1..meta + 2).contains(end);
        let ends = (0..text.len()).filter(is_shown);
        files.extend(ends.map(|end| text.as_bytes()[..end].to_vec()));
    }
    let whole = restricted("marks-prefixes", &files);
    assert!(whole > 10, "{whole}");
    files.clear();
    let own = [
        "{ [1448 bytes data]\n",
        "* TLSv1.2 (IN), TLS header, Supplemental data (23):\n",
        "* Connection #0 to host a.example left intact\n",
        "\r100    89  100    89    0     0   1875      0 --:--:-- --:--:-- --:--:--  1875\n",
    ];
    for text in curls {
        let start = text.find("<!doctype").unwrap();
        for at in start..start + PAGE.len() {
            let (before, after) = text.split_at(at);
            files.extend(own.map(|own| format!("{before}{own}{after}").into_bytes()));
        }
    }
    let whole = restricted("marks-mixtures", &files);
    assert!(whole * 10 > files.len() * 9, "{whole} of {}", files.len());
}

/// The clients that this machine has.
#[cfg(unix)]
#[test]
fn files_of_real_clients_are_read() {
    let site = Server::start(|asked, stream| {
        let typed = "Content-Type: text/html\r\nX-Robots-Tag: noarchive\r\n";
        let answer = match asked.path.as_str() {
            "/moved" => redirect(302, "/page"),
            _ => ok(typed, PAGE),
        };
        let _ = stream.write_all(&answer);
        Then::Keep
    });
    let folder = folder("marks-clients");
    let mut read = 0;
    for (client, line) in [
        ("curl", "curl --disable -v URL"),
        ("curl", "curl --disable -sv URL"),
        ("curl", "curl --disable -siv URL"),
        ("curl", "curl --disable -vL URL/moved"),
        ("wget", "wget -qS -O - URL"),
        ("wget", "wget -qS -O - URL/moved"),
        ("wget", "wget -S -O - URL/moved"),
    ] {
        let line = line.replace("URL", site.url("/").trim_end_matches('/'));
        let shell = format!("command -v {client} > where || exit 9; {line} > saved 2>&1");
        let mut sh = Command::new("sh");
        for proxy in ["http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"] {
            sh.env_remove(proxy);
        }
        sh.env("LC_ALL", "C")
            .arg("-c")
            .arg(&shell)
            .current_dir(&folder);
        if sh.status().unwrap().code() == Some(9) {
            eprintln!("SKIPPED: {client} is not installed");
            continue;
        }
        let output = run(&folder, "eval --format json saved");
        let text = fs::read_to_string(folder.join("saved")).unwrap();
        let answer: Value = serde_json::from_str(&ends(&output, 0)).unwrap_or_default();
        assert_eq!(
            (&answer["index"], &answer["archive"]),
            (&false.into(), &false.into()),
            "{line}: {text}"
        );
        let name = if client == "curl" {
            "curl -v"
        } else {
            "wget -S"
        };
        assert!(
            said(&output).contains(&format!(
                "saved: it is the output of `{name}`, whose marks were undone"
            )),
            "{}",
            said(&output)
        );
        read += 1;
    }
    eprintln!("{read} outputs were read");
}
