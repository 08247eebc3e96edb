//! An example of a rule as people read it.

use std::fmt::Write as _;

use toml::de::{DeTable, DeValue};

/// The inputs of an example by their keys.
pub(super) struct Example<'t>(pub(super) &'t DeTable<'t>);

impl<'t> Example<'t> {
    /// The inputs, with a name above each that is not the only one.
    pub(super) fn shown(&self) -> String {
        let is_alone = self.text("response").is_none() && self.text("configuration").is_none();
        let robots = if is_alone { "" } else { "# robots.txt\n" };
        let url = self.text("url").unwrap_or_default();
        let mut shown = self.answer() + &self.server();
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
            if let Some(text) = self.text(key) {
                add(name, text);
            }
        }
        for (name, page) in self.pages() {
            let (line, rest) = page.split_once('\n').unwrap_or((page, ""));
            add(&format!("# {name} {line}\n"), rest);
        }
        for (key, name, unit) in NUMBERS {
            if let Some(number) = self.text(key) {
                shown.truncate(shown.trim_end().len());
                let _ = writeln!(shown, "{name}{number} {unit}");
            }
        }
        shown
    }

    /// The answer to a request for robots.txt, below the addresses of it and of its redirects.
    fn answer(&self) -> String {
        let addresses = self.list("addresses");
        let addresses = addresses.map(|address| format!("# request of {address}\n"));
        addresses.collect::<String>() + self.text("answer").unwrap_or_default()
    }

    /// Configurations of servers, and the files that they are for.
    fn server(&self) -> String {
        let mut shown = String::new();
        let kind = self.text("server_kind").map(|kind| format!(" of {kind}"));
        let kind = kind.unwrap_or_default();
        for (name, key) in [("server_name", "server"), ("second_name", "second")] {
            if let (Some(name), Some(text)) = (self.text(name), self.text(key)) {
                let _ = write!(shown, "# {name}{kind}\n{text}");
            }
        }
        let files: Vec<&str> = self.list("files").collect();
        if !files.is_empty() {
            let _ = writeln!(shown, "# for {}", files.join(", "));
        }
        shown
    }

    /// Responses, each after a line with its address and its status.
    fn pages(&self) -> impl Iterator<Item = (&'static str, &'t str)> {
        let pages = self.list("pages").map(|page| ("the response of", page));
        let named = [
            ("a page that does not exist:", self.text("not_found")),
            ("a page of a staging site:", self.text("twin")),
        ];
        let named = named.into_iter();
        pages.chain(named.filter_map(|(name, page)| Some((name, page?))))
    }

    /// A text, or the digits of a number.
    fn text(&self, key: &str) -> Option<&'t str> {
        match self.0.get(key)?.get_ref() {
            DeValue::String(text) => Some(text),
            DeValue::Integer(number) => Some(number.as_str()),
            _ => None,
        }
    }

    fn list(&self, key: &str) -> impl Iterator<Item = &'t str> {
        let values = self
            .0
            .get(key)
            .and_then(|values| values.get_ref().as_array());
        let values = values.into_iter().flatten();
        values.filter_map(|value| value.get_ref().as_str())
    }
}

/// Inputs that an example has in numbers: the key, what comes before the number and after it.
const NUMBERS: [(&str, &str, &str); 4] = [
    ("sitemap_lines", "# the sitemap\n", "addresses"),
    ("pages_repeated", "\n\n# and ", "pages like that one"),
    ("robots_padding", "… and ", "more octets"),
    ("field_padding", "\n\n… and ", "more octets"),
];
