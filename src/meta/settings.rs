//! How a document is to be read.

use http::HeaderMap;

use crate::diagnostic::Parsed;
use crate::limits::Limits;
use crate::meta::coding::Coding;
use crate::meta::element::rules::MetaRules;
use crate::meta::media::MediaType;
use crate::meta::{MetaExtractor, State};
use crate::token::Accessor;

impl MetaExtractor {
    /// An extractor for a document that is known to be HTML.
    pub fn new() -> MetaExtractor {
        MetaExtractor {
            rules: MetaRules::new(),
            limit: Limits::default().document(),
            media: MediaType::default(),
            coding: Coding::default(),
            taken: 0,
            state: State::Held(Vec::new()),
            output: Parsed::default(),
        }
    }

    /// An extractor for the body of a response with these fields, see [`MetaExtractor::with_content_type`] and
    /// [`MetaExtractor::with_content_encoding`].
    pub fn from_headers(headers: &HeaderMap) -> MetaExtractor {
        MetaExtractor {
            media: MediaType::of_headers(headers),
            coding: Coding::of_headers(headers),
            ..MetaExtractor::new()
        }
    }

    /// Sets how many bytes of the document are read: [`Limits::document`].
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> MetaExtractor {
        self.limit = limits.document();
        self
    }

    /// Sets the type of the document, as the `Content-Type` field has it.
    ///
    /// `text/html` is read as HTML, `application/xhtml+xml` as XML, another type not at all. Without a
    /// readable type, a document that begins with `<` after white space is read as HTML, with a diagnostic.
    #[must_use]
    pub fn with_content_type(mut self, value: &str) -> MetaExtractor {
        self.media = MediaType::parse(value);
        self
    }

    /// Sets the type by the lines of `Content-Type` as they came, none to several; a line that is not visible ASCII is
    /// skipped.
    ///
    /// ```
    /// use robots_policy::MetaExtractor;
    ///
    /// let lines = [b"text/html".as_slice(), b"application/json".as_slice()];
    /// let mut metas = MetaExtractor::new().with_content_type_lines(lines);
    /// assert!(metas.feed(b"{").is_done()); // the last valid type counts
    /// ```
    #[must_use]
    pub fn with_content_type_lines<'l>(
        mut self,
        lines: impl IntoIterator<Item = &'l [u8]>,
    ) -> MetaExtractor {
        self.media = MediaType::of_lines(lines);
        self
    }

    /// Sets the content codings of the body, as the `Content-Encoding` field has them; lines are joined by commas.
    ///
    /// The bytes decide: a body that is text is read whatever the field says, because many clients undo a coding and keep
    /// the field. A body that is still coded is not read; the diagnostic is [`DiagnosticCode::ContentCoding`](crate::DiagnosticCode::ContentCoding). A body
    /// that begins as gzip or zstd does is coded, with or without a field.
    ///
    /// ```
    /// use robots_policy::{DiagnosticCode, MetaExtractor};
    ///
    /// let mut metas = MetaExtractor::new().with_content_encoding("gzip");
    /// assert!(metas.feed(b"\x1f\x8b\x08\x00").is_done());
    /// assert_eq!(metas.finish().diagnostics[0].code(), DiagnosticCode::ContentCoding);
    /// ```
    #[must_use]
    pub fn with_content_encoding(mut self, value: &str) -> MetaExtractor {
        self.coding = Coding::parse(value);
        self
    }

    /// Sets all rules at once.
    #[must_use]
    pub fn with_rules(mut self, rules: MetaRules) -> MetaExtractor {
        self.rules = rules;
        self
    }

    /// Adds the names that page-level statements address this asker by: see [`MetaRules::with_accessors`].
    #[must_use]
    pub fn with_accessor(self, accessor: &Accessor) -> MetaExtractor {
        self.with_accessors(std::slice::from_ref(accessor))
    }

    /// See [`MetaRules::with_accessors`].
    #[must_use]
    pub fn with_accessors(mut self, accessors: &[Accessor]) -> MetaExtractor {
        self.rules = self.rules.with_accessors(accessors);
        self
    }
}

impl Default for MetaExtractor {
    fn default() -> MetaExtractor {
        MetaExtractor::new()
    }
}
