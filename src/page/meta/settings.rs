//! The constructors and settings of the extractor: how a document is to be read.

use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};

use crate::diagnostic::Parsed;
use crate::header::named;
use crate::limits::Limits;
use crate::page::meta::coding::Coding;
use crate::page::meta::element::rules::MetaRules;
use crate::page::meta::media::MediaType;
use crate::page::meta::{ExtractorState, MetaExtractor};
use crate::token::Client;

impl MetaExtractor {
    /// An extractor for a document that is known to be HTML, with the default rules and limits and
    /// no known charset.
    ///
    /// It takes no allocation.
    pub fn new() -> MetaExtractor {
        MetaExtractor {
            rules: MetaRules::new(),
            limit: Limits::default().document(),
            media: MediaType::default(),
            coding: Coding::default(),
            taken: 0,
            state: ExtractorState::Held(Vec::new()),
            output: Parsed::begun(),
        }
    }

    /// An extractor for the body of a response with these fields: it takes the type and the charset
    /// from `Content-Type` and the codings from `Content-Encoding`. See
    /// [`MetaExtractor::with_content_type`] and [`MetaExtractor::with_content_encoding`].
    ///
    /// Robots fields are not read here; [`HeaderReader`](crate::HeaderReader) does that.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{DiagnosticCode, MetaExtractor};
    ///
    /// let mut headers = http::HeaderMap::new();
    /// headers.insert("content-type", "application/pdf".parse()?);
    /// let metas = MetaExtractor::from_headers(&headers);
    /// assert!(metas.progress().is_done()); // no byte of it is needed
    /// assert_eq!(metas.finish().diagnostics[0].code(), DiagnosticCode::NotHtml);
    /// # Ok::<(), http::header::InvalidHeaderValue>(())
    /// ```
    pub fn from_headers(headers: &HeaderMap) -> MetaExtractor {
        MetaExtractor {
            media: MediaType::of_headers(headers),
            coding: Coding::of_headers(headers),
            ..MetaExtractor::new()
        }
    }

    /// The same for field lines of any type. See [`Policy::with_lines`](crate::Policy::with_lines).
    pub fn from_lines<N, V>(lines: impl IntoIterator<Item = (N, V)>) -> MetaExtractor
    where
        N: AsRef<[u8]>,
        V: AsRef<[u8]>,
    {
        let lines: Vec<(N, V)> = lines.into_iter().collect();
        let lines = lines
            .iter()
            .map(|(name, value)| (name.as_ref(), value.as_ref()));
        let codings = named(CONTENT_ENCODING, lines.clone()).map(String::from_utf8_lossy);
        MetaExtractor::new()
            .with_content_type_lines(named(CONTENT_TYPE, lines))
            .with_content_encoding(&codings.collect::<Vec<_>>().join(","))
    }

    /// Sets how many bytes of the document are read: [`Limits::document`], 2 MiB by default.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{DiagnosticCode, Limits, MetaExtractor};
    ///
    /// let limits = Limits::default().with_document(4096);
    /// let mut metas = MetaExtractor::new().with_limits(limits);
    /// assert!(metas.feed(&[b' '; 5000]).is_done()); // white space does not end a head, the limit does
    /// assert_eq!(metas.finish().diagnostics[0].code(), DiagnosticCode::HeadTruncated);
    /// ```
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> MetaExtractor {
        self.limit = limits.document();
        self
    }

