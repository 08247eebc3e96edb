//! The texts of a session: bytes with escapes, and what is shown of an output.

use std::io::Write as _;
use std::process::Output;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use zstd::stream::raw::CParameter;

/// The text around times, durations, versions and numbers of the system.
const DIFFER: [(&str, &str); 10] = [
    ("\"milliseconds\":", ""),
    ("\"answered_at\":\"", "\""),
    (" after ", "ms"),
    (", copy of ", "UTC"),
    (" at ", "UTC and asks"),
    (" until ", "UTC (Retry-After"),
    (" (os error ", ")"),
    (" program (", "/"),
    ("robots-policy/", ""),
    ("ureq/", ""),
];

/// A text without what differs in every run.
pub(super) fn without_times(mut text: String) -> String {
    for (before, after) in DIFFER {
        let mut parts = text.split(before);
        let first = parts.next().unwrap_or_default().to_owned();
        text = parts.fold(first, |text, rest| {
            let kept = rest.trim_start_matches(|c| "0123456789-:TZ. ".contains(c));
            if kept.len() < rest.len() && kept.starts_with(after) {
                format!("{text}{before}…{kept}")
            } else {
                text + before + rest
            }
        });
    }
    text
}

/// Nothing of a text steers a terminal, and its lines fit these columns. An address and the line of an input are not broken.
pub(super) fn is_kind_to_terminals(line: &str, output: &Output, columns: usize) {
    // What was typed is hidden from nobody.
    let steers = |c: char| {
        let is_hidden = "\u{200b}\u{2028}\u{202e}\u{feff}\u{e0041}".contains(c);
        (is_hidden || c.is_control() && c != '\n')
            && !line.contains(&*c.escape_unicode().to_string())
    };
    let is_data = line.contains("json") || line.contains("csv");
    let [out, said] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(is_data || !out.contains(steers), "{line}: {out:?}");
    assert!(!said.contains(steers), "{line}: {said:?}");
    let is_input = |own: &str| own.contains('^') || own.contains("://");
    let is_wide = |own: &&str| own.chars().count() > columns && !is_input(own);
    let wide: Vec<&str> = out.lines().filter(is_wide).collect();
    assert!(wide.is_empty(), "{line}: {wide:#?}");
}

/// The part of a line that is shown.
pub(super) fn filtered(line: &str, filters: &[&str]) -> Option<String> {
    let mut shown = Vec::new();
    for filter in filters {
        if *filter == "-" {
            return None;
        }
        if let Some(text) = filter.strip_prefix('~') {
            if !line.contains(&String::from_utf8(bytes(text)).unwrap()) {
                return None;
            }
            continue;
        }
        let json: Value = serde_json::from_str(line).unwrap();
        shown.push(
            json.pointer(filter)
                .map_or("-".to_owned(), Value::to_string),
        );
    }
    if shown.is_empty() && line.contains(" rows/s") {
        let (said, _) = line.split_once(": ")?;
        return Some(format!("{said}: …\n"));
    }
    if shown.is_empty() {
        return Some(line.to_owned());
    }
    Some(shown.join("  ") + "\n")
}

/// The bytes of a text with these escapes: `\r`, `\n`, `\t`, `\\`, `\e` (nothing), `\xFF`, `\u{2028}`, and of other texts `\GZIP{A}`,
/// `\ZSTD{A}`, `\HALF{A}` (the first half of its bytes), `\WRONG{A}` (in gzip with a wrong checksum),
/// `\WIDE{A}` (in zstd with the largest window), `\UTF16{A}` (of the little end
/// first), `\TIMES{9 A}`, and `\EACH{9 A}` with a number from 0 in the place of each `@`.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    let Some((plain, rest)) = text.split_once('\\') else {
        return text.as_bytes().to_vec();
    };
    let mut bytes_of = plain.as_bytes().to_vec();
    let (sign, mut rest) = rest.split_at(1);
    match sign {
        "r" => bytes_of.push(b'\r'),
        "n" => bytes_of.push(b'\n'),
        "t" => bytes_of.push(b'\t'),
        "\\" => bytes_of.push(b'\\'),
        "e" => {}
        "x" => {
            let (number, after) = rest.split_at(2);
            bytes_of.push(u8::from_str_radix(number, 16).unwrap());
            rest = after;
        }
        _ => {
            let (name, after) = rest.split_once('{').unwrap();
            let depth = |depth: &mut i32, c: char| {
                *depth += i32::from(c == '{') - i32::from(c == '}');
                Some(*depth)
            };
            let depths = after.chars().scan(1, depth);
            let end: usize = after
                .chars()
                .zip(depths)
                .take_while(|(_, depth)| *depth > 0)
                .map(|(c, _)| c.len_utf8())
                .sum();
            let inner = &after[..end];
            bytes_of.extend(match (sign, name) {
                ("u", _) => {
                    let c = char::from_u32(u32::from_str_radix(inner, 16).unwrap());
                    c.unwrap().to_string().into_bytes()
                }
                ("G", _) => gzip(&bytes(inner)),
                ("Z", _) => zstd::bulk::compress(&bytes(inner), 3).unwrap(),
                ("H", _) => {
                    let whole = bytes(inner);
                    whole[..whole.len() / 2].to_vec()
                }
                ("W", "IDE") => {
                    let mut frame = zstd::stream::Encoder::new(Vec::new(), 1).unwrap();
                    let window = CParameter::WindowLog(27);
                    frame.set_parameter(window).unwrap();
                    frame.write_all(&bytes(inner)).unwrap();
                    frame.finish().unwrap()
                }
                ("W", _) => {
                    let mut packed = gzip(&bytes(inner));
                    let sum = packed.len() - 8;
                    packed[sum] ^= 1;
                    packed
                }
                ("E", _) => {
                    let (times, text) = inner.split_once(' ').unwrap();
                    let numbers = 0..times.parse().unwrap();
                    numbers
                        .flat_map(|n: usize| bytes(&text.replace('@', &n.to_string())))
                        .collect()
                }
                ("U", _) => {
                    let text = String::from_utf8(bytes(inner)).unwrap();
                    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
                }
                _ => {
                    let (times, text) = inner.split_once(' ').unwrap();
                    bytes(text).repeat(times.parse().unwrap())
                }
            });
            rest = &after[end + 1..];
        }
    }
    bytes_of.extend(bytes(rest));
    bytes_of
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text).unwrap();
    gzip.finish().unwrap()
}
