//! Everything that reads untrusted input; each reading is reported and dropped.

use std::hint::black_box;
use std::ops::Deref;

use robots_policy::header::{FieldLines, RobotsTagMode, SignatureAgent, Validity};
use robots_policy::meta::{MetaRules, Metas, Placement, signals_from_metas};
use robots_policy::robots_txt::{
    Dialect, GroupSelection, QueryDelimiters, RobotsTxtReader, SignatureAgentLine,
};
use robots_policy::{
    Client, HeaderReader, Limits, MetaExtractor, Parsed, Policy, ProductToken, Scope, Signal,
    Timestamp, report,
    uses::{Rsl, TdmRep},
};

use super::sink;

/// A way to read an input, and its name.
pub(super) type Reader = (&'static str, fn(&[u8]));

/// Inputs of one kind, and everything that reads them.
pub struct InputKind {
    pub name: &'static str,
    /// The ways to read such an input, each with its name.
    pub readers: &'static [Reader],
    /// How much of an input is read.
    pub(super) limit: fn(&Limits) -> usize,
}

impl InputKind {
    /// How many bytes of an input of this length are read.
    pub fn read_of(&self, len: usize) -> u64 {
        len.min((self.limit)(&Limits::default())) as u64
    }
}

/// The lines of a field, and the `content` of a meta. The limit is raised so that all are read.
pub(crate) const FIELD: InputKind = InputKind {
    name: "field",
    limit: |_| usize::MAX,
    readers: &[
        ("lenient", |lines| field(lines, RobotsTagMode::Lenient)),
        ("list", |lines| field(lines, RobotsTagMode::StrictList)),
        ("dictionary", |lines| {
            field(lines, RobotsTagMode::StrictDictionary);
        }),
        ("legacy", |lines| {
            throw(&fields().read_lines(named("X-Robots-Tag", lines)));
        }),
        ("legacy, lines joined", |lines| {
            let reader = fields().with_field_lines(FieldLines::Joined);
            throw(&reader.read_lines(named("X-Robots-Tag", lines)));
        }),
        ("content", |text| {
            let text = String::from_utf8_lossy(text);
            let metas = [("robots", &*text, Placement::Head)];
            throw(&signals_from_metas(metas, &MetaRules::new()));
        }),
        ("validity", |lines| {
            for name in ["Cache-Control", "Expires"] {
                black_box(Validity::from_lines(named(name, lines)));
            }
        }),
        ("both, report", |lines| {
            let both = named("Robots-Tag", lines).chain(named("X-Robots-Tag", lines));
            report(&Policy::new().with_fields(fields().read_lines(both)));
        }),
    ],
};

/// The lines of a field about AI use.
pub(crate) const USE_FIELD: InputKind = InputKind {
    name: "field about AI use",
    limit: |_| usize::MAX,
    readers: &[
        ("TDM-Reservation", |lines| {
            throw(&fields().read_lines(named("TDM-Reservation", lines)));
        }),
        ("TDM-Policy", |lines| {
            throw(&fields().read_lines(named("TDM-Policy", lines)));
        }),
        ("Link", |lines| {
            throw(&fields().read_lines(named("Link", lines)));
        }),
        ("Content-Usage", |lines| {
            throw(&fields().read_lines(named("Content-Usage", lines)));
        }),
        ("Content-Signal", |lines| {
            throw(&fields().read_lines(named("Content-Signal", lines)));
        }),
    ],
};

/// A document of HTML, which is one of XHTML too as far as it is well-formed.
pub(crate) const DOCUMENT: InputKind = InputKind {
    name: "HTML",
    limit: Limits::document,
    readers: &[
        ("scanner", |text| throw(&page(text, WHOLE, metas()))),
        ("scanner, chunks", |text| throw(&page(text, 61, metas()))),
        ("body", |text| {
            let everywhere = metas()
                .with_rules(MetaRules::new().with_placements(Placement::ALL.iter().copied()));
            throw(&page(text, 61, everywhere));
        }),
        ("UTF-16", |text| {
            // More bytes than are read of any document.
            let text = text.get(..4 << 20).unwrap_or(text);
            let wide = format!("\u{FEFF}{}", String::from_utf8_lossy(text));
            let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
            throw(&page(&wide, 61, metas()));
        }),
        ("Shift_JIS", |text| {
            let typed = metas().with_content_type("text/html; charset=shift_jis");
            throw(&page(text, 61, typed));
        }),
        XHTML_WHOLE,
        XHTML_CHUNKS,
        ("report", |text| {
            report(&Policy::new().with_document(page(text, WHOLE, metas())));
        }),
    ],
};

/// A document of XHTML that is not one of HTML.
pub(crate) const XHTML: InputKind = InputKind {
    name: "XHTML",
    limit: Limits::document,
    readers: &[XHTML_WHOLE, XHTML_CHUNKS],
};

const XHTML_WHOLE: Reader = ("XHTML", |text| throw(&page(text, WHOLE, xhtml())));
const XHTML_CHUNKS: Reader = ("XHTML, chunks", |text| throw(&page(text, 61, xhtml())));

/// A document that is parsed by `html5ever` anyway. The cost of the parser alone is not ours to limit: it takes these
/// texts as they are.
pub(crate) const SINK: InputKind = InputKind {
    name: "MetaSink",
    limit: |_| usize::MAX,
    readers: &[("sink", |text| {
        throw(&sink::read(&String::from_utf8_lossy(text)));
    })],
};

/// A robots.txt and the first questions to it.
pub(crate) const ROBOTS_TXT: InputKind = InputKind {
    name: "robots.txt",
    limit: Limits::robots_txt,
    readers: &[
        ("extended", |file| {
            ask(&RobotsTxtReader::new(), file);
        }),
        ("RFC 9309", |file| {
            ask(&RobotsTxtReader::new().with_dialect(Dialect::Rfc9309), file);
        }),
        ("Google", |file| {
            ask(&RobotsTxtReader::new().with_dialect(Dialect::Google), file);
        }),
        ("restrictive", |file| {
            let reader = RobotsTxtReader::new().with_group_selection(GroupSelection::EveryNamed);
            let reader =
                reader.with_open_points(|open| open.signature_agent = SignatureAgentLine::Modifier);
            ask(
                &reader.with_open_points(|open| open.query = QueryDelimiters::Encoded),
                file,
            );
        }),
        ROBOTS_TXT_REPORT,
    ],
};

/// A robots.txt that states preferences, and the first questions about them.
pub(crate) const ROBOTS_TXT_USES: InputKind = InputKind {
    name: "robots.txt about AI use",
    limit: Limits::robots_txt,
    readers: &[
        ("extended", |file| {
            ask_uses(&RobotsTxtReader::new(), file);
        }),
        ("Google", |file| {
            ask_uses(&RobotsTxtReader::new().with_dialect(Dialect::Google), file);
        }),
        ("restrictive", |file| {
            let reader = RobotsTxtReader::new().with_group_selection(GroupSelection::EveryNamed);
            ask_uses(
                &reader.with_open_points(|open| open.query = QueryDelimiters::Encoded),
                file,
            );
        }),
        ROBOTS_TXT_REPORT,
    ],
};

const ROBOTS_TXT_REPORT: Reader = ("report", |file| {
    let read = RobotsTxtReader::new().read(file);
    report(&Policy::new().with_robots(read));
});

/// A `tdmrep.json`, and the questions to it.
pub(crate) const TDMREP: InputKind = InputKind {
    name: "tdmrep.json",
    limit: |_| TdmRep::MOST_BYTES,
    readers: &[
        ("file", |file| {
            let read = TdmRep::parse(file);
            for target in [target(), format!("https://example.com{}", target())] {
                black_box(read.value.stated(&target));
            }
            let messages: String = read.diagnostics.iter().map(ToString::to_string).collect();
            black_box(messages);
        }),
        ("report", |file| {
            report(&Policy::new().with_tdmrep(TdmRep::parse(file)));
        }),
    ],
};

/// A `Signature-Agent` field.
pub(crate) const SIGNATURE_AGENT: InputKind = InputKind {
    name: "Signature-Agent",
    limit: |_| usize::MAX,
    readers: &[("signature agent", |text| {
        let agent = SignatureAgent::parse(&String::from_utf8_lossy(text));
        if let Ok(agent) = agent {
            let asker = Client::anonymous().with_verified_signature(&agent);
            let file = b"User-agent: *\nDisallow: /a\n\nSignature-agent: a.example\nDisallow: /";
            let read = RobotsTxtReader::new().read(file).value;
            black_box(read.access(&asker, "/").is_allowed());
        }
    })],
};

/// A licence in RSL, and the questions to it.
pub(crate) const RSL: InputKind = InputKind {
    name: "RSL",
    limit: |_| Rsl::MOST_BYTES,
    readers: &[
        ("licence", license),
        ("UTF-16", |document| {
            let document = document.get(..Rsl::MOST_BYTES).unwrap_or(document);
            let wide = format!("\u{FEFF}{}", String::from_utf8_lossy(document));
            let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
            license(&wide);
        }),
    ],
};

fn license(document: &[u8]) {
    let read = Rsl::parse(document);
    let targets = [target(), format!("https://example.com{}", target())];
    for target in targets {
        black_box(
            read.value
                .stated("https://example.com/license.xml", &target)
                .len(),
        );
    }
    let messages: String = read.diagnostics.iter().map(ToString::to_string).collect();
    black_box(messages);
}

pub(super) fn fields() -> HeaderReader {
    HeaderReader::new().with_limits(Limits::default().with_field(usize::MAX))
}

fn field(lines: &[u8], mode: RobotsTagMode) {
    let reader = fields().with_mode(mode);
    throw(&reader.read_lines(named("Robots-Tag", lines)));
}

/// The lines of a field of this name.
pub(super) fn named<'l>(
    name: &'static str,
    lines: &'l [u8],
) -> impl Iterator<Item = (&'static str, &'l [u8])> {
    let lines = lines.split(|byte| *byte == b'\n');
    lines.map(move |line| (name, line))
}

