//! Text of untrusted input in HTML.
//!
//! H1: the names of hosts, the URLs and the bytes of pages come from the web, and each of them is hostile until shown
//! otherwise. No other file of the report turns a text into HTML: what is not a literal of the program passes [`text`], which
//! leaves none of `<`, `>`, `&`, `"` and `'` as it was, so that it can end neither an element nor an attribute, and which
//! writes marks of direction and other hidden characters as escapes. If a text skips it, the test
//! `hostile_names_stay_text` finds its markup in the page.

use std::borrow::Cow;
use std::fmt::Write as _;

use robots_policy_input::names::plain_line;
use robots_policy_input::quote;
use url::Url;

/// A text as HTML, in an element or in an attribute.
pub(super) fn text(text: &str) -> String {
    quote::markup(&plain_line(text))
}

/// At most the first `most` characters of a text, as HTML.
pub(super) fn short(of: &str, most: usize) -> String {
    text(&cut(of, most))
}

/// At most the first and last characters of a text, `most` together.
pub(super) fn cut(of: &str, most: usize) -> Cow<'_, str> {
    // A character has at most four bytes, so that a long text is not counted whole.
    if of.len() <= most {
        return Cow::Borrowed(of);
    }
    let ends = most / 4;
    Cow::Owned(quote::cut(of.to_owned(), most.saturating_sub(ends), ends))
}

/// A URL: a link if it leads to the web, else text.
pub(super) fn link(url: &str) -> String {
    let shown = short(url, 120);
    let mut html = String::new();
    let parsed = Url::parse(url).ok();
    match parsed.filter(|url| matches!(url.scheme(), "http" | "https")) {
        Some(url) if url.as_str().len() <= MOST_LINKED => {
            let _ = write!(
                html,
                "<a href=\"{}\" rel=\"noopener noreferrer nofollow\"><bdi>{shown}</bdi></a>",
                text(url.as_str())
            );
        }
        _ => {
            let _ = write!(html, "<bdi>{shown}</bdi>");
        }
    }
    html
}

/// A link has at most this many bytes; a longer one is text.
const MOST_LINKED: usize = 500;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn no_text_ends_an_element_or_an_attribute() {
        for (from, html) in rows::<(String, String)>("texts") {
            assert_eq!(text(&from), html);
        }
        assert_eq!(
            short(&"<".repeat(200), 8),
            format!("{}\u{2026}{}", "&lt;".repeat(6), "&lt;".repeat(2))
        );
    }

    #[test]
    fn only_addresses_of_the_web_are_links() {
        for url in ["https://a.example/?a=\"&b=<i>", "http://a.example/\u{202E}"] {
            let html = link(url);
            assert!(html.starts_with("<a href=\"http"), "{html}");
            assert!(html.contains("rel=\"noopener noreferrer nofollow\""));
            assert!(
                !html.contains('\u{202E}') && !html.contains("<i>"),
                "{html}"
            );
            assert_eq!(html.matches('"').count(), 4, "{html}");
        }
        let long = format!("https://a.example/{}", "a".repeat(600));
        for text in ["javascript:alert(1)", "data:text/html,<b>", "a b", &long] {
            assert!(link(text).starts_with("<bdi>"), "{text}");
        }
    }
}
