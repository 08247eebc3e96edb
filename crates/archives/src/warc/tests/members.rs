//! Undamaged archives: the same records are read for any division into members, in both ways of skipping.

use super::*;

/// Records of many sizes, the last of them of noise.
fn pages() -> Vec<Vec<u8>> {
    let sizes = [0, 1, 100, 20_000, 70_000, 200_000, 1_500_000];
    let mut pages: Vec<Vec<u8>> = sizes
        .iter()
        .enumerate()
        .map(|(index, size)| page(&format!("p{index}"), "<p>text</p>\n".repeat(size / 12)))
        .collect();
    pages.push(record(
        "response",
        "WARC-Target-URI: http://noise/\r\n",
        &noise(3_000_000),
    ));
    pages.push(page("last", "<p>"));
    pages
}

fn sums(lines: &[String]) -> Vec<&str> {
    lines
        .iter()
        .map(|line| line.split_once(' ').unwrap().1)
        .collect()
}

#[test]
fn every_form_gives_the_same_records() {
    let pages = pages();
    let expected = lines(&pages.concat());
    assert_eq!(expected.len(), pages.len());
    for form in FORMS {
        let members: Vec<Vec<u8>> = pages.iter().map(|page| form(page)).collect();
        let lines = lines(&members.concat());
        assert_eq!(sums(&lines), sums(&expected));
        let mut offset = 0;
        for (line, member) in lines.iter().zip(&members) {
            assert!(line.starts_with(&format!("{offset} ")), "{line}");
            offset += member.len();
        }
    }
}

#[test]
fn a_member_may_hold_several_records() {
    let pages = pages();
    let expected = lines(&pages.concat());
    for form in FORMS {
        assert_eq!(sums(&lines(&form(&pages.concat()))), sums(&expected));
        let (first, rest) = pages.split_at(3);
        let two = [form(&first.concat()), form(&rest.concat())].concat();
        let lines = lines(&two);
        assert_eq!(sums(&lines), sums(&expected));
    }
}

#[test]
fn a_record_may_span_members_wherever_they_end() {
    let text = [page("a", "<p>A"), page("b", "<p>B")].concat();
    let expected = lines(&text);
    for form in FORMS {
        for cut in 0..=text.len() {
            let (one, two) = text.split_at(cut);
            let lines = lines(&[form(one), form(two)].concat());
            assert_eq!(sums(&lines), sums(&expected), "cut at {cut}");
        }
    }
}

#[test]
fn other_line_ends_and_header_forms() {
    let unix = b"WARC/1.1\nwarc-type: response\nWarc-Target-Uri:  <http://a/ b> \ncontent-length : 3\n\nabc\n\n";
    let mut archive = once(unix, Skip::Verified);
    let record = archive.next().unwrap().unwrap();
    let head = record.head();
    assert_eq!(head.target_uri(), Some(&b"http://a/ b"[..]));
    assert_eq!(
        (head.kind(), head.content_length()),
        (RecordKind::Response, 3)
    );
}

#[test]
fn headers_of_members_may_say_more() {
    let mut encoder = flate2::GzBuilder::new()
        .extra(*b"sl\x08\0abcdefgh")
        .filename("page.warc")
        .comment("a comment")
        .write(Vec::new(), Compression::default());
    encoder.write_all(&page("a", "<p>")).unwrap();
    let archive = [encoder.finish().unwrap(), gzip(&page("b", "<p>"))].concat();
    assert_eq!(short(&lines(&archive)), ["http://a/", "http://b/"]);
}

#[test]
fn a_dictionary_may_begin_an_archive() {
    let common = page("dictionary", "<title>what pages have in common</title>");
    let form = |text: &[u8]| with_dictionary(text, &common);
    let (a, b) = (
        page("a", "<title>what pages have in common</title>"),
        page("b", "<p>"),
    );
    for stored in [common.clone(), zstd(&common)] {
        let frame = dictionary(&stored);
        let archive = [frame.clone(), form(&a), form(&b)].concat();
        let lines = lines(&archive);
        assert_eq!(short(&lines), ["http://a/", "http://b/"]);
        assert!(lines[0].starts_with(&format!("{} ", frame.len())));
    }
    let huge = [
        b"\x5D\x2A\x4D\x18",
        &[0, 0, 0, 2][..],
        &vec![0; 2 << 24],
        &form(&a),
    ]
    .concat();
    assert_eq!(short(&lines(&huge)), ["zstd-dictionary"]);
}

