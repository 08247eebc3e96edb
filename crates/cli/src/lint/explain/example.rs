//! An example of a rule as people read it.

use std::fmt::Write as _;

use toml::de::{DeTable, DeValue};

/// The inputs of an example, which are a table, with a name above each that is not the only one.
pub(super) fn shown(table: &DeTable<'_>) -> String {
    let is_alone = text(table, "response").is_none() && text(table, "configuration").is_none();
    let robots = if is_alone { "" } else { "# robots.txt\n" };
    let url = text(table, "url").unwrap_or_default();
    let mut shown = answer(table) + &server(table);
    let mut add = |name: &str, text: &str| {
        let begin = if shown.is_empty() { "" } else { "\n" };
        let _ = writeln!(shown, "{begin}{name}{}", text.trim_end());
    };
    for (name, key) in [
        ("# robots-policy.toml\n", "configuration"),
        ("# robots-policy.lock\n", "lock"),
        (robots, "robots"),
        ("# the redirect before it\n", "redirect"),
        (&format!("# the response of {url}\n"), "response"),
        ("", "license"),
        ("", "tdmrep"),
        ("# the sitemap\n", "sitemap"),
        ("# robots.txt of another host\n", "other_host"),
    ] {
        if let Some(text) = text(table, key) {
            add(name, text);
        }
    }
    for (name, page) in pages(table) {
        let (line, rest) = page.split_once('\n').unwrap_or((page, ""));
        add(&format!("# {name} {line}\n"), rest);
    }
    for (key, name, unit) in NUMBERS {
        if let Some(number) = text(table, key) {
            shown.truncate(shown.trim_end().len());
            let _ = writeln!(shown, "{name}{number} {unit}");
        }
    }
    shown
}

/// The answer to a request for robots.txt, below the addresses of it and of its redirects.
fn answer(table: &DeTable<'_>) -> String {
    let addresses = list(table, "addresses");
    let addresses = addresses.map(|address| format!("# request of {address}\n"));
    addresses.collect::<String>() + text(table, "answer").unwrap_or_default()
}

/// Configurations of servers, and the files that they are for.
fn server(table: &DeTable<'_>) -> String {
    let mut shown = String::new();
    let kind = text(table, "server_kind").map(|kind| format!(" of {kind}"));
    let kind = kind.unwrap_or_default();
    for (name, key) in [("server_name", "server"), ("second_name", "second")] {
        if let (Some(name), Some(text)) = (text(table, name), text(table, key)) {
            let _ = write!(shown, "# {name}{kind}\n{text}");
        }
    }
    let files: Vec<&str> = list(table, "files").collect();
    if !files.is_empty() {
        let _ = writeln!(shown, "# for {}", files.join(", "));
    }
    shown
}

/// Responses, each after a line with its address and its status.
fn pages<'t>(table: &'t DeTable<'t>) -> impl Iterator<Item = (&'static str, &'t str)> {
    let pages = list(table, "pages").map(|page| ("the response of", page));
    let named = [
        ("a page that does not exist:", text(table, "not_found")),
        ("a page of a staging site:", text(table, "twin")),
    ];
    let named = named.into_iter();
    pages.chain(named.filter_map(|(name, page)| Some((name, page?))))
}

/// A text, or the digits of a number.
fn text<'t>(table: &'t DeTable<'t>, key: &str) -> Option<&'t str> {
    match table.get(key)?.get_ref() {
        DeValue::String(text) => Some(text),
        DeValue::Integer(number) => Some(number.as_str()),
        _ => None,
    }
}

fn list<'t>(table: &'t DeTable<'t>, key: &str) -> impl Iterator<Item = &'t str> {
    let values = table
        .get(key)
        .and_then(|values| values.get_ref().as_array());
    let values = values.into_iter().flatten();
    values.filter_map(|value| value.get_ref().as_str())
}

/// Inputs that an example has in numbers: the key, what comes before the number and after it.
const NUMBERS: [(&str, &str, &str); 4] = [
    ("sitemap_lines", "# the sitemap\n", "addresses"),
    ("pages_repeated", "\n\n# and ", "pages like that one"),
    ("robots_padding", "… and ", "more octets"),
    ("field_padding", "\n\n… and ", "more octets"),
];
