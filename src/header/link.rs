//! The licences among the links of a `Link` field (RFC 8288 §3, by the algorithm of its appendix B.2).
//!
//! The software that fills this field knows nothing of licences. So a line that names no licence costs one search for a
//! `+` and leaves no diagnostic, not even if the field is longer than the limit, and what is not a link is passed over up
//! to the next comma. Every octet is read once: the target ends at the first `>`, and a parameter where its value ends.

use std::borrow::Cow;

use crate::diagnostic::DiagnosticCode;
use crate::directive_list::Sink;
use crate::header::HeaderReader;
use crate::header::lines::FieldsRead;
use crate::header::lines::{BLANKS, Joined};
use crate::header::tdm::{MOST, state};
use crate::provenance::{Source, Span};
use crate::signal::Statement;

impl HeaderReader {
    /// Reads the licences among the targets of `Link`, line by line: a string that is not closed ends with its
    /// line.
    pub(super) fn link(&self, lines: &[&[u8]], all: &mut FieldsRead) {
        if !lines.iter().any(|line| may_name_license(line)) {
            return;
        }
        let joined = Joined::new(lines, BLANKS);
        let mut output = joined.collector(Source::Link, &mut all.found);
        let (limit, mut count) = (self.limits.field(), 0);
        for Span { start, end } in joined.spans() {
            let line = Span::new(start, end).text_in(joined.text());
            let mut cut = (end > limit).then_some(start);
            for link in licenses(line, limit.saturating_sub(start)) {
                let target = link.target.shifted(start);
                cut = cut.map(|_| start + link.end);
                if !link.counts {
                    output.diagnostic(DiagnosticCode::LicenseNotCounted, target);
                } else if count < MOST {
                    count += 1;
                    let address = target.text_in(joined.text());
                    state(&mut output, Statement::License(address.into()), target);
                } else {
                    cut = Some(target.start);
                    break;
                }
            }
            if let Some(cut) = cut {
                let rest = Span::new(cut, end);
                if may_name_license(rest.text_in(joined.text()).as_bytes()) {
                    output.push_always(DiagnosticCode::FieldTruncated, rest);
                }
            }
        }
    }
}

/// The type of a licence document (RSL 1.0 §4.5).
const LICENSE_TYPE: &str = "application/rsl+xml";

/// Whether a line may name the type of a licence, in any case. The `+` is rare in other lines.
fn may_name_license(line: &[u8]) -> bool {
    memchr::memchr_iter(b'+', line).any(|plus| {
        let start = plus.checked_sub(b"rsl".len());
        let word = start.and_then(|start| line.get(start..plus + b"+xml".len()));
        word.is_some_and(|word| word.eq_ignore_ascii_case(b"rsl+xml"))
    })
}

/// A link as far as licences are concerned.
struct Link {
    /// The address between `<` and `>`.
    target: Span,
    /// The offset after the link.
    end: usize,
    is_license: bool,
    /// Whether it is about this response: another context (`anchor`) or no address does not count.
    counts: bool,
}

/// The links of a line to licences, up to the last link that ends within `limit`.
fn licenses(line: &str, limit: usize) -> impl Iterator<Item = Link> + '_ {
    let mut at = 0;
    let links = std::iter::from_fn(move || {
        let next = next_link(line, at).filter(|next| next.end <= limit)?;
        at = next.end;
        Some(next)
    });
    links.filter(|link| link.is_license)
}

/// The next link from `at` on; `None` if there is none.
fn next_link(line: &str, at: usize) -> Option<Link> {
    let mut reader = LinkReader { line, at };
    while !reader.passes_any(b" \t,") && reader.peek()? != b'<' {
        reader.pass_until(b",");
    }
    let open = reader.at + 1;
    let len = memchr::memchr(b'>', line.as_bytes().get(open..)?)?;
    let target = Span::new(open, open + len).trimmed_in(line);
    reader.at = open + len + 1;
    // Of equal names the first counts (RFC 8288 §3.3, §3.4.1).
    let (mut rel, mut kind, mut anchor) = (None, None, None);
    while let Some((name, value)) = reader.parameter() {
        let slot = match () {
            () if name.eq_ignore_ascii_case("rel") => &mut rel,
            () if name.eq_ignore_ascii_case("type") => &mut kind,
            () if name.eq_ignore_ascii_case("anchor") => &mut anchor,
            () => continue,
        };
        slot.get_or_insert(value);
    }
    reader.pass_until(b",");
    let is_elsewhere = anchor.is_some_and(|anchor| !anchor.trim().is_empty());
    Some(Link {
        target,
        end: reader.at,
        is_license: is_license(&rel.unwrap_or_default(), &kind.unwrap_or_default()),
        counts: !is_elsewhere && !target.is_empty(),
    })
}