    /// Sets the type of the document, as the value of the `Content-Type` field states it.
    ///
    /// | type | the document is read |
    /// |---|---|
    /// | `text/html` | as HTML |
    /// | `application/xhtml+xml` | as XML |
    /// | `application/xml`, `text/xml` | not at all; one whose root is `html` is unread ([`DiagnosticCode::XmlPage`](crate::DiagnosticCode::XmlPage)) |
    /// | another valid type | not at all ([`DiagnosticCode::NotHtml`](crate::DiagnosticCode::NotHtml)) |
    /// | empty or invalid | as HTML if its first character that is not white space is `<`, with [`DiagnosticCode::SniffedHtml`](crate::DiagnosticCode::SniffedHtml) |
    ///
    /// A `charset` parameter that names a known encoding sets the encoding. Of several values,
    /// joined by commas, the last valid type counts (Fetch, "extract a MIME type").
    ///
    /// # Examples
    ///
    /// XML knows no upper case for names of HTML, and its elements must be closed:
    ///
    /// ```
    /// use robots_policy::MetaExtractor;
    ///
    /// let page = br#"<html xmlns="http://www.w3.org/1999/xhtml"><head>
    ///     <META name="robots" content="noindex"/><meta name="robots" content="nofollow"/></head>"#;
    /// let mut metas = MetaExtractor::new().with_content_type("application/xhtml+xml; charset=utf-8");
    /// assert!(metas.feed(page).is_done());
    /// let signals = metas.finish().value;
    /// assert_eq!((signals.len(), signals[0].provenance().text()), (1, "nofollow"));
    /// ```
    #[must_use]
    pub fn with_content_type(mut self, value: &str) -> MetaExtractor {
        self.media = MediaType::parse(value);
        self
    }

    /// Sets the type by the lines of `Content-Type` as they arrived, none to several. A line that
    /// is not visible ASCII is skipped. For callers without a `HeaderMap`: archives keep lines.
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

    /// Sets the content codings of the body, as the value of the `Content-Encoding` field states
    /// them; lines are joined by commas.
    ///
    /// The bytes decide: a body that is text is read whatever the field says, because many clients
    /// undo a coding and keep the field. A body that is still coded is not read; the diagnostic is
    /// [`DiagnosticCode::ContentCoding`](crate::DiagnosticCode::ContentCoding). A body that begins
    /// as gzip or zstd does is coded, with or without a field.
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

    /// Sets all rules at once, and replaces clients that were added before.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::MetaExtractor;
    /// use robots_policy::meta::{MetaRules, Placement};
    ///
    /// let rules = MetaRules::new().with_placements([Placement::Head, Placement::Body]);
    /// let mut metas = MetaExtractor::new().with_rules(rules);
    /// assert!(!metas.feed(b"<p><meta name=robots content=noindex>").is_done()); // read to its end
    /// assert_eq!(metas.finish().value.len(), 1);
    /// ```
    #[must_use]
    pub fn with_rules(mut self, rules: MetaRules) -> MetaExtractor {
        self.rules = rules;
        self
    }

    /// Adds the names that page-level statements address this client by: see
    /// [`MetaRules::with_clients`].
    ///
    /// # Examples
    ///
    /// A `meta` for another crawler is kept if it restricts, and is silent otherwise: its name
    /// could be any metadata. For your own crawler a mistake is reported.
    ///
    /// ```
    /// use robots_policy::{Client, MetaExtractor};
    ///
    /// let page = b"<meta name=examplebot content=noindx><p>";
    /// let mut metas = MetaExtractor::new();
    /// let _ = metas.feed(page);
    /// assert!(metas.finish().diagnostics.is_empty());
    ///
    /// let mut metas = MetaExtractor::new().with_client(&Client::new("ExampleBot")?);
    /// let _ = metas.feed(page);
    /// assert!(!metas.finish().diagnostics.is_empty());
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn with_client(self, client: &Client) -> MetaExtractor {
        self.with_clients(std::slice::from_ref(client))
    }

    /// Adds the names that page-level statements address these clients by: see
    /// [`MetaRules::with_clients`]. One reading serves all of them.
    #[must_use]
    pub fn with_clients(mut self, clients: &[Client]) -> MetaExtractor {
        self.rules = self.rules.with_clients(clients);
        self
    }
}

impl Default for MetaExtractor {
    fn default() -> MetaExtractor {
        MetaExtractor::new()
    }
}