fn metas() -> MetaExtractor {
    MetaExtractor::new()
}

fn xhtml() -> MetaExtractor {
    metas().with_content_type("application/xhtml+xml; charset=utf-8")
}

pub(super) fn page(text: &[u8], chunk: usize, mut metas: MetaExtractor) -> Parsed<Metas> {
    for chunk in text.chunks(chunk) {
        if metas.feed(chunk).is_done() {
            break;
        }
    }
    metas.finish()
}

/// Reads a file and asks every question, with a path of the worst kind.
fn ask(reader: &RobotsTxtReader, file: &[u8]) {
    let read = reader.read(file).value;
    let target = target();
    for asker in askers() {
        black_box(read.access(&asker, &target).is_allowed());
        black_box(read.crawl_delay(&asker));
    }
    black_box(read.mobile_agent_server(&target));
    black_box((read.groups().count(), read.sitemaps().count()));
}

/// Reads a file and asks about AI use, twice: the first question makes the index.
fn ask_uses(reader: &RobotsTxtReader, file: &[u8]) {
    let read = reader.read(file).value;
    for asker in askers() {
        let uses = read.uses(&asker, &target());
        black_box((uses.preferences().len(), uses.levels().len()));
        black_box(uses.licenses().len());
    }
}

/// It has the pairs of bytes that the rules of the table require, and `aab` only at its start.
fn target() -> String {
    format!("/aab{}", "ab".repeat(1000))
}

/// One client with a product token, and one with a signature and a purpose.
fn askers() -> [Client; 2] {
    let own = ["a", "p1"].map(|token| ProductToken::new(token).expect("a token"));
    let agent = SignatureAgent::parse("a.h1.example").expect("a host");
    let [token, purpose] = own;
    let signed = Client::anonymous().with_verified_signature(&agent);
    [
        Client::anonymous().with_token(token),
        signed.with_purpose(purpose),
    ]
}

fn throw<T: Deref<Target = [Signal]>>(read: &Parsed<T>) {
    black_box((read.value.len(), read.diagnostics.len()));
}

/// Prints the verdict in every form.
fn report(policy: &Policy) {
    let [asker, _] = askers();
    let verdict = policy.verdict(&asker, &target(), Timestamp::from_unix(0));
    let text = report::Text::new(&verdict).to_string();
    let record = report::Json::new("hostile", &verdict);
    let record = serde_json::to_string(&record).expect("a record");
    let field = report::robots_tag([(&Scope::Global, verdict.directives())]);
    black_box((text, record, field.is_ok()));
}

/// More than the length of any input.
const WHOLE: usize = usize::MAX;