/// Whether a link has the relation `license`, and a type that is RSL, whatever its parameters.
fn is_license(rel: &str, kind: &str) -> bool {
    let mut relations = rel.split_ascii_whitespace();
    let kind = kind.split_once(';').map_or(kind, |(kind, _)| kind);
    relations.any(|relation| relation.eq_ignore_ascii_case("license"))
        && kind.trim().eq_ignore_ascii_case(LICENSE_TYPE)
}

/// A position in a line.
struct LinkReader<'l> {
    line: &'l str,
    at: usize,
}

impl<'l> LinkReader<'l> {
    fn peek(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    /// Passes the octets that are in the set. Always false, for conditions.
    fn passes_any(&mut self, set: &[u8]) -> bool {
        while self.peek().is_some_and(|octet| set.contains(&octet)) {
            self.at += 1;
        }
        false
    }

    /// Passes the octets before the next one of the set, and gives them.
    fn pass_until(&mut self, set: &[u8]) -> &'l str {
        let rest = self.line.get(self.at..).unwrap_or_default();
        let len = rest.bytes().position(|octet| set.contains(&octet));
        let passed = rest.get(..len.unwrap_or(rest.len())).unwrap_or_default();
        self.at += passed.len();
        passed
    }

    /// The next parameter of a link, its value without quotes; `None` where the link has no more.
    fn parameter(&mut self) -> Option<(&'l str, Cow<'l, str>)> {
        self.passes_any(b" \t");
        if self.peek() != Some(b';') {
            return None;
        }
        self.passes_any(b" \t;");
        let name = self.pass_until(b"=;, \t");
        self.passes_any(b" \t");
        if self.peek() != Some(b'=') {
            return Some((name, Cow::Borrowed("")));
        }
        self.at += 1;
        self.passes_any(b" \t");
        if self.peek() == Some(b'"') {
            self.at += 1;
            return Some((name, self.string()));
        }
        Some((name, Cow::Borrowed(self.pass_until(b";,").trim_ascii())))
    }

    /// The rest of a quoted string; one that is not closed ends with the line.
    fn string(&mut self) -> Cow<'l, str> {
        let plain = self.pass_until(b"\"\\");
        let mut text = Cow::Borrowed(plain);
        while self.peek() == Some(b'\\') {
            self.at += 1;
            // The octet after a backslash is never the end of the string.
            let escaped = self
                .line
                .get(self.at..)
                .and_then(|rest| rest.chars().next());
            if let Some(escaped) = escaped {
                text.to_mut().push(escaped);
                self.at += escaped.len_utf8();
            }
            text.to_mut().push_str(self.pass_until(b"\"\\"));
        }
        self.at += usize::from(self.peek().is_some());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn r_260_the_links_of_a_line() {
        for (line, expected) in rows::<(String, Vec<String>)>(include_str!("link/lines.jsonl")) {
            let found = licenses(&line, usize::MAX).map(|found| {
                let mark = if found.counts { "" } else { "!" };
                format!("{mark}{}", found.target.text_in(&line))
            });
            assert_eq!(found.collect::<Vec<_>>(), expected, "{line}");
            let (lower, upper) = (line.to_ascii_lowercase(), line.to_ascii_uppercase());
            let count = |line: &str| licenses(line, usize::MAX).count();
            assert_eq!(count(&lower), count(&upper), "{line}");
            assert!(
                expected.is_empty() || may_name_license(line.as_bytes()),
                "{line}"
            );
        }
    }
}
