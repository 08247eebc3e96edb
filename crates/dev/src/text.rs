//! The forms of values and sentences that several languages share.

use robots_policy_input::contract::{Key, Shape, Words};

/// Markdown without its links: their words alone.
pub(crate) fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, label, after)) = first_link(rest) {
        plain.push_str(before);
        plain.push_str(label);
        rest = after;
    }
    plain + rest
}

/// The text before the first link, the words of the link, and the text after it.
fn first_link(text: &str) -> Option<(&str, &str, &str)> {
    let (before, _) = text.split_once("](")?;
    let (start, label) = before.rsplit_once('[')?;
    let (_, after) = text.split_once("](")?.1.split_once(')')?;
    Some((start, label, after))
}

/// The text with a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(characters).collect()
}

/// The words as they are quoted in Markdown, with commas between them.
pub(crate) fn quoted(words: &Words) -> String {
    let words = (words.all)();
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

/// Sentences about a key of a question, without links.
pub(crate) fn of_question(key: &Key) -> String {
    let meaning = capital(&without_links(key.meaning));
    match key.absent {
        None | Some("") => format!("{meaning}."),
        Some(absent) => format!("{meaning}. Without it: {absent}."),
    }
}

/// Sentences about a key of an answer, likewise.
pub(crate) fn of_answer(key: &Key) -> String {
    let meaning = capital(&without_links(key.meaning));
    match key.absent {
        None | Some("") => format!("{meaning}."),
        Some(when) => format!("{meaning}. Only {when}."),
    }
}

/// The words that a shape allows, if it has any.
pub(crate) fn words(shape: Shape) -> Option<&'static Words> {
    match shape {
        Shape::Word(words) => Some(words),
        Shape::OneOrSeveral(inner) | Shape::List(inner) | Shape::OrNull(inner) => words(*inner),
        _ => None,
    }
}

/// Lines of at most this many characters, broken at blanks.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_their_words() {
        let text = "see [AI use](ai-use.md) and [it](x); `[name, value]` stays";
        assert_eq!(
            without_links(text),
            "see AI use and it; `[name, value]` stays"
        );
        assert_eq!(without_links("none"), "none");
    }

    #[test]
    fn lines_are_broken_at_blanks() {
        assert_eq!(wrapped("a bc def g", 4), ["a bc", "def", "g"]);
    }
}
