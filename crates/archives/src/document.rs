//! The document of a stored response, read to its end.

use std::io::Read;

use robots_policy::ledger;
use robots_policy::{Client, MetaExtractor, Why};
use robots_policy_records::{Ending, FedDocument, Readers};

use robots_policy_http::Damage;
use robots_policy_http::Message;

/// The document of a stored response, read.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its statements, or why there are none.
    pub document: ledger::Document,
    /// How many of its bytes were read for directives, decoded.
    pub bytes: u64,
    /// Why it was not read whole.
    pub unread: Option<Why>,
    /// Whether its head was over before its end.
    pub is_over: bool,
    /// The damage that kept its coding from being undone.
    pub damage: Option<Damage>,
}

impl Document {
    /// Reads the document that `message` holds, for all of these askers. `is_cut` is the caller's word that it was cut.
    pub fn read(
        message: &mut Message<'_>,
        readers: &Readers,
        askers: &[Client],
        is_cut: bool,
    ) -> Document {
        // A body without a type may not be a document.
        let mut codings = message.codings_not_found().map(String::from_utf8_lossy);
        let codings = codings
            .next()
            .map(|first| codings.fold(first.into_owned(), |all, line| all + "," + &line));
        let types: Vec<Vec<u8>> = message.content_types().map(<[u8]>::to_vec).collect();
        let document = || {
            let types = types.iter().map(Vec::as_slice);
            let document = MetaExtractor::new().with_content_type_lines(types);
            match &codings {
                Some(codings) => document.with_content_encoding(codings),
                None => document,
            }
        };
        let mut fed = FedDocument::new(readers, askers, &document);
        if types.is_empty() {
            fed = fed.untyped();
        }
        let is_document = !fed.is_over();
        feed(message.body(), &mut fed);
        let ending = match message.unread() {
            _ if message.lacks_start() => Ending::WithoutStart,
            Some(why) => Ending::Cut(why),
            None if is_cut => Ending::Cut(Why::Incomplete),
            None if message.states_end() => Ending::Whole,
            None => Ending::Open,
        };
        let damage = message.damage().filter(|_| !fed.is_over()).cloned();
        let read = fed.finish(readers, askers, document, ending, true);
        Document {
            document: read.document,
            bytes: read.head_octets,
            unread: read.unread,
            is_over: is_document && read.is_over,
            damage,
        }
    }
}

/// Feeds the document in pieces of one size, so that the number of those that its head takes is a function of the document alone.
/// Only documents are read. A body that cannot be read further ends there.
fn feed(body: &mut impl Read, fed: &mut FedDocument) {
    let mut piece = [0; PIECE];
    if fed.is_over() {
        return;
    }
    loop {
        let len = fill(body, &mut piece);
        let Some(filled) = piece.get(..len).filter(|filled| !filled.is_empty()) else {
            break;
        };
        let _ = fed.feed(filled);
    }
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

    fn reads(document: &[u8], size: usize) -> u64 {
        let readers = Readers::default();
        let mut fed = FedDocument::new(&readers, &[], MetaExtractor::new);
        let mut body = BufReader::with_capacity(size, document);
        feed(&mut body, &mut fed);
        let read = fed.finish(&readers, &[], MetaExtractor::new, Ending::Whole, true);
        read.head_octets
    }

    #[test]
    fn records_do_not_depend_on_the_size_of_reads() {
        let head = format!(
            "<title>{}</title><meta name=robots content=noindex>",
            "x".repeat(10_000)
        );
        let page = format!("{head}<p>{}", "text ".repeat(10_000));
        for (document, expected) in [
            (page.as_str(), 3 * PIECE as u64),
            (&head, head.len() as u64),
            ("<p>short", 8),
            ("", 0),
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
