//! The statements of a list, one by one.

use super::*;

/// `scope/statement` words, and the codes of the diagnostics.
struct Recorded<'t> {
    text: &'t str,
    words: Vec<String>,
    codes: Vec<&'static str>,
}

impl Sink for Recorded<'_> {
    fn statement(&mut self, listed: Item<'_>) {
        let (scope, quoted) = (listed.scope, listed.span.text_in(self.text));
        self.words.push(match &listed.statement {
            Statement::Directive(d, v) => format!("{scope}/{d}={v} {quoted}"),
            Statement::Extension(other) => {
                format!("{scope}/?{}={:?} {quoted}", other.name(), other.value())
            }
            statement => format!("{scope}/{statement} {quoted}"),
        });
    }

    fn diagnostic(&mut self, code: DiagnosticCode, _: Span) {
        self.codes.push(code.name());
    }
}

#[track_caller]
fn says(text: &str, words: &[&str], codes: &[&str]) {
    in_carrier(Carrier::Field, text, words, codes);
}

#[track_caller]
fn in_content(text: &str, words: &[&str], codes: &[&str]) {
    in_carrier(Carrier::Content, text, words, codes);
}

#[track_caller]
fn in_carrier(carrier: Carrier, text: &str, words: &[&str], codes: &[&str]) {
    let mut recorded = Recorded {
        text,
        words: Vec::new(),
        codes: Vec::new(),
    };
    read(text, 0, carrier, &Scope::Global, &mut recorded);
    assert_eq!(recorded.words, words, "{text}");
    assert_eq!(recorded.codes, codes, "{text}");
}

#[test]
fn names_and_values() {
    says("noindex", &["*/noindex=true noindex"], &[]);
    says(
        " ,NOINDEX,, NoFollow ,",
        &["*/noindex=true NOINDEX", "*/nofollow=true NoFollow"],
        &[],
    );
    says(
        "max-snippet: 20 , noindex",
        &["*/max-snippet=20 max-snippet: 20", "*/noindex=true noindex"],
        &[],
    );
    says(
        "max-snippet=20",
        &["*/max-snippet=20 max-snippet=20"],
        &["equals-for-colon"],
    );
    says("max-snippet:", &[], &["missing-value"]);
    says("max-snippet", &[], &["missing-value"]);
    says(
        "max-snippet:-7, foo",
        &["*/?foo=None foo"],
        &["unreadable-value", "unknown-directive"],
    );
    says("max-image-preview:huge", &[], &["unreadable-value"]);
    says(
        "max-image-preview: none nofollow",
        &[
            "*/max-image-preview=none max-image-preview: none",
            "*/nofollow=true nofollow",
        ],
        &["separator"],
    );
    says("max-snippet:\tnone", &[], &["unreadable-value"]);
    says("unavailable_after: ALL", &[], &["unreadable-value"]);
    says(
        "max-snippet: noindex",
        &["*/noindex=true noindex"],
        &["missing-value", "separator"],
    );
    says(
        "max-snippet:noindex",
        &["*/noindex=true noindex"],
        &["missing-value"],
    );
    says("a=b", &["*/?a=Some(\"b\") a=b"], &["unknown-directive"]);
    says("<html>", &[], &["unreadable-statement"]);
    says("", &[], &[]);
}

#[test]
fn dates_cost_only_themselves() {
    let date = "unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT";
    let read = format!("*/unavailable_after=2025-12-03T13:09:53Z {date}");
    says(
        &format!("{date}, noindex"),
        &[&read, "*/noindex=true noindex"],
        &[],
    );
    says(
        &format!("{date}, foo, b: nofollow"),
        &[&read, "*/?foo=None foo", "b/nofollow=true nofollow"],
        &["unknown-directive", "other-scope"],
    );
    says(
        &format!("{date}; noindex"),
        &[&read, "*/noindex=true noindex"],
        &["separator"],
    );
    says(
        &format!("{date} noindex"),
        &[&read, "*/noindex=true noindex"],
        &["separator"],
    );
    says(
        "unavailable_after: Wed, 10:00 some day, noindex",
        &["*/noindex=true noindex"],
        &["unreadable-value"],
    );
    says(
        "Wed, 25 Nov 2026 15:00:00 GMT, noindex",
        &["*/?wed=None Wed", "*/noindex=true noindex"],
        &["unknown-directive", "unreadable-statement"],
    );
}

