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

/// A number with a comma after each three digits.
pub(crate) fn number(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The most characters that a message quotes.
const MOST: usize = 80;
