//! `lint --server`: places in configurations of every kind, and what is not known does not count as an answer. The session `lint_server`
//! has what people see.

use std::fs;
use std::path::Path;

use robots_policy_kit::output::{ends, said};
use serde_json::Value;

use crate::scanning::{folder, run};

/// A configuration of each kind that sends `noindex, index` with every file.
const KINDS: [(&str, &str); 7] = [
    (
        "nginx.conf",
        "server {\n  add_header X-Robots-Tag \"noindex, index\" always;\n}\n",
    ),
    (
        "httpd.conf",
        "DocumentRoot /srv\nHeader always set X-Robots-Tag \"noindex, index\"\n",
    ),
    (
        ".htaccess",
        "Header always set X-Robots-Tag \"noindex, index\"\n",
    ),
    (
        "Caddyfile",
        ":80 {\n\troot * /srv\n\theader X-Robots-Tag \"noindex, index\"\n\tfile_server\n}\n",
    ),
    ("_headers", "/*\n  X-Robots-Tag: noindex, index\n"),
    (
        "netlify.toml",
        "[[headers]]\nfor = \"/*\"\n[headers.values]\nX-Robots-Tag = \"noindex, index\"\n",
    ),
    (
        "vercel.json",
        "{\"headers\": [{\"source\": \"/(.*)\", \"headers\": [{\"value\": \"noindex, index\", \"key\": \"X-Robots-Tag\"}]}]}\n",
    ),
];

/// A site with pages and a file.
fn site(test: &str) -> std::path::PathBuf {
    let folder = folder(test);
    for name in ["dist/index.html", "dist/a/b.html", "dist/a/index.html"] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "<!doctype html><title>A page</title>").unwrap();
    }
    fs::write(folder.join("dist/a/b.pdf"), "%PDF-1.7\n").unwrap();
    folder
}

/// The findings and the summary.
fn lines(folder: &Path, words: &str, code: i32) -> Vec<Value> {
    let said = ends(&run(folder, &format!("{words} --format json")), code);
    let lines = said.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn of_code<'l>(lines: &'l [Value], code: &str) -> Option<&'l Value> {
    lines.iter().find(|line| line["code"] == code)
}

#[test]
fn a_field_is_found_in_the_bytes_of_every_kind() {
    let folder = site("lint-servers-kinds");
    for (name, text) in KINDS {
        fs::write(folder.join(name), text).unwrap();
        let words = format!("lint dist --base http://example.org --server {name}");
        let found = lines(&folder, &words, 0);
        let finding =
            of_code(&found, "permissive-overruled").unwrap_or_else(|| panic!("{name}: {found:?}"));
        assert_eq!(finding["place"]["input"], name);
        let bytes = finding["place"]["bytes"].as_array().unwrap();
        let at = |at: usize| usize::try_from(bytes[at].as_u64().unwrap()).unwrap();
        assert_eq!(&text[at(0)..at(1)], "index", "{name}");
        assert_eq!(finding["count"], 4, "{name}: pages and the PDF");
        let all = of_code(&found, "server-noindex-all").unwrap();
        assert_eq!(all["count"], 3, "{name}");
    }
}

#[test]
fn the_files_of_a_folder_are_found() {
    for (name, text) in KINDS.into_iter().skip(4).chain([KINDS[2]]) {
        let folder = site("lint-servers-own");
        fs::write(folder.join("dist").join(name), text).unwrap();
        let found = lines(&folder, "lint dist", 0);
        let finding = of_code(&found, "permissive-overruled").unwrap();
        assert_eq!(finding["place"]["input"], format!("dist/{name}"));
        let found = lines(&folder, "lint dist --no-server", 0);
        assert!(of_code(&found, "permissive-overruled").is_none(), "{name}");
    }
}

