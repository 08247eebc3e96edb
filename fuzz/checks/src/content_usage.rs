//! Fields about AI use: every place is in its line, a second reading gives the same, as do the lines of a field joined into one,
//! and a rule of robots.txt without a path states what the same value states in a field.

use std::collections::BTreeSet;

use robots_policy::header::Fields;
use robots_policy::uses::{Answer, Label, Vocabulary};
use robots_policy::{
    Client, Diagnostic, HeaderReader, Parsed, Provenance, RobotsTxt, Signal, Statement,
};

use crate::fields::in_its_line;

/// Lines of `Content-Usage`; a first byte chooses another field.
fn lines(data: &[u8]) -> Vec<(&'static str, &[u8])> {
    let lines = data.split(|byte| *byte == b'\n');
    lines
        .map(|line| {
            let chosen = |(mark, name): &(u8, &'static str)| {
                let rest = line.strip_prefix(&[*mark])?;
                Some((*name, rest))
            };
            let other = FIELDS.iter().find_map(chosen);
            other.unwrap_or(("Content-Usage", line))
        })
        .collect()
}

const FIELDS: &[(u8, &str)] = &[
    (b'!', "Content-Signal"),
    (b'~', "TDM-Reservation"),
    (b'^', "TDM-Policy"),
    (b'<', "Link"),
    (b'%', "Content-Type"),
];

fn read(lines: &[(&str, &[u8])]) -> Parsed<Fields> {
    HeaderReader::new().read_lines(lines.iter().copied())
}

pub(crate) fn check(data: &[u8]) {
    let lines = lines(data);
    let found = read(&lines);
    assert_eq!(read(&lines), found, "the second time");
    let places = found.value.iter().map(Signal::provenance);
    let diagnostics = found.diagnostics.iter().map(Diagnostic::provenance);
    for place in places.chain(diagnostics) {
        is_in_its_line(place, &lines);
    }
    for (_, name) in FIELDS.iter().chain(&[(b' ', "Content-Usage")]) {
        is_read_alike_joined(name, &lines);
    }
    for (name, line) in lines {
        if name == "Content-Usage" && is_plain(line) {
            is_read_alike_in_robots_txt(line);
        }
    }
}

fn is_in_its_line(place: &Provenance, lines: &[(&str, &[u8])]) {
    let Some(cut) = in_its_line(place, lines) else {
        return;
    };
    let latin_1: String = cut.iter().copied().map(char::from).collect();
    let is_quoted = place.text() == latin_1 || place.text() == String::from_utf8_lossy(cut);
    assert!(is_quoted, "{place:?}");
}

/// Several lines of a field are one list (RFC 9110 section 5.3).
fn is_read_alike_joined(name: &'static str, lines: &[(&'static str, &[u8])]) {
    let own = lines.iter().filter(|(field, _)| *field == name);
    let own: Vec<(&str, &[u8])> = own.copied().collect();
    let values: Vec<&[u8]> = own.iter().map(|(_, value)| *value).collect();
    let joined = values.join(&b", "[..]);
    let is_blank = |value: &&[u8]| value.trim_ascii().is_empty();
    if name == "Content-Type" || joined.len() > MOST_JOINED || values.iter().any(is_blank) {
        return;
    }
    let statements = |read: Parsed<Fields>| -> BTreeSet<String> {
        let signals = read.value.iter();
        signals
            .map(|signal| signal.statement().to_string())
            .collect()
    };
    let alone = statements(read(&own));
    assert_eq!(statements(read(&[(name, &joined)])), alone, "{name}");
}

/// Whether a value has only characters that neither file nor field treats specially, and no path.
fn is_plain(line: &[u8]) -> bool {
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != b'#';
    line.len() < 1024 && line.iter().all(is_text) && !line.trim_ascii().starts_with(b"/")
}

fn is_read_alike_in_robots_txt(value: &[u8]) {
    let file = [b"User-agent: *\nAllow: /\nContent-Usage: ", value].concat();
    let robots = RobotsTxt::parse(&file).value;
    let uses = robots.uses(&Client::anonymous(), "/");
    let rule = uses.preferences().iter();
    let rule: BTreeSet<(Label, Answer)> = rule
        .map(|stated| (stated.label(), stated.answer()))
        .collect();
    let field = read(&[("Content-Usage", value)]);
    let field = field
        .value
        .iter()
        .filter_map(|signal| match signal.statement() {
            Statement::Preference(label, answer) => Some((*label, *answer)),
            _ => None,
        });
    let field: BTreeSet<(Label, Answer)> = field.collect();
    let is_aipref = |(label, _): &(Label, Answer)| label.vocabulary() == Vocabulary::Aipref;
    assert!(field.iter().all(is_aipref), "{field:?}");
    assert_eq!(rule, field, "{:?}", String::from_utf8_lossy(value));
}

/// Less than the limit of a field.
const MOST_JOINED: usize = 8000;
