//! Text of inputs in messages.

/// The text escaped, and cut where it is long.
pub(crate) fn shown(text: &str) -> String {
    let cut: String = text.chars().take(MOST).collect();
    cut.escape_debug().to_string()
}

/// The most characters that a message quotes.
const MOST: usize = 80;