/// Configurations whose fields are not known, and a part of the reason.
const UNKNOWN: [(&str, &str, &str); 6] = [
    (
        "nginx.conf",
        "server {\n  add_header X-Robots-Tag noindex always;\n  location / { proxy_pass http://127.0.0.1:3000; }\n}\n",
        "nginx.conf:3: `proxy_pass` answers",
    ),
    (
        "httpd.conf",
        "DocumentRoot /srv\n<If \"true\">\nHeader always set X-Robots-Tag noindex\n</If>\n",
        "httpd.conf:2: ",
    ),
    (
        "Caddyfile",
        ":80 {\n\theader X-Robots-Tag noindex\n\treverse_proxy localhost:3000\n}\n",
        "Caddyfile:3: `reverse_proxy` answers",
    ),
    (
        "netlify.toml",
        "[[context.production.headers]]\nfor = \"/*\"\n[context.production.headers.values]\nX-Robots-Tag = \"noindex\"\n",
        "netlify.toml:1: ",
    ),
    (
        "vercel.json",
        "{\"headers\": [{\"source\": \"/(.*)\", \"has\": [{\"type\": \"cookie\", \"key\": \"a\"}], \"headers\": [{\"key\": \"X-Robots-Tag\", \"value\": \"noindex\"}]}]}\n",
        "vercel.json:1: ",
    ),
    (
        "_headers",
        "/a/*\n  X-Robots-Tag: :splat\n/*\n  X-Robots-Tag: :splat\n",
        "_headers:",
    ),
];

#[test]
fn what_is_not_known_is_named_and_does_not_count() {
    for (name, text, reason) in UNKNOWN {
        let folder = site("lint-servers-unknown");
        fs::write(folder.join(name), text).unwrap();
        let words = format!("lint dist --base http://example.org --fail-on never --server {name}");
        let found = lines(&folder, &words, 3);
        let summary = found.last().unwrap();
        let unseen = summary["not_looked_at"].as_array().unwrap();
        let is_named = |unseen: &&Value| unseen["why"].as_str().unwrap().contains(reason);
        assert!(
            unseen.iter().any(|unseen| is_named(&unseen)),
            "{name}: {summary}"
        );
        // A finding about fields would need them.
        for finding in &found {
            assert_ne!(finding["place"]["text"], "noindex", "{name}");
            assert_ne!(finding["code"], "server-header-unused", "{name}");
            assert_ne!(finding["code"], "server-noindex-all", "{name}");
        }
    }
}

#[test]
fn files_that_are_not_known_for_one_reason_are_one_group() {
    let folder = site("lint-servers-group");
    for at in 0..300 {
        let page = folder.join(format!("dist/a/{at}.html"));
        fs::write(page, "<!doctype html><title>A page</title>").unwrap();
    }
    let (name, text, _) = UNKNOWN[0];
    fs::write(folder.join(name), text).unwrap();
    let found = lines(&folder, &format!("lint dist --server {name}"), 3);
    let unseen = found.last().unwrap()["not_looked_at"].as_array().unwrap();
    let [group] = &**unseen else {
        panic!("{unseen:?}");
    };
    let name = group["input"].as_str().unwrap();
    // The pages, the PDF and robots.txt.
    assert!(name.starts_with("dist: 305 files ("), "{name}");
    assert!(name.ends_with(" and 300 more)"), "{name}");
}

#[test]
fn a_page_has_the_fields_of_the_address_at_which_it_is_served() {
    let folder = site("lint-servers-address");
    let text = "{\"cleanUrls\": true, \"trailingSlash\": false, \"headers\": [{\"source\": \"/a/b\", \"headers\": [{\"key\": \"X-Robots-Tag\", \"value\": \"noindex, index\"}]}]}\n";
    fs::write(folder.join("dist/vercel.json"), text).unwrap();
    let found = lines(&folder, "lint dist --base https://example.org/", 0);
    let finding = of_code(&found, "permissive-overruled").unwrap();
    assert_eq!(finding["url"], "https://example.org/a/b");
    // Below a folder of the host the rule is of another path.
    let found = lines(&folder, "lint dist --base https://example.org/docs/", 0);
    assert!(of_code(&found, "permissive-overruled").is_none());
    assert!(of_code(&found, "server-header-unused").is_some());
}

