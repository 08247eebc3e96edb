//! A response that a shell or an editor wrote in another encoding: with a byte order mark, or in UTF-16 as the `>` of PowerShell 5
//! does it.

use std::borrow::Cow;

use super::STATUS_LINE;
use super::blocks::Undone;

/// The response in UTF-8, and a note about that; `None` for bytes without a byte order mark, and for another text than a
/// response: a page and a robots.txt have rules of their own for it.
pub(super) fn of(file: &[u8], has_marks: impl Fn(&[u8]) -> bool) -> Option<(Undone, &'static str)> {
    let (bytes, notice) = decoded(file)?;
    let is_response = bytes.starts_with(STATUS_LINE) || has_marks(&bytes);
    is_response.then(|| (Undone::recoded(bytes), notice))
}

/// A text without its byte order mark, in UTF-8; bytes without such a mark as they are.
pub fn text(file: &[u8]) -> Cow<'_, [u8]> {
    match decoded(file) {
        Some((bytes, _)) => bytes.into(),
        None => file.into(),
    }
}

/// The text without its mark, in UTF-8.
fn decoded(file: &[u8]) -> Option<(Vec<u8>, &'static str)> {
    match file {
        [0xEF, 0xBB, 0xBF, text @ ..] => Some((text.to_vec(), MARKED)),
        [0xFF, 0xFE, text @ ..] => Some((of_wide(text, u16::from_le_bytes), WIDE)),
        [0xFE, 0xFF, text @ ..] => Some((of_wide(text, u16::from_be_bytes), WIDE)),
        _ => None,
    }
}

/// The characters of UTF-16. What is none, as a half at the end, is U+FFFD.
fn of_wide(text: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let (pairs, rest) = text.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    let chars = char::decode_utf16(units).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER));
    let half = (!rest.is_empty()).then_some(char::REPLACEMENT_CHARACTER);
    chars.chain(half).collect::<String>().into_bytes()
}

/// The notes about the reading.
const MARKED: &str = "a byte order mark is before it, as editors and PowerShell write one, so its bytes may not be those that came; in PowerShell save it with `curl.exe -si URL -o FILE`";
const WIDE: &str = "it is in UTF-16, as `>` of PowerShell writes it, and was read as UTF-8, so its bytes are not those that came; save it with `curl.exe -si URL -o FILE`";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_characters_come_back() {
        let text = "HTTP/1.1 200 OK\r\nA: ä\u{1F916}\r\n\r\n<p>";
        for (mark, bytes) in [
            ("\u{FEFF}", u16::to_le_bytes as fn(u16) -> [u8; 2]),
            ("\u{FEFF}", u16::to_be_bytes),
        ] {
            let wide: Vec<u8> = format!("{mark}{text}")
                .encode_utf16()
                .flat_map(bytes)
                .collect();
            let (read, notice) = of(&wide, |_| false).expect("it is a response");
            assert_eq!((str::from_utf8(&read.bytes), notice), (Ok(text), WIDE));
            let cut = wide.get(..wide.len() - 1).expect("it is longer");
            let (read, _) = of(cut, |_| false).expect("it is a response");
            assert!(read.bytes.ends_with("<p\u{FFFD}".as_bytes()));
        }
        assert!(of(b"\xEF\xBB\xBF<p>", |_| false).is_none());
    }
}
