//! What must hold for any bytes, one function a fuzz target; each panics where it does not hold.

use robots_policy::{
    Accessor, Dialect, DirectiveSet, HeadEngine, HeaderReader, MetaExtractor, MetaRules, Parsed,
    Placement, Provenance, RobotsTagMode, RobotsTxtReader, Scope, Signal, SignatureAgent, report,
    signals_from_metas,
};

/// A fuzz target: its name, and what it checks.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 6] = [
    ("fields", fields),
    ("content", content),
    ("head", head),
    ("robots_txt", robots_txt),
    ("signature_agent", signature_agent),
    ("canonical", canonical),
];

/// Lines of `Robots-Tag`; a line that begins with `!` is one of `X-Robots-Tag`. Every place is in its line, and the lenient
/// reading finds what the strict ones find.
pub fn fields(data: &[u8]) {
    let lines: Vec<(&str, &[u8])> = data
        .split(|byte| *byte == b'\n')
        .map(|line| match line.strip_prefix(b"!") {
            Some(line) => ("X-Robots-Tag", line),
            None => ("Robots-Tag", line),
        })
        .collect();
    let lenient = read(&lines, RobotsTagMode::Lenient);
    let heard: DirectiveSet = lenient.value.iter().filter_map(Signal::directive).collect();
    for mode in RobotsTagMode::ALL {
        let read = read(&lines, mode);
        let places = read.value.iter().map(Signal::provenance);
        let remarks = read.diagnostics.iter().map(|remark| remark.provenance());
        for place in places.chain(remarks) {
            is_in_its_line(place, &lines);
        }
        let strict: DirectiveSet = read.value.iter().filter_map(Signal::directive).collect();
        assert_eq!(
            heard.union(&strict),
            heard,
            "{mode:?} finds more than the lenient reading"
        );
    }
}

fn read(lines: &[(&str, &[u8])], mode: RobotsTagMode) -> Parsed<Vec<Signal>> {
    HeaderReader::new()
        .with_mode(mode)
        .read_lines(lines.iter().copied())
}

fn is_in_its_line(place: &Provenance, lines: &[(&str, &[u8])]) {
    let Some(number) = place.line() else { return };
    let name = place.source().name();
    let mut own = lines
        .iter()
        .filter(|(field, _)| field.eq_ignore_ascii_case(name));
    let (_, line) = own.nth(number).expect("a line of this number");
    assert!(place.span().end <= line.len(), "{place:?}");
    let cut = String::from_utf8_lossy(place.span().of(line));
    assert_eq!(place.text(), cut, "{place:?}");
}

/// The `content` of a meta, to everybody and to a crawler.
pub fn content(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let read = |name: &str| {
        let metas = [(name, &*text, Placement::Head)];
        signals_from_metas(metas, &MetaRules::new())
    };
    let read_by_all = read("robots");
    assert_eq!(read("robots"), read_by_all);
    for signal in &read_by_all.value {
        let place = signal.provenance();
        let cut = place.span().of(text.as_bytes());
        assert_eq!(place.text().as_bytes(), cut, "{place:?}");
    }
    // Without a prefix in it, it addresses nobody but the crawler of its name.
    let other = read("OtherBot").value;
    let addresses_all = other.iter().any(|signal| *signal.scope() == Scope::Global);
    assert!(text.contains(':') || !addresses_all);
}

/// A document, whole and in chunks whose sizes its first bytes tell, by both engines: all say the same.
pub fn head(data: &[u8]) {
    let (sizes, document) = data.split_at(data.len().min(4));
    let whole = extracted(document, HeadEngine::Scanner, &[]);
    assert_eq!(
        extracted(document, HeadEngine::Scanner, sizes),
        whole,
        "the scanner in chunks"
    );
    assert_eq!(
        extracted(document, HeadEngine::Html5ever, &[]),
        whole,
        "html5ever"
    );
    assert_eq!(
        extracted(document, HeadEngine::Html5ever, sizes),
        whole,
        "html5ever in chunks"
    );
}

fn extracted(mut document: &[u8], engine: HeadEngine, sizes: &[u8]) -> Parsed<Vec<Signal>> {
    let mut metas = MetaExtractor::new().with_engine(engine);
    let mut sizes = sizes.iter().map(|size| usize::from(*size) + 1).cycle();
    while !document.is_empty() {
        let len = sizes.next().unwrap_or(document.len()).min(document.len());
        let (chunk, rest) = document.split_at(len);
        if metas.feed(chunk).is_done() {
            break;
        }
        document = rest;
    }
    metas.finish()
}

/// A path in the first line and a robots.txt behind it: every dialect answers, the same twice, and with the line that
/// decided; the file as plain RFC 9309 reads it is what its own reader reads.
pub fn robots_txt(data: &[u8]) {
    let end = data
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(data.len());
    let (path, file) = data.split_at(end);
    let path = format!("/{}", String::from_utf8_lossy(path));
    let askers = ["ExampleBot", "a"].map(|token| Accessor::new(token).expect("a token"));
    for dialect in [Dialect::Extended, Dialect::Rfc9309, Dialect::Google] {
        let reader = RobotsTxtReader::new().with_dialect(dialect);
        let read = reader.read(file).value;
        for asker in askers.iter().chain([&Accessor::anonymous()]) {
            let access = read.access(asker, &path);
            assert_eq!(read.access(asker, &path), access);
            assert_eq!(reader.read(file).value.access(asker, &path), access);
            if let Some(rule) = access.rule() {
                assert!(rule.line() >= 1);
                let whole = String::from_utf8_lossy(file);
                assert!(whole.contains(&*rule.text()), "{:?}", rule.text());
            }
            if dialect != Dialect::Google {
                let plain = read.plain_rfc9309();
                let own = RobotsTxtReader::new().with_dialect(Dialect::Rfc9309);
                let own = own.read(file).value;
                let (plain, own) = (plain.access(asker, &path), own.access(asker, &path));
                assert_eq!(plain.reason(), own.reason());
            }
        }
    }
}

/// A `Signature-Agent` field: what it names can be asked with.
pub fn signature_agent(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(agent) = SignatureAgent::parse(&text) else {
        return;
    };
    for host in agent.hosts() {
        assert!(
            !host.is_empty() && !host.contains(char::is_whitespace),
            "{host:?}"
        );
    }
    let asker = Accessor::anonymous().with_verified_signature(&agent);
    let _ = RobotsTxtReader::new().read(data).value.access(&asker, "/");
}

/// What a list says, printed as a canonical field and read again, says the same, and prints the same.
pub fn canonical(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let metas = [("robots", &*text, Placement::Head)];
    let read = signals_from_metas(metas, &MetaRules::new());
    let said = |scope: &Scope, read: &Parsed<Vec<Signal>>| -> DirectiveSet {
        let own = read.value.iter().filter(|signal| signal.scope() == scope);
        own.filter_map(Signal::directive).collect()
    };
    let set = said(&Scope::Global, &read);
    let Ok(Some(printed)) = report::robots_tag([(&Scope::Global, &set)]) else {
        return;
    };
    let lines = [("Robots-Tag", printed.as_bytes())];
    for mode in RobotsTagMode::ALL {
        let again = said(&Scope::Global, &self::read(&lines, mode));
        let printed_again = report::robots_tag([(&Scope::Global, &again)]);
        assert_eq!(printed_again, Ok(Some(printed.clone())), "{mode:?}");
    }
}
