//! Every damage: reported once, and never at the cost of the records after it.

use super::*;

const A: &str = "http://a/";
const B: &str = "http://b/";
const C: &str = "http://c/";

fn archive(form: Form, middle: &[u8]) -> Vec<u8> {
    [
        form(&page("a", "<p>A")),
        form(middle),
        form(&page("c", "<p>C")),
    ]
    .concat()
}

/// A record whose header block is written out.
fn written(fields: &str, body: &str) -> Vec<u8> {
    let head = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://b/\r\n";
    format!("{head}{fields}\r\n{body}\r\n\r\n").into_bytes()
}

fn assert_report_of_header(fields: &str, expected: &[&str]) {
    for form in FORMS {
        let lines = lines(&archive(form, &written(fields, "body")));
        assert_eq!(short(&lines), expected, "{fields:.80}");
    }
}

#[test]
fn lengths_that_cannot_be_read() {
    for fields in [
        "",
        "Content-Length: four\r\n",
        "Content-Length: -4\r\n",
        "Content-Length:\r\n",
        "Content-Length: 4\r\nContent-Length: 5\r\n",
        "Content-Length: 99999999999999999999\r\n",
    ] {
        assert_report_of_header(fields, &[A, "no-content-length", C]);
    }
    assert_report_of_header("Content-Length: 4\r\nContent-Length: 4\r\n", &[A, B, C]);
}

#[test]
fn header_blocks() {
    let most = format!("{}Content-Length: 4\r\n", "X: y\r\n".repeat(20_000));
    assert_report_of_header(&most, &[A, "large-record-header", C]);
    assert_report_of_header("nothing\r\nContent-Length: 4\r\n", &[A, B, C]);
}

#[test]
fn lengths() {
    let cut = "cut-record";
    let wrong = "wrong-content-length";
    let cases = [
        ("too short", 2, [&[A, B, wrong, C][..], &[A, B, wrong, C]]),
        ("up to the empty lines", 6, [&[A, B, C], &[A, B, C]]),
        ("into the next", 9, [&[A, B, wrong, C], &[A, B, cut, C]]),
        (
            "far into the next",
            40,
            [&[A, B, wrong, C], &[A, B, cut, C]],
        ),
        (
            "after the end",
            10_000_000_000,
            [&[A, B, cut, C], &[A, B, cut, C]],
        ),
        ("without end", u64::MAX, [&[A, B, cut, C], &[A, B, cut, C]]),
    ];
    for (name, length, [in_plain, in_members]) in cases {
        let middle = written(&format!("Content-Length: {length}\r\n"), "body");
        assert_eq!(short(&lines(&archive(plain, &middle))), in_plain, "{name}");
        for form in [gzip, zstd] {
            assert_eq!(short(&lines(&archive(form, &middle))), in_members, "{name}");
            let text = archive(plain, &middle);
            assert_eq!(
                short(&lines(&form(&text))),
                in_plain,
                "{name} in one member"
            );
        }
    }
}

#[test]
fn a_record_may_begin_where_another_is_cut() {
    let whole = page("b", "<p>B");
    let head = whole
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap()
        + 4;
    for cut in 5..whole.len() {
        let text = [&page("a", "<p>A"), &whole[..cut], &page("c", "<p>C")].concat();
        let lines = lines(&text);
        let lines = short(&lines);
        assert_eq!(
            (lines[0], *lines.last().unwrap()),
            (A, C),
            "cut at {cut}: {lines:?}"
        );
        let is_reported = lines.len() == 3 && lines[1] != B || lines.len() == 4 && lines[1] == B;
        let is_whole = cut >= whole.len() - 4 && lines == [A, B, C];
        assert!(is_reported || is_whole, "cut at {cut}: {lines:?}");
        assert_eq!(lines.contains(&B), cut >= head, "cut at {cut}: {lines:?}");
    }
}

/// Bytes that begin no record.
const RUBBISH: [&[u8]; 4] = [b"rubbish", b"WARC", b"\0\0\0\0", b"\x1F\x8B\x08"];

#[test]
fn rubbish_between_records() {
    let (a, c) = (page("a", "<p>A"), page("c", "<p>C"));
    let marks: [&[u8]; 3] = [
        b"\x1F\x8B",
        b"\x28\xB5\x2F\xFD",
        b"line\r\nWARC/ without one\r\n",
    ];
    for rubbish in RUBBISH.into_iter().chain(marks) {
        for form in FORMS {
            let archive = [form(&a), rubbish.to_vec(), form(&c)].concat();
            let lines = lines(&archive);
            let lines = short(&lines);
            assert_eq!((lines[0], lines[lines.len() - 1]), (A, C), "{rubbish:?}");
            assert_eq!(lines.len(), 3, "{rubbish:?}: {lines:?}");
            let archive = [form(&a), form(&c), rubbish.to_vec()].concat();
            let after = reports_of(file(&archive, Skip::Verified));
            assert_eq!(short(&after)[..2], [A, C], "{rubbish:?}");
            assert_eq!(after.len(), 3, "{rubbish:?}");
        }
        for form in [gzip, zstd] {
            let archive = [form(&a), form(rubbish), form(&c)].concat();
            let lines = lines(&archive);
            let code = if rubbish == b"WARC" {
                "cut-record-header"
            } else {
                "no-record"
            };
            assert_eq!(short(&lines), [A, code, C], "{rubbish:?}");
        }
    }
}

