//! The document of a stored response, read to its end.

use std::borrow::Cow;

use robots_policy::ledger;
use robots_policy::parts::Parts;
use robots_policy::{Client, MetaExtractor, Why};
use robots_policy_input::{
    Damage, Ending, FedDocument, Message, Readers, Room, is_without_document, page_parts,
};

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
    form: Form,
}

/// How a document is read.
#[derive(Clone, Debug)]
struct Form {
    types: Vec<Vec<u8>>,
    /// The codings that were not found in it.
    codings: Option<String>,
    /// Whether its type lets it have parts.
    is_page: bool,
    ending: Ending,
}

impl Form {
    fn extractor(&self) -> MetaExtractor {
        let types = self.types.iter().map(Vec::as_slice);
        let document = MetaExtractor::new().with_content_type_lines(types);
        match &self.codings {
            Some(codings) => document.with_content_encoding(codings),
            None => document,
        }
    }
}

impl Document {
    /// Its parts; its octets are these, decoded.
    pub fn parts<'b>(&self, octets: impl Into<Cow<'b, [u8]>>) -> Parts<'b> {
        page_parts(&self.form.extractor(), octets, self.form.ending)
    }

    /// Its parts, after it was read in this room; nothing unless all of it is at hand and known.
    pub fn whole_parts(&self, room: &Room, message: &mut Message<'_>) -> Option<Parts<'static>> {
        let octets = match self.form.is_page {
            _ if !message.has_body() => return None,
            true => message.body().whole().or(room.document())?,
            false => &[],
        };
        let parts = self.parts(octets.to_vec());
        (!parts.is_cut() && parts.unread().is_none()).then_some(parts)
    }

    /// Reads the document that `message` holds, for all of these askers. `is_cut` is the caller's word that it was cut.
    pub fn read(
        message: &mut Message<'_>,
        readers: &Readers,
        askers: &[Client],
        is_cut: bool,
    ) -> Document {
        Document::read_in(&mut Room::default(), message, readers, askers, is_cut)
    }

    /// Reads as [`Document::read`] does, in memory that the caller keeps for the next document.
    pub fn read_in(
        room: &mut Room,
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
        let mut form = Form {
            types: message.content_types().map(<[u8]>::to_vec).collect(),
            codings,
            is_page: false,
            ending: Ending::WithoutStart,
        };
        let status = message.known_status();
        if !message.has_body()
            && status.is_some_and(|status| status == 304 || is_without_document(status))
        {
            // What its status says of the document is said by the policy; a 304 confirms a copy that is not here.
            return Document {
                document: ledger::Document::not_given(),
                bytes: 0,
                unread: None,
                is_over: false,
                damage: None,
                form,
            };
        }
        let document = || form.extractor();
        let mut fed = FedDocument::new(readers, askers, document);
        if !message.states_type() {
            fed = fed.untyped();
        }
        let (is_document, is_read) = (fed.is_document(), !fed.is_over());
        let ending = |message: &Message<'_>| match message.unread() {
            _ if message.lacks_start() => Ending::WithoutStart,
            Some(why) => Ending::Cut(why),
            None if is_cut => Ending::Cut(Why::Incomplete),
            None if message.states_end() => Ending::Whole,
            None => Ending::Open,
        };
        room.clear();
        // Reading a body that is in memory as it is would show no damage.
        let end = ending(message);
        let whole = message.body().whole().filter(|_| is_read);
        let (read, damage, end) = if let Some(whole) = whole {
            fed.take(whole);
            let read = fed.finish_held(Some(whole), readers, askers, document, end);
            (read, None, end)
        } else {
            // Of other files no more than the octets that show their format is read.
            if is_read {
                fed.drain(message.body(), room);
            }
            let damage = message.damage();
            let counts = |damage: &&Damage| damage.is_of_coding() || is_document && !fed.is_over();
            let damage = damage.filter(counts).cloned();
            let end = ending(message);
            let read = fed.finish_held(room.document(), readers, askers, document, end);
            (read, damage, end)
        };
        (form.is_page, form.ending) = (is_document, end);
        Document {
            document: read.document,
            bytes: read.head_octets,
            unread: read.unread,
            is_over: is_document && read.is_over,
            damage,
            form,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// The octets of a head that are taken at a time.
    const PIECE: u64 = 4096;

    fn reads(document: &[u8], size: usize) -> u64 {
        let readers = Readers::default();
        let mut fed = FedDocument::new(&readers, &[], MetaExtractor::new);
        let mut body = BufReader::with_capacity(size, document);
        let mut room = Room::default();
        fed.drain(&mut body, &mut room);
        let read = fed.finish_held(
            room.document(),
            &readers,
            &[],
            MetaExtractor::new,
            Ending::Whole,
        );
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
            (page.as_str(), 3 * PIECE),
            (&head, head.len() as u64),
            ("<p>short", 8),
            ("", 0),
        ] {
            for size in [1, 7, 100, 4095, 4096, 4097, 65_536] {
                assert_eq!(
                    reads(document.as_bytes(), size),
                    expected,
                    "in reads of {size}"
                );
            }
        }
    }
}