#[test]
fn an_unsafe_fix_changes_the_configuration() {
    let folder = site("lint-servers-fix");
    let before = "server {\n  add_header X-Robots-Tags noindex always;\n}\n";
    fs::write(folder.join("nginx.conf"), before).unwrap();
    let words = "lint dist --server nginx.conf --fail-on never --unsafe-fixes";
    ends(&run(&folder, words), 0);
    let after = fs::read_to_string(folder.join("nginx.conf")).unwrap();
    assert_eq!(after, before.replace("Tags", "Tag"));
    ends(&run(&folder, words), 0);
    assert_eq!(
        fs::read_to_string(folder.join("nginx.conf")).unwrap(),
        after
    );
}

/// A configuration may have the text of a robots.txt: it is looked at, its rules count, and a file beside it does not.
#[test]
fn the_text_of_a_robots_txt_in_a_configuration_is_that_of_the_site() {
    let folder = folder("lint-server-text");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    fs::create_dir_all(folder.join("dist")).unwrap();
    write("dist/index.html", "<!doctype html><title>a</title>\n");
    let expected = "[[expect]]\nurl = \"/a\"\nfetch = \"no\"\n";
    write("robots-policy.toml", expected);
    for (kind, text, code, says) in [
        (
            "nginx",
            "server { location = /robots.txt { return 200 \"User-agent: *\\nDisalow: /a\\n\"; } }",
            0,
            "2 | Disalow: /a",
        ),
        (
            "nginx",
            "server { location = /robots.txt { return 200 \"User-agent: *\\nDisallow: /b\\n\"; } }",
            1,
            "error[intent-broken]",
        ),
        (
            "nginx",
            "server { location = /robots.txt { return 200; } }",
            1,
            "error[intent-broken]",
        ),
        (
            "nginx",
            "server { location = /robots.txt { return 200 \"$remote_addr\"; } }",
            3,
            "",
        ),
        (
            "caddy",
            "example.org {\n\trespond /robots.txt \"User-agent: *\nDisallow: /a\"\n\tfile_server\n}\n",
            0,
            "",
        ),
        (
            "caddy",
            "example.org {\n\trespond /robots.txt \"User-agent: *\\nDisallow: /a\" 200\n\tfile_server\n}\n",
            1,
            "error[intent-broken]",
        ),
        (
            "caddy",
            "example.org {\n\trespond /robots.txt \"{http.request.remote}\"\n\tfile_server\n}\n",
            3,
            "",
        ),
    ] {
        write("server.conf", text);
        let words = format!(
            "lint dist --base https://example.org --server server.conf --server-kind {kind}"
        );
        for file in [
            "",
            "User-agent: *\nDisallow: /x\n",
            "User-agent: *\nDisallow: /a",
        ] {
            let path = folder.join("dist/robots.txt");
            if file.is_empty() {
                let _ = fs::remove_file(path);
            } else {
                fs::write(path, file).unwrap();
            }
            let output = run(&folder, &format!("{words} --fail-on never"));
            let found = ends(&output, if code == 3 { 3 } else { 0 });
            assert!(found.contains(says), "{text}: {found}");
            let is_other = !file.is_empty() && code != 3 && !text.contains(file);
            assert_eq!(
                found.contains("[robots-not-served]"),
                is_other,
                "{text} {file}: {found}"
            );
            let is_broken = found.contains("error[intent-broken]");
            assert_eq!(is_broken, code == 1, "{text} {file}: {found}");
            if code == 3 {
                let said = said(&output);
                assert!(
                    said.contains("the text of /robots.txt is not known"),
                    "{said}"
                );
            }
        }
    }
}
