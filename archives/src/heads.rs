//! The head of a document, read as it streams by the engines that were asked for.

use robots_policy::{
    Accessor, Code, Diagnostic, HeadEngine, HeaderReader, MetaExtractor, Parsed, Placement,
    Provenance, RobotsTxtReader, Signal, Source, Span, Why,
};

/// How the inputs are read.
#[derive(Clone, Debug)]
pub struct Readers {
    /// Reads robots.txt.
    pub robots: RobotsTxtReader,
    /// Reads the fields.
    pub fields: HeaderReader,
    /// Where metas count.
    pub metas: Vec<Placement>,
    /// Whether `meta http-equiv=X-Robots-Tag` counts too.
    pub http_equiv: bool,
    /// The engines that read the head of a document; the first one decides, and a difference gets a diagnostic.
    pub engines: Vec<HeadEngine>,
}

impl Default for Readers {
    fn default() -> Readers {
        Readers {
            robots: RobotsTxtReader::new(),
            fields: HeaderReader::new(),
            metas: vec![Placement::Head, Placement::Noscript],
            http_equiv: false,
            engines: vec![HeadEngine::Scanner],
        }
    }
}

/// The extractors of one document.
pub struct Heads(Vec<MetaExtractor>);

impl Heads {
    /// Extractors that read as `readers` say, for all of these askers, each begun by `document`.
    pub fn new(
        readers: &Readers,
        askers: &[Accessor],
        document: impl Fn() -> MetaExtractor,
    ) -> Heads {
        let extractor = |engine: &HeadEngine| {
            document()
                .with_engine(*engine)
                .with_placements(readers.metas.iter().copied())
                .with_http_equiv(readers.http_equiv)
                .for_accessors(askers)
        };
        Heads(readers.engines.iter().map(extractor).collect())
    }

    /// Takes the next bytes of the document; returns whether no further bytes can change the answer.
    pub fn feed(&mut self, chunk: &[u8]) -> bool {
        let mut are_done = true;
        for extractor in &mut self.0 {
            are_done &= extractor.feed(chunk).is_done();
        }
        are_done
    }

    /// The metas that were read, with a diagnostic if two engines read them differently, and one if the document was not
    /// read whole: `unread` says why, unless the heads were over.
    pub fn finish(self, unread: Option<Why>) -> Parsed<Vec<Signal>> {
        let end = match unread {
            Some(Why::Incomplete) => MetaExtractor::finish_cut,
            _ => MetaExtractor::finish,
        };
        let mut read = self.0.into_iter().map(end);
        let first = read.next().unwrap_or_default();
        let mut read = read.fold(first, |first, other| compared(first, &other));
        let is_said = |why| {
            let mut codes = read.diagnostics.iter().map(Diagnostic::code);
            codes.any(|code| code.unread() == Some(why))
        };
        if unread == Some(Why::ContentCoding) && !is_said(Why::ContentCoding) {
            read.diagnostics.push(remark(Code::ContentCoding));
        }
        read
    }
}

/// The metas of the first engine, with a diagnostic if the other engine read different ones.
fn compared(mut first: Parsed<Vec<Signal>>, other: &Parsed<Vec<Signal>>) -> Parsed<Vec<Signal>> {
    if first != *other {
        first.diagnostics.push(remark(Code::EnginesDiffer));
    }
    first
}

/// A diagnostic of the document.
fn remark(code: Code) -> Diagnostic {
    let at = Provenance::new(Source::Meta(Placement::Head), None, Span::new(0, 0), "");
    Diagnostic::new(code, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_between_engines_is_reported() {
        let read = |page: &[u8]| {
            let mut metas = MetaExtractor::new();
            let _ = metas.feed(page);
            metas.finish()
        };
        let (one, other) = (
            read(b"<meta name=robots content=noindex>"),
            read(b"<meta name=robots content=nofollow>"),
        );
        assert!(compared(one.clone(), &one).diagnostics.is_empty());
        let codes: Vec<Code> = compared(one, &other)
            .diagnostics
            .iter()
            .map(Diagnostic::code)
            .collect();
        assert_eq!(codes, [Code::EnginesDiffer]);
    }
}