#[test]
fn prefixes_reach_to_the_next() {
    says(
        "a, BadBot: noindex, nofollow, googlebot/2.1: nofollow, *: noarchive",
        &[
            "*/?a=None a",
            "badbot/noindex=true noindex",
            "badbot/nofollow=true nofollow",
            "googlebot/nofollow=true nofollow",
            "*/noarchive=true noarchive",
        ],
        &["unknown-directive", "other-scope", "other-scope"],
    );
    says(
        "Mozilla/5.0 (x; y): noindex, nofollow, b: nofollow",
        &["b/nofollow=true nofollow"],
        &["invalid-scope", "other-scope"],
    );
    says(
        "noindex: nofollow",
        &["*/noindex=true noindex", "*/nofollow=true nofollow"],
        &["separator"],
    );
    says(
        "noindex: yes",
        &["*/noindex=true noindex: yes"],
        &["unexpected-value"],
    );
}

#[test]
fn an_unknown_name_with_a_value_is_not_a_prefix() {
    let noindex = "*/noindex=true noindex";
    let unknown = "unknown-directive";
    says(
        "otherbot: foo",
        &["*/?otherbot=Some(\"foo\") otherbot: foo"],
        &[unknown],
    );
    says(
        "unknown: 10, noindex",
        &["*/?unknown=Some(\"10\") unknown: 10", noindex],
        &[unknown],
    );
    says(
        "unknown: a b noindex",
        &["*/?unknown=Some(\"a b\") unknown: a b", noindex],
        &[unknown, "separator"],
    );
    says(
        "unknown: a:b; noindex",
        &["*/?unknown=Some(\"a:b\") unknown: a:b", noindex],
        &[unknown, "separator"],
    );
    says(
        "unknown:, noindex",
        &["*/?unknown=Some(\"\") unknown:", noindex],
        &[unknown],
    );
    says(
        "until: Wed, 03 Dec 2025 13:09:53 GMT, noindex",
        &["*/?until=Some(\"Wed\") until: Wed", noindex],
        &[unknown, "unreadable-statement"],
    );
    says(
        "b: nofollow, unknown: 1, noindex",
        &[
            "b/nofollow=true nofollow",
            "b/?unknown=Some(\"1\") unknown: 1",
            "b/noindex=true noindex",
        ],
        &["other-scope", unknown],
    );
    says(
        "a: b: noindex",
        &["b/noindex=true noindex"],
        &["other-scope", "other-scope"],
    );
    says(
        "b: unavailable_after: 2026-01-01",
        &["b/unavailable_after=2026-01-01T00:00:00Z unavailable_after: 2026-01-01"],
        &["other-scope"],
    );
    says(
        "b/2.1: foo, noindex",
        &["b/?foo=None foo", "b/noindex=true noindex"],
        &["other-scope", unknown],
    );
    says("x (y): foo, noindex", &[noindex], &["unreadable-statement"]);
}

#[test]
fn in_a_content_nothing_is_a_prefix() {
    let noindex = "*/noindex=true noindex";
    let scope = "scope-in-content";
    in_content(
        "foo: bar, noindex",
        &["*/?foo=Some(\"bar\") foo: bar", noindex],
        &["unknown-directive"],
    );
    in_content("googlebot: noindex", &[noindex], &[scope]);
    in_content("a: b: noindex", &[noindex], &[scope, scope]);
    in_content("*: noindex", &[noindex], &[scope]);
    in_content("Mozilla/5.0 (x; y): noindex", &[noindex], &[scope]);
    in_content(
        "nofollow, b: noindex",
        &["*/nofollow=true nofollow", noindex],
        &[scope],
    );
    in_content(
        "noindex b: nofollow",
        &[noindex, "*/nofollow=true nofollow"],
        &["separator", scope],
    );
}

#[test]
fn other_separators() {
    says(
        "noindex; nofollow noarchive",
        &[
            "*/noindex=true noindex",
            "*/nofollow=true nofollow",
            "*/noarchive=true noarchive",
        ],
        &["separator"],
    );
    says(
        "noindex;max-snippet:20",
        &["*/noindex=true noindex", "*/max-snippet=20 max-snippet:20"],
        &["separator"],
    );
    says(
        "noindex b: nofollow",
        &["*/noindex=true noindex", "b/nofollow=true nofollow"],
        &["separator", "other-scope"],
    );
    says("noindex foo", &[], &["unreadable-statement"]);
    says("*;noindex", &[], &["unreadable-statement"]);
}
