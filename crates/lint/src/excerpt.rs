//! Text of inputs in messages.

/// The text cut where it is long, with everything but quotes escaped that a terminal or a line could take for its own.
pub(crate) fn shown(text: &str) -> String {
    let mut shown = String::new();
    for letter in text.chars().take(MOST) {
        match letter {
            '\'' | '"' => shown.push(letter),
            other => shown.extend(other.escape_debug()),
        }
    }
    shown
}

/// The most characters that a message quotes.
const MOST: usize = 80;
