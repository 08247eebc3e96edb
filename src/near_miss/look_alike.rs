//! Characters that are not what they look like: letters of other scripts, and characters that do not show.
//!
//! **What it is.** A person cannot see that an `o` is the Cyrillic letter, nor that a space of no width is inside a name. Such
//! names come from word processors, web pages and lists that were copied. [`look`] gives what such a character looks like.
//! Only diagnostics ask: no reader takes a character for another one.
//!
//! **Which test notices.** The table below, and the fixtures whose names end in `look-alikes`.

/// The appearance of a character that is not of ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// This character of ASCII; a blank for a space of any width.
    Like(u8),
    /// Nothing: it does not show.
    Nothing,
}

/// The appearance of a character; `None` for one of ASCII, and for one that looks like no other.
pub(crate) fn look(c: char) -> Option<Look> {
    let look = match c {
        '\0'..='\x7F' => return None,
        '\u{AD}'
        | '\u{34F}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}' => Look::Nothing,
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => {
            Look::Like(b' ')
        }
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' => Look::Like(b'-'),
        // The wide forms of ASCII, in its order.
        '\u{FF01}'..='\u{FF5E}' => Look::Like(u8::try_from(u32::from(c) - 0xFEE0).ok()?),
        FIRST_TWIN..=LAST_TWIN => {
            let at = LETTERS.binary_search_by_key(&c, |(twin, _)| *twin).ok()?;
            Look::Like(LETTERS.get(at)?.1)
        }
        _ => return None,
    };
    Some(look)
}

/// The text of ASCII that a text looks like; `None` if every character is what it looks like, and if one that is not of ASCII
/// looks like no other.
pub(crate) fn plain(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match look(c) {
            Some(Look::Like(byte)) => plain.push(char::from(byte)),
            Some(Look::Nothing) => {}
            None if c.is_ascii() => plain.push(c),
            None => return None,
        }
    }
    Some(plain)
}

/// Whether a character at the start of a text does not show, or the text ends with a space that is not one of ASCII.
pub(crate) fn hides_any(text: &str) -> bool {
    let mut start = text.chars().take(MOST_SEARCHED);
    start.any(|c| look(c) == Some(Look::Nothing))
        || text.chars().next_back().and_then(look) == Some(Look::Like(b' '))
}

/// The characters at the start of a text that are not what they look like, by their numbers: `U+200B and U+043E`. It is empty
/// for most texts.
pub(crate) fn disguised(text: &str) -> String {
    let start = text.chars().take(MOST_SEARCHED);
    let mut named: Vec<String> = Vec::new();
    for c in start.filter(|c| look(*c).is_some()) {
        let number = format!("U+{:04X}", u32::from(c));
        if !named.contains(&number) {
            named.push(number);
        }
        if named.len() == MOST_NAMED {
            break;
        }
    }
    named.join(" and ")
}

/// The characters that are searched of a text: more than a name or a path of a person has.
const MOST_SEARCHED: usize = 1024;

/// The most characters that a message names; a text in another script has many.
const MOST_NAMED: usize = 3;

/// The first and the last of the table.
const FIRST_TWIN: char = 'ı';
const LAST_TWIN: char = 'օ';

/// Letters of Cyrillic and Greek, and a few of Latin and Armenian, that most typefaces draw like one of ASCII, in their order.
const LETTERS: [(char, u8); 62] = [
    ('ı', b'i'),
    ('ɑ', b'a'),
    ('ɡ', b'g'),
    ('Α', b'A'),
    ('Β', b'B'),
    ('Ε', b'E'),
    ('Ζ', b'Z'),
    ('Η', b'H'),
    ('Ι', b'I'),
    ('Κ', b'K'),
    ('Μ', b'M'),
    ('Ν', b'N'),
    ('Ο', b'O'),
    ('Ρ', b'P'),
    ('Τ', b'T'),
    ('Υ', b'Y'),
    ('Χ', b'X'),
    ('α', b'a'),
    ('γ', b'y'),
    ('ι', b'i'),
    ('κ', b'k'),
    ('ν', b'v'),
    ('ο', b'o'),
    ('ρ', b'p'),
    ('υ', b'u'),
    ('χ', b'x'),
    ('ϲ', b'c'),
    ('Ϲ', b'C'),
    ('Ѕ', b'S'),
    ('І', b'I'),
    ('Ј', b'J'),
    ('А', b'A'),
    ('В', b'B'),
    ('Е', b'E'),
    ('К', b'K'),
    ('М', b'M'),
    ('Н', b'H'),
    ('О', b'O'),
    ('Р', b'P'),
    ('С', b'C'),
    ('Т', b'T'),
    ('У', b'Y'),
    ('Х', b'X'),
    ('а', b'a'),
    ('е', b'e'),
    ('к', b'k'),
    ('о', b'o'),
    ('р', b'p'),
    ('с', b'c'),
    ('т', b't'),
    ('у', b'y'),
    ('х', b'x'),
    ('ѕ', b's'),
    ('і', b'i'),
    ('ј', b'j'),
    ('һ', b'h'),
    ('Ӏ', b'I'),
    ('ӏ', b'l'),
    ('ԁ', b'd'),
    ('ԛ', b'q'),
    ('ԝ', b'w'),
    ('օ', b'o'),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn a_text_is_what_it_looks_like() {
        for (text, looks, named) in
            rows::<(String, Option<String>, String)>(include_str!("look_alike/looks.jsonl"))
        {
            assert_eq!(plain(&text), looks, "{text}");
            assert_eq!(disguised(&text), named);
        }
    }

    #[test]
    fn every_twin_is_outside_of_ascii() {
        assert!(LETTERS.is_sorted_by_key(|(twin, _)| *twin));
        for (twin, letter) in LETTERS {
            assert!(letter.is_ascii_alphabetic() && !twin.is_ascii());
            assert_eq!(look(twin), Some(Look::Like(letter)), "{twin}");
        }
    }

    #[test]
    fn a_text_hides_what_does_not_show() {
        for (text, hides) in rows::<(String, bool)>(include_str!("look_alike/hidden.jsonl")) {
            assert_eq!(hides_any(&text), hides, "{text:?}");
        }
    }
}
