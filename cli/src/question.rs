//! One question: who asks, about which response, read how.

use std::time::SystemTime;

use robots_policy::{
    Accessor, HeaderReader, MetaExtractor, Placement, Policy, ProductToken, Timestamp,
};

/// What a record, or a command line with its files, asks.
pub(crate) struct Question<'q> {
    pub(crate) accessor: Accessor,
    pub(crate) now: Option<Timestamp>,
    pub(crate) fields: Vec<(&'q [u8], &'q [u8])>,
    pub(crate) document: Option<&'q [u8]>,
    /// Whether the document may be none: then a missing type is guessed from its first bytes.
    pub(crate) is_response: bool,
    /// Feeds the document in chunks of this many bytes.
    pub(crate) chunk: Option<usize>,
    pub(crate) options: Reading,
}

/// How the inputs are read.
#[derive(Clone)]
pub(crate) struct Reading {
    pub(crate) fields: HeaderReader,
    pub(crate) metas: Vec<Placement>,
    pub(crate) http_equiv: bool,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            fields: HeaderReader::new(),
            metas: vec![Placement::Head, Placement::Noscript],
            http_equiv: false,
        }
    }
}

impl Question<'_> {
    /// Reads all inputs into one policy.
    pub(crate) fn policy(&self) -> Policy {
        let fields = self.options.fields.read_lines(self.fields.iter().copied());
        let policy = Policy::new().with_signals(fields);
        match self.document {
            Some(document) => policy.with_signals(self.metas(document)),
            None => policy,
        }
    }

    /// The clock of the question.
    pub(crate) fn now(&self) -> Timestamp {
        self.now.unwrap_or_else(|| SystemTime::now().into())
    }

    fn metas(&self, document: &[u8]) -> robots_policy::Parsed<Vec<robots_policy::Signal>> {
        let mut extractor = MetaExtractor::new()
            .with_placements(self.options.metas.iter().copied())
            .with_http_equiv(self.options.http_equiv);
        for token in self.accessor.page_tokens() {
            extractor = extractor.with_token(token.clone());
        }
        if let Some(content_type) = self.content_type() {
            extractor = extractor.with_content_type(&content_type);
        } else if self.is_response {
            extractor = extractor.with_content_type("");
        }
        let size = self.chunk.unwrap_or(document.len()).max(1);
        for chunk in document.chunks(size) {
            if extractor.feed(chunk).is_done() {
                break;
            }
        }
        extractor.finish()
    }

    fn content_type(&self) -> Option<String> {
        let (_, value) = self
            .fields
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(b"content-type"))?;
        Some(String::from_utf8_lossy(value).into_owned())
    }
}

/// A client of these tokens; none of them is a client nobody names.
pub(crate) fn accessor(
    tokens: Vec<ProductToken>,
    page_tokens: Option<Vec<ProductToken>>,
    obeys_global: bool,
) -> Accessor {
    let accessor = tokens
        .into_iter()
        .fold(Accessor::anonymous(), Accessor::or_token);
    let accessor = accessor.with_obeys_global(obeys_global);
    match page_tokens {
        Some(tokens) => accessor.with_page_tokens(tokens),
        None => accessor,
    }
}

/// Reads an RFC 3339 moment.
pub(crate) fn moment(text: &str) -> Result<Timestamp, String> {
    match text.parse::<jiff::Timestamp>() {
        Ok(moment) => Ok(Timestamp::from_unix(moment.as_second())),
        Err(_) => Err(format!(
            "`{text}` is no RFC 3339 time; write it as 2026-11-25T15:00:00Z"
        )),
    }
}
