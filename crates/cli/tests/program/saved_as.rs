//! The output of `curl -v` and `wget -S` as `eval` reads it. Whatever part of it or mixture is saved, a restriction is never lost:
//! it is read, or the file is refused.

use std::fs;

use serde_json::Value;

use crate::scanning::{fed, folder};

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
