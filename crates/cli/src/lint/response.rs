//! A response whose fields have no lines of their own, as the linter takes it: of a HAR, or of a live site. The redirects that a saved
//! response has before it, as `curl -iL` writes them.

use robots_policy_input::saved;
use robots_policy_lint::{Document, FieldLine, Linter, Page, Redirect, Source};

/// A response.
pub(super) struct ReceivedResponse<'r> {
    pub(super) url: &'r str,
    pub(super) status: u16,
    pub(super) lines: Option<Vec<(&'r [u8], &'r [u8])>>,
    /// The document, without codings.
    pub(super) octets: Option<&'r [u8]>,
    /// Whether the document is UTF-8, whatever the fields say.
    pub(super) is_text: bool,
    pub(super) is_cut: bool,
}

impl ReceivedResponse<'_> {
    /// Calls `look` with it.
    pub(super) fn with<T>(&self, look: impl FnOnce(&Page<'_>) -> T) -> T {
        let url = self.url;
        let text = block(self.lines.as_deref().unwrap_or_default());
        let block_source = Source::new(&format!("{url} (fields)"), &text);
        let page_source = self.octets.map(|octets| Source::new(url, octets));
        let fields = self.lines.as_ref().map(|lines| {
            let mut at = 0;
            let lines = lines.iter().map(|(name, value)| {
                let begins = at;
                at += name.len() + value.len() + SEPARATORS;
                FieldLine {
                    name,
                    value,
                    place: Some((&block_source, begins, begins + name.len() + ": ".len())),
                }
            });
            lines.collect()
        });
        look(&Page {
            name: url,
            url: Some(url),
            status: Some(self.status),
            fields,
            document: page_source.as_ref().map(|source| Document {
                is_text: self.is_text,
                is_cut: self.is_cut,
                ..Document::of(source, 0)
            }),
        })
    }
}

/// Field lines as a text, a line each.
pub(super) fn block(lines: &[(&[u8], &[u8])]) -> Vec<u8> {
    let lines = lines
        .iter()
        .flat_map(|(name, value)| [name, &b": "[..], value, b"\n"]);
    lines.flatten().copied().collect()
}

/// Looks at the redirects in the bytes before a response, the last one first.
pub(super) fn look_at_redirects(
    source: &Source<'_>,
    end: usize,
    page: &Page<'_>,
    linter: &mut Linter,
) {
    let before = source.bytes().get(..end).unwrap_or_default();
    saved::before(before, |message| {
        if let Some(status @ 300..=399) = message.status() {
            let fields = FieldLine::of_message(message, source, 0);
            linter.redirect(&Redirect { status, fields }, page);
        }
    });
}

/// The bytes of a line beside name and value.
const SEPARATORS: usize = ": \n".len();
