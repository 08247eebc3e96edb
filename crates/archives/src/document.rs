//! A document, read up to the end of its head.

use std::io::Read;

use robots_policy::{Client, MetaExtractor, Parsed, Signal, Why};
use robots_policy_records::{DocumentHead, Readers};

use robots_policy_http::Damage;
use robots_policy_http::Message;

/// The document of a stored response, read.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its metas that count, and its diagnostics; if it was not read whole, one of them reports that.
    pub metas: Parsed<Vec<Signal>>,
    /// How many of its bytes were read, decoded.
    pub bytes: u64,
    /// Why it was not read whole.
    pub unread: Option<Why>,
    /// Whether its head was over before its end.
    pub is_over: bool,
    /// The damage that kept its coding from being undone.
    pub damage: Option<Damage>,
}

impl Document {
    /// Reads the head of the document that `message` holds, for all of these askers.
    pub fn read(message: &mut Message<'_>, readers: &Readers, askers: &[Client]) -> Document {
        // A body without a type may not be a document.
        let mut codings = message.codings_not_found().map(String::from_utf8_lossy);
        let codings = codings
            .next()
            .map(|first| codings.fold(first.into_owned(), |all, line| all + "," + &line));
        let document = || {
            let document = MetaExtractor::new().with_content_type_lines(message.content_types());
            match &codings {
                Some(codings) => document.with_content_encoding(codings),
                None => document,
            }
        };
        let mut head = DocumentHead::new(readers, askers, document);
        let (bytes, is_over) = read_head(message.body(), &mut head);
        let lacks_start = message.lacks_start();
        let mut unread = match message.unread() {
            why if !is_over || lacks_start => why,
            _ => None,
        };
        let metas = match unread {
            Some(_) if lacks_start => head.finish_without_start(),
            None if !is_over && !message.states_end() => head.finish_unmeasured(),
            why => head.finish(why),
        };
        if unread.is_none() {
            unread = metas.diagnostics.iter().find_map(|d| d.code().unread());
        }
        Document {
            metas,
            bytes,
            unread,
            is_over,
            damage: message.damage().filter(|_| !is_over).cloned(),
        }
    }
}

/// Feeds the document until the rest can be ignored; returns the number of bytes fed, and whether that was before the
/// document's end.
///
/// Bytes are fed in pieces of one size, so that their number is a function of the document alone. A body that cannot be
/// read further ends there.
fn read_head(body: &mut impl Read, head: &mut DocumentHead) -> (u64, bool) {
    let mut piece = [0; PIECE];
    let mut read = 0;
    // Only documents are read.
    let mut is_over = head.feed(b"");
    while !is_over {
        let len = fill(body, &mut piece);
        let Some(filled) = piece.get(..len).filter(|filled| !filled.is_empty()) else {
            break;
        };
        read += len as u64;
        is_over = head.feed(filled);
    }
    (read, is_over)
}

/// Reads until the piece is full or the body ends; returns the number of bytes.
fn fill(body: &mut impl Read, piece: &mut [u8]) -> usize {
    let mut len = 0;
    while let Some(room) = piece.get_mut(len..).filter(|room| !room.is_empty()) {
        match body.read(room) {
            Ok(0) | Err(_) => break,
            Ok(read) => len += read,
        }
    }
    len
}

/// Bytes that are fed at a time.
const PIECE: usize = 4096;

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn reads(document: &[u8], size: usize) -> (u64, usize) {
        let mut head = DocumentHead::new(&Readers::default(), &[], MetaExtractor::new);
        let mut body = BufReader::with_capacity(size, document);
        let (read, _) = read_head(&mut body, &mut head);
        (read, head.finish(None).value.len())
    }

    #[test]
    fn records_do_not_depend_on_the_size_of_reads() {
        let head = format!(
            "<title>{}</title><meta name=robots content=noindex>",
            "x".repeat(10_000)
        );
        let page = format!("{head}<p>{}", "text ".repeat(10_000));
        for (document, expected) in [
            (page.as_str(), (3 * PIECE as u64, 1)),
            (&head, (head.len() as u64, 1)),
            ("<p>short", (8, 0)),
            ("", (0, 0)),
        ] {
            for size in [1, 7, 100, PIECE - 1, PIECE, PIECE + 1, 65_536] {
                assert_eq!(
                    reads(document.as_bytes(), size),
                    expected,
                    "in reads of {size}"
                );
            }
        }
    }
}
