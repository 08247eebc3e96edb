//! Field lines: every place is in its line, and the lenient reading finds what the strict ones find.

use robots_policy::header::{Fields, RobotsTagMode};
use robots_policy::{Diagnostic, DirectiveSet, HeaderReader, Parsed, Provenance, Signal};

/// Lines of `Robots-Tag`; a line that begins with `!` is one of `X-Robots-Tag`, with `$` of `Content-Usage`, and with `%` of
/// `Content-Signal`.
pub(crate) fn lines(data: &[u8]) -> Vec<(&'static str, &[u8])> {
    let lines = data.split(|byte| *byte == b'\n');
    lines
        .map(|line| match line {
            [b'!', line @ ..] => ("X-Robots-Tag", line),
            [b'$', line @ ..] => ("Content-Usage", line),
            [b'%', line @ ..] => ("Content-Signal", line),
            line => ("Robots-Tag", line),
        })
        .collect()
}

pub(crate) fn read(lines: &[(&str, &[u8])], mode: RobotsTagMode) -> Parsed<Fields> {
    HeaderReader::new()
        .with_mode(mode)
        .read_lines(lines.iter().copied())
}

pub(crate) fn check(data: &[u8]) {
    let lines = lines(data);
    let lenient = read(&lines, RobotsTagMode::Lenient);
    let heard = said(&lenient.value);
    for mode in RobotsTagMode::ALL.iter().copied() {
        let read = read(&lines, mode);
        assert_eq!(self::read(&lines, mode), read, "the second time");
        let places = read.value.iter().map(Signal::provenance);
        let diagnostics = read.diagnostics.iter().map(Diagnostic::provenance);
        for place in places.chain(diagnostics) {
            is_in_its_line(place, &lines);
        }
        let strict = said(&read.value);
        assert_eq!(
            heard.union(&strict),
            heard,
            "{mode:?} finds more than the lenient reading"
        );
    }
}

fn said(signals: &[Signal]) -> DirectiveSet {
    signals.iter().filter_map(Signal::directive).collect()
}

fn is_in_its_line(place: &Provenance, lines: &[(&str, &[u8])]) {
    if let Some(cut) = in_its_line(place, lines) {
        assert_eq!(place.text(), String::from_utf8_lossy(cut), "{place:?}");
    }
}

/// The bytes of a place that is in a line.
pub(crate) fn in_its_line<'l>(place: &Provenance, lines: &[(&str, &'l [u8])]) -> Option<&'l [u8]> {
    let number = place.line()?;
    let name = place.source().name();
    let mut own = lines
        .iter()
        .filter(|(field, _)| field.eq_ignore_ascii_case(name));
    let (_, line) = own.nth(number - 1).expect("a line of this number");
    assert!(place.span().end <= line.len(), "{place:?}");
    Some(place.span().of(line))
}
