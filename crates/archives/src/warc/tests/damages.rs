//! Every damage: reported once, and never at the cost of the records after it.

use super::*;

/// A step is an archive, of which all ways to read it, or those of a file, tell the same. It is read in each form: `\FORM{A}` is A as
/// it is, as a member of gzip and as a frame of Zstandard.
#[test]
fn every_damage_is_reported_and_the_records_around_it_are_read() {
    assert_told("crates/archives/src/warc/tests/archives.txt", |step, _| {
        let (word, text) = step.split_once(' ').unwrap();
        let forms = [
            ("plain", r"\TIMES{1 "),
            ("gzip", r"\GZIP6{"),
            ("zstd", r"\ZSTD{"),
        ];
        let told = forms.map(|(name, form)| {
            let bytes = bytes(&text.replace(r"\FORM{", form));
            let lines = match word {
                "#" => Vec::new(),
                "file" => reports_of(file(&bytes, Skip::Verified)),
                _ => lines(&bytes),
            };
            (name, short(&lines).join(" "))
        });
        let (_, first) = &told[0];
        if told.iter().all(|(_, lines)| lines == first) {
            return first.clone();
        }
        let lines = told.map(|(name, lines)| format!("{name}: {lines}"));
        lines.join("\n")
    });
}

const A: &str = "http://a/";
const B: &str = "http://b/";
const C: &str = "http://c/";

/// The records around one that is cut are read.
#[track_caller]
fn assert_around(lines: &[&str], cut: usize) {
    let ends = [lines[0], lines[lines.len() - 1]];
    assert_eq!(ends, [A, C], "cut at {cut}: {lines:?}");
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
        assert_around(&lines, cut);
        let is_reported = lines.len() == 3 && lines[1] != B || lines.len() == 4 && lines[1] == B;
        let is_whole = cut >= whole.len() - 4 && lines == [A, B, C];
        assert!(is_reported || is_whole, "cut at {cut}: {lines:?}");
        assert_eq!(lines.contains(&B), cut >= head, "cut at {cut}: {lines:?}");
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
    let b = page("b", String::from_utf8_lossy(&noise(3_000)).as_bytes());
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
            assert_around(&lines, cut);
            assert!(
                cut == 0 || lines.iter().any(|line| !line.starts_with("http")),
                "cut at {cut}: {lines:?}"
            );
        }
    }
}

#[test]
fn a_changed_byte_costs_no_other_member() {
    let b = page("b", String::from_utf8_lossy(&noise(300)).as_bytes());
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
