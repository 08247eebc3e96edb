//! Quoted strings (RFC 9110 §5.6.4, RFC 9651 §3.3.3): where one ends, and the bytes outside of them.
//!
//! Every reader of fields needs to know whether a comma or a semicolon separates or is part of a string. They all ask
//! here, so that two readers never disagree about where a member ends. Inside a string `\` hides the byte after it;
//! outside it means itself. Text between the quotes is not decoded here.

/// The place after the closing quote of the string that opens at `quote`; `None` if it has no end.
///
/// The time is that of a search for two bytes. A caller that meets a string without an end must not ask for later ones,
/// or a text of many quotes takes quadratic time: see `strings_end` in `header::members`.
pub(crate) fn string_end(text: &[u8], quote: usize) -> Option<usize> {
    let mut at = quote + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        match text.get(at) {
            Some(b'"') => return Some(at + 1),
            _ => at += 2,
        }
    }
}

/// The place of the first byte outside of strings for which `is_sought` is true. A string without an end reaches to the
/// end of the text. A quote that closes a string counts as outside.
pub(crate) fn find_outside(text: &[u8], is_sought: impl Fn(u8) -> bool) -> Option<usize> {
    let (mut in_string, mut escaped) = (false, false);
    text.iter().position(|byte| {
        in_string ^= *byte == b'"' && !escaped;
        escaped = in_string && *byte == b'\\' && !escaped;
        !in_string && is_sought(*byte)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn strings_end_at_a_quote_that_is_not_escaped() {
        for (text, end) in rows::<(String, Option<usize>)>(include_str!("quotes/ends.jsonl")) {
            assert_eq!(string_end(text.as_bytes(), 0), end, "{text}");
            let outside = end.filter(|end| *end < text.len());
            assert_eq!(
                find_outside(text.as_bytes(), |b| b == b';'),
                outside,
                "{text}"
            );
        }
        assert_eq!(find_outside(br#"a="b;";c"#, |b| b == b';'), Some(6));
        assert_eq!(find_outside(b"", |_| true), None);
    }
}
