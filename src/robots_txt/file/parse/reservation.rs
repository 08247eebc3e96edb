//! Comments that cite the law under which owners reserve their rights against text and data mining.
//!
//! A comment states nothing to a program, and no answer depends on it. A court may see that otherwise, so that people should read
//! it. Two citations are known, because both have a number that hardly any other comment has:
//!
//! | citation | as in |
//! |---|---|
//! | the number `2019/790` by itself, and not as part of a path or of another number | `Directive (EU) 2019/790`, `2019/790/EU` |
//! | `44b` or `44 b` after `§`, or before `UrhG` or another word with `Urh` | `§ 44b`, `44b Abs. 3 UrhG` |
//!
//! **Cost.** A comment is searched once for two digits that few comments have, and around each of them a bounded number of octets is
//! looked at. **Which test notices.** The cases of `fixtures/uses/small.jsonl` with these citations, and near misses among them.

use memchr::memchr2_iter;

/// Whether a line of a comment cites the law.
#[inline]
pub(super) fn cites_law(line: &[u8]) -> bool {
    line.len() >= SHORTEST && has_citation(line)
}

fn has_citation(line: &[u8]) -> bool {
    let mut digits = memchr2_iter(b'4', b'9', line);
    digits.any(|at| is_directive(line, at) || is_paragraph(line, at))
}

/// Whether the octet at `at` is the last digit of the year in the number of the Directive.
fn is_directive(line: &[u8], at: usize) -> bool {
    let Some(start) = (at + 1).checked_sub(YEAR.len()) else {
        return false;
    };
    let (before, rest) = line.split_at(start);
    let number = rest.strip_prefix(YEAR);
    let Some(after) = number.and_then(|rest| rest.strip_prefix(NUMBER)) else {
        return false;
    };
    // A number in a path has a slash on a side; after that of a law, only its Union may follow one.
    let is_union = |rest: &[u8]| UNIONS.iter().any(|union| is_word(rest, union));
    let is_end = match after {
        [b'/', rest @ ..] => is_union(rest),
        [next, ..] => !next.is_ascii_alphanumeric() && !matches!(next, b'-' | b'_' | b'='),
        [] => true,
    };
    let is_start = before.last().is_none_or(|last| {
        !last.is_ascii_alphanumeric() && !matches!(last, b'/' | b'-' | b'_' | b'=')
    });
    is_start && is_end
}

/// Whether a text begins with this word, in any case.
fn is_word(text: &[u8], word: &[u8]) -> bool {
    let (start, rest) = text.split_at(word.len().min(text.len()));
    let is_over = rest
        .first()
        .is_none_or(|next| !next.is_ascii_alphanumeric());
    start.eq_ignore_ascii_case(word) && is_over
}

/// Whether the octet at `at` begins the number of the German paragraph.
fn is_paragraph(line: &[u8], at: usize) -> bool {
    let (before, rest) = line.split_at(at);
    let Some(rest) = rest.strip_prefix(b"44") else {
        return false;
    };
    let letter = rest.strip_prefix(b" ").unwrap_or(rest);
    let is_part = before.last().is_some_and(u8::is_ascii_alphanumeric);
    let is_number = !is_part && is_word(letter, b"b");
    is_number && (is_after_sign(before) || is_before_law(letter))
}

/// Whether a text ends with `§`, in UTF-8 or in Latin-1, and perhaps blanks after it.
fn is_after_sign(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    // A space that does not break, in UTF-8.
    let text = text.strip_suffix(b"\xC2\xA0").unwrap_or(text);
    matches!(text, [.., 0xC2 | ..=0x7F, 0xA7] | [0xA7])
}

/// Whether the name of the German law, or a word that begins like it, follows soon.
fn is_before_law(text: &[u8]) -> bool {
    let near = text.get(..NEAR).unwrap_or(text);
    near.windows(LAW.len())
        .any(|word| word.eq_ignore_ascii_case(LAW))
}

/// The number of the Directive: that of the year, and that within it.
const YEAR: &[u8] = b"2019";
const NUMBER: &[u8] = b"/790";

/// The names of the European Union that follow the number in the form `2019/790/EU`.
const UNIONS: [&[u8]; 2] = [b"EU", b"UE"];

/// The beginning of `UrhG` and of `Urheberrechtsgesetz`.
const LAW: &[u8] = b"urh";

/// Octets after the number of the paragraph in which the name of its law is looked for: `44b Absatz 3 Satz 1 des
/// Urheberrechtsgesetzes` has 26.
const NEAR: usize = 40;

/// Octets of the shortest line with a citation: `#` and `§44b` in Latin-1.
const SHORTEST: usize = 5;
