//! Texts of others, cut for messages.

/// The part of a value that a message may quote.
pub fn quoted(value: &str) -> String {
    cut(value.to_owned(), QUOTED, 0)
}

/// At most the first `begins` and the last `ends` characters of a text.
pub fn cut(text: String, begins: usize, ends: usize) -> String {
    let length = text.chars().count();
    if length <= begins + ends {
        return text;
    }
    let first: String = text.chars().take(begins).collect();
    let last: String = text.chars().skip(length - ends).collect();
    format!("{first}…{last}")
}

/// The most characters of a value that a message quotes.
pub const QUOTED: usize = 80;