#[test]
fn rubbish_before_an_archive() {
    let (a, c) = (page("a", "<p>A"), page("c", "<p>C"));
    for rubbish in RUBBISH.into_iter().chain([&b"\xEF\xBB\xBF"[..]]) {
        for form in FORMS {
            let archive = [rubbish.to_vec(), form(&a), form(&c)].concat();
            let lines = lines(&archive);
            assert_eq!(short(&lines)[1..], [A, C], "{rubbish:?}");
        }
    }
}

#[test]
fn a_cut_archive_keeps_what_is_whole() {
    for (form, unreported) in FORMS.into_iter().zip([4, 0, 0]) {
        let (one, two) = (form(&page("a", "<p>A")), form(&page("b", "<p>B")));
        let whole = [&one[..], &two].concat();
        let first = lines(&one).remove(0);
        for cut in 0..whole.len() {
            let lines = lines(&whole[..cut]);
            assert!(
                cut < one.len() || lines[0] == first,
                "cut at {cut}: {lines:?}"
            );
            let is_whole = |end: usize| (end - unreported..=end).contains(&cut);
            let is_reported = lines.iter().any(|line| !line.contains("http"));
            assert_eq!(
                is_reported,
                !is_whole(one.len()) && !is_whole(whole.len()),
                "cut at {cut}: {lines:?}"
            );
        }
    }
}

#[test]
fn a_cut_member_costs_no_other() {
    let b = page("b", &String::from_utf8_lossy(&noise(3_000)));
    for form in [gzip, zstd] {
        let member = form(&b);
        for cut in 0..member.len() {
            let archive = [
                form(&page("a", "<p>A")),
                member[..cut].to_vec(),
                form(&page("c", "<p>C")),
            ]
            .concat();
            let lines = reports_of(once(&archive, Skip::Verified));
            let lines = short(&lines);
            assert_eq!(
                (lines[0], *lines.last().unwrap()),
                (A, C),
                "cut at {cut}: {lines:?}"
            );
            assert!(
                cut == 0 || lines.iter().any(|line| !line.starts_with("http")),
                "cut at {cut}: {lines:?}"
            );
        }
    }
}

#[test]
fn a_changed_byte_costs_no_other_member() {
    let b = page("b", &String::from_utf8_lossy(&noise(300)));
    for form in [gzip, zstd] {
        let (one, two, three) = (form(&page("a", "<p>A")), form(&b), form(&page("c", "<p>C")));
        let whole = [&one[..], &two, &three].concat();
        let right = reports_of(once(&whole, Skip::Verified));
        for at in one.len()..one.len() + two.len() {
            for change in [0x01, 0x80, 0xFF] {
                let mut archive = whole.clone();
                archive[at] ^= change;
                let lines = reports_of(once(&archive, Skip::Verified));
                assert_eq!(lines[0], right[0], "byte {at}");
                assert_eq!(lines.last(), right.last(), "byte {at}: {lines:?}");
                let is_reported = lines.iter().any(|line| !line.contains("http"));
                assert!(is_reported || lines == right, "byte {at}: {lines:?}");
            }
        }
    }
}

#[test]
fn a_failing_source_is_not_a_damaged_archive() {
    for form in FORMS {
        let one = form(&page("a", "<p>A"));
        let archive = [&one[..], &form(&page("b", "<p>B"))].concat();
        for cut in [0, 1, 10, one.len(), one.len() + 20, archive.len()] {
            let mut archive = failing(&archive[..cut], Skip::Verified);
            let mut last = None;
            while let Some(next) = archive.next() {
                last = next.err();
            }
            let last = last.unwrap();
            assert!(last.is_of_source(), "{last}");
            assert!(last.to_string().contains("the disk"), "{last}");
            assert!(archive.next().is_none());
        }
    }
}

#[test]
fn rows_are_well_formed() {
    let mut names: Vec<&str> = DamageCode::ALL.iter().map(|code| code.name()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    for code in DamageCode::ALL {
        assert!(
            code.name()
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b == b'-')
        );
        assert!(!code.sentence().is_empty() && !code.consequence().is_empty());
    }
}
