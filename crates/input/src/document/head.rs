//! The head of a document, read as it streams.

use robots_policy::engines::Profile;
use robots_policy::ledger::{Document, Extent};
use robots_policy::meta::{MetaRules, Metas, Placement};
use robots_policy::robots_txt::RobotsTxtReader;
use robots_policy::{
    Client, Diagnostic, DiagnosticCode, HeaderReader, MetaExtractor, Parsed, ProductToken,
    Provenance, Source, Span, Why,
};

use crate::message::ending::Ending;

/// How the inputs are read.
#[derive(Clone, Debug)]
pub struct Readers {
    /// Reads robots.txt.
    pub robots: RobotsTxtReader,
    /// Reads the fields.
    pub fields: HeaderReader,
    /// Which metas count.
    pub metas: MetaRules,
    /// Whether documents are read to their end for engines to which metas in the body count. The reading without a profile
    /// does not hear these, unless `metas` counts them too.
    pub whole: bool,
    /// Whether metas to the names of known crawlers are read too, for a caller that shows what is said to others.
    pub others: bool,
}

impl Readers {
    /// The readers for these engines: whole documents if metas in the body count for one of them.
    #[must_use]
    pub fn for_engines(mut self, engines: &[Profile]) -> Readers {
        self.whole |= engines.iter().any(|engine| engine.reads_body());
        self
    }

    /// The readers that read what is said to other crawlers too.
    #[must_use]
    pub fn with_others(self, others: bool) -> Readers {
        Readers { others, ..self }
    }

    /// Which metas are read.
    fn rules(&self) -> MetaRules {
        if !self.whole {
            return self.metas.clone();
        }
        let placements = Placement::ALL.iter().copied();
        let read = placements.filter(|at| *at == Placement::Body || self.metas.counts(*at));
        self.metas.clone().with_placements(read)
    }

    /// The document whose metas were read with these readers, and whether the rest was searched for a licence.
    pub fn document(&self, read: Parsed<Metas>, is_searched: bool) -> Document {
        let extent = match self.whole {
            true if self.metas.counts(Placement::Body) => Extent::Counted,
            true => Extent::Whole,
            false if is_searched => Extent::Searched,
            false => Extent::Head,
        };
        Document::read(read, extent)
    }
}

/// A client of the names by which pages address known crawlers.
fn known() -> Client {
    let names = Profile::all().flat_map(Profile::page_names);
    let names = names.filter_map(|name| ProductToken::new(name).ok());
    Client::anonymous().with_page_tokens(names.collect())
}

impl Default for Readers {
    fn default() -> Readers {
        Readers {
            robots: RobotsTxtReader::new(),
            fields: HeaderReader::new(),
            metas: MetaRules::new(),
            whole: false,
            others: false,
        }
    }
}

/// The head of one document, or all of it for engines to which metas in the body count.
pub(crate) struct DocumentHead {
    metas: MetaExtractor,
    /// The reading of the head alone, beside one of the whole document: what it leaves out is for these engines alone.
    head: Option<MetaExtractor>,
}

impl DocumentHead {
    /// The head of a document that is read as `readers` say, for all of these askers, begun by `document`.
    pub(crate) fn new(
        readers: &Readers,
        askers: &[Client],
        document: impl Fn() -> MetaExtractor,
    ) -> DocumentHead {
        let all: Vec<Client>;
        let askers = if readers.others && !askers.is_empty() {
            all = askers.iter().cloned().chain([known()]).collect();
            &all
        } else {
            askers
        };
        let reading = |rules| document().with_rules(rules).with_clients(askers);
        let has_apart = readers.whole && !readers.metas.counts(Placement::Body);
        DocumentHead {
            metas: reading(readers.rules()),
            head: has_apart.then(|| reading(readers.metas.clone())),
        }
    }

    /// Whether its type has no head, and its first octets tell what it may state.
    pub(crate) fn needs_start(&self) -> bool {
        self.metas.needs_start()
    }

    /// Takes the next bytes of the document; returns whether no further bytes can change the answer.
    pub(crate) fn feed(&mut self, chunk: &[u8]) -> bool {
        if let Some(head) = &mut self.head {
            let _ = head.feed(chunk);
        }
        self.metas.feed(chunk).is_done()
    }

    /// The metas that were read, with a diagnostic if the head is not all of it; `is_over` says that it was over before the end.
    pub(crate) fn finish(self, ending: Ending, is_over: bool) -> Parsed<Metas> {
        match ending {
            // Its metas count, and its head was not read.
            Ending::WithoutStart => {
                let read = self.read(MetaExtractor::finish_cut);
                with_unread(read, DiagnosticCode::IncompleteDocument)
            }
            // Octets that fail the test of their coding are not those of the document, wherever the head ends.
            Ending::Cut(Why::ContentCoding) => with_unread(
                self.read(MetaExtractor::finish),
                DiagnosticCode::ContentCoding,
            ),
            Ending::Cut(Why::Incomplete) if !is_over => self.read(MetaExtractor::finish_cut),
            // Its octets show whether it was cut.
            Ending::Open if !is_over => self.read(MetaExtractor::finish_unmeasured),
            Ending::Whole | Ending::Open | Ending::Cut(_) => self.read(MetaExtractor::finish),
        }
    }

    /// The metas, without those in a `noscript` or a template of the body: the reading of the head has them not, and no engine to
    /// which the body counts does.
    fn read(self, finish: fn(MetaExtractor) -> Parsed<Metas>) -> Parsed<Metas> {
        let mut read = finish(self.metas);
        let Some(head) = self.head.map(finish) else {
            return read;
        };
        let is_apart = |at: &Provenance| {
            let placement = at.source().placement();
            matches!(placement, Some(Placement::Noscript | Placement::Template))
        };
        read.value
            .retain(|signal| !is_apart(signal.provenance()) || head.value.contains(signal));
        read.diagnostics
            .retain(|found| !is_apart(found.provenance()) || head.diagnostics.contains(found));
        read
    }
}

/// These metas, and that the document was not read whole.
fn with_unread(mut read: Parsed<Metas>, code: DiagnosticCode) -> Parsed<Metas> {
    let is_said = |other: &Diagnostic| other.code().unread() == code.unread();
    if !read.diagnostics.iter().any(is_said) {
        let at = Provenance::new(Source::Meta(Placement::Head), None, Span::new(0, 0), "");
        read.diagnostics.push(Diagnostic::new(code, at));
    }
    read
}