#[test]
fn the_fast_way_leaves_tails_unverified() {
    let mut archive = [
        gzip(&page("a", "<p>".repeat(100_000))),
        gzip(&page("b", "<p>")),
    ]
    .concat();
    let end = gzip(&page("a", "<p>".repeat(100_000))).len();
    archive[end - 8] ^= 1;
    let fast = report_of_heads(once(&archive, Skip::Fast));
    assert_eq!(short(&fast), ["http://a/", "http://b/"]);
    let full = report_of_heads(once(&archive, Skip::Verified));
    assert_eq!(short(&full), ["http://a/", "corrupt-member", "http://b/"]);
}

/// The bytes that the records take by their archive, and their content; 0 if the archive does not state it.
fn lengths(mut archive: Archive) -> Vec<(usize, usize)> {
    let mut lengths = Vec::new();
    while let Some(next) = archive.next() {
        let Ok(record) = next else { continue };
        let offset = usize::try_from(record.head().offset()).unwrap();
        let length = archive.finish_record().unwrap_or_default();
        lengths.push((offset, usize::try_from(length).unwrap()));
    }
    lengths
}

#[test]
fn the_bytes_from_its_offset_for_its_length_are_the_record() {
    let pages = pages();
    for form in FORMS {
        let stored: Vec<Vec<u8>> = pages.iter().map(|page| form(page)).collect();
        let bytes = stored.concat();
        let mut at = 0;
        let expected = stored.iter().map(|record| {
            at += record.len();
            (at - record.len(), record.len())
        });
        let expected: Vec<_> = expected.collect();
        for skip in [Skip::Verified, Skip::Fast] {
            assert_eq!(lengths(file(&bytes, skip)), expected);
            assert_eq!(lengths(once(&bytes, skip)), expected);
        }
        // None is alone in its member; in plain data each is.
        let text = pages.concat();
        let shared = lengths(file(&form(&text), Skip::Verified));
        let is_plain = form(&text) == text;
        assert_eq!(shared.len(), pages.len());
        assert!(shared.iter().all(|(_, length)| (*length > 0) == is_plain));
    }
}

#[test]
fn a_damaged_record_has_no_length_and_its_damage_is_reported_once() {
    let mut bytes = gzip(&page("a", "<p>A"));
    let end = bytes.len();
    // The checksum.
    bytes[end - 8] ^= 1;
    bytes.extend(gzip(&page("b", "<p>B")));
    let whole = bytes.len() - end;
    assert_eq!(
        lengths(file(&bytes, Skip::Verified)),
        [(0, 0), (end, whole)]
    );
    let mut archive = file(&bytes, Skip::Verified);
    assert!(archive.next().unwrap().is_ok());
    assert_eq!(archive.finish_record(), None);
    assert_eq!(archive.finish_record(), None);
    let damage = archive.next().unwrap().err().unwrap();
    assert_eq!(damage.code(), DamageCode::CorruptMember);
    assert!(archive.next().unwrap().is_ok());
    assert!(archive.finish_record().is_some());
    assert!(archive.next().is_none());
}

#[test]
fn other_formats_are_named_and_not_searched() {
    let arc = b"filedesc://a.arc 0.0.0.0 20090101000000 text/plain 9\n1 0 x\n";
    let hidden = page("a", "<p>A");
    for (start, name) in [
        (b"BZh91AY&SY".to_vec(), "bzip2"),
        (b"\xFD7zXZ\0".to_vec(), "xz"),
        (b"\x04\x22\x4D\x18".to_vec(), "lz4"),
        (b"7z\xBC\xAF\x27\x1C".to_vec(), "7z"),
        (b"PK\x03\x04".to_vec(), "ZIP"),
        (arc.to_vec(), "ARC"),
        (gzip(arc), "ARC"),
        (zstd(arc), "ARC"),
    ] {
        let bytes = [start, hidden.clone()].concat();
        for mut archive in [file(&bytes, Skip::Verified), once(&bytes, Skip::Fast)] {
            let damage = archive.next().unwrap().err().unwrap();
            assert_eq!(
                (damage.code(), damage.offset()),
                (DamageCode::OtherFormat, 0)
            );
            assert!(damage.to_string().contains(name), "{damage}");
            assert!(archive.next().is_none());
        }
    }
}
