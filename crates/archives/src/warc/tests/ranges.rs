//! Parts of an archive, read where an index says that records are.

use std::ops::Range;

use super::*;

/// The bytes `range` of an archive, as far as it has them.
fn part(archive: &[u8], range: Range<u64>, skip: Skip) -> Archive {
    let at = |place: u64| usize::try_from(place).unwrap().min(archive.len());
    let bytes = archive[at(range.start)..at(range.end)].to_vec();
    Archive::of_range(Box::new(Cursor::new(bytes)), range, skip)
}

fn read(archive: &[u8], range: Range<u64>) -> Vec<String> {
    reports_of(part(archive, range, Skip::Verified))
}

/// Records in each form, and where each begins.
fn archive(form: Form) -> (Vec<u8>, Vec<u64>) {
    let pages = ["a", "b", "c"].map(|name| form(&page(name, format!("<p>{name}"))));
    let mut at = 0;
    let starts = pages.iter().map(|page| {
        at += page.len() as u64;
        at
    });
    let ends: Vec<u64> = starts.collect();
    (pages.concat(), [&[0], &ends[..]].concat())
}

#[test]
fn a_range_gives_its_records_at_their_places() {
    for form in FORMS {
        let (bytes, places) = archive(form);
        let whole = reports_of(file(&bytes, Skip::Verified));
        for (at, line) in whole.iter().enumerate() {
            let range = places[at]..places[at + 1];
            assert_eq!(read(&bytes, range.clone()), std::slice::from_ref(line));
            let heads = report_of_heads(part(&bytes, range.clone(), Skip::Fast));
            assert!(line.starts_with(&heads[0]), "{heads:?}");
            let mut part = part(&bytes, range.clone(), Skip::Verified);
            assert!(part.next().unwrap().is_ok());
            assert_eq!(part.finish_record(), Some(range.end - range.start));
            assert_eq!(part.position(), range.end);
        }
        assert_eq!(read(&bytes, places[1]..places[3]), whole[1..]);
        assert_eq!(read(&bytes, 0..places[3]), whole);
    }
}

#[test]
fn a_range_that_does_not_fit_is_a_damage_at_its_place() {
    for form in FORMS {
        let (bytes, places) = archive(form);
        let end = bytes.len() as u64;
        let whole = reports_of(file(&bytes, Skip::Verified));
        let past = |at: u64| format!("{at} range-past-end");
        assert_eq!(read(&bytes, end..end + 9), [past(end)]);
        assert_eq!(read(&bytes, end + 5..end + 9), [past(end + 5)]);
        assert_eq!(
            read(&bytes, places[2]..end + 9),
            [whole[2].clone(), past(end)]
        );
        let shifted = read(&bytes, places[1] + 1..places[3]);
        let no_record = format!("{} no-record", places[1] + 1);
        assert_eq!(shifted, [no_record, whole[2].clone()]);
        let short = read(&bytes, places[1]..places[2] - 9);
        let code = short.last().unwrap();
        assert!(code.starts_with(&format!("{} ", places[1])), "{short:?}");
        assert!(
            code.ends_with("truncated-member") || code.ends_with("cut-record"),
            "{short:?}"
        );
    }
}

/// A record that says that it is longer than it is hides the next, which a step back finds: the source is sought in its own
/// bytes, not in those of the archive.
#[test]
fn a_step_back_stays_in_the_range() {
    let long = noise(2 << 20);
    let lie = [
        b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 9000000\r\n\r\nx\r\n\r\n",
        &page("after", "<p>here")[..],
        &page("further", String::from_utf8_lossy(&long).as_bytes()),
    ]
    .concat();
    let bytes = [&page("before", "<p>not here")[..], &lie].concat();
    let start = (bytes.len() - lie.len()) as u64;
    let found = read(&bytes, start..bytes.len() as u64);
    assert_eq!(
        short(&found)[1..],
        ["cut-record", "http://after/", "http://further/"]
    );
}

/// A file of another format at a place of an index is named with that place.
#[test]
fn another_format_has_its_place() {
    let bytes = b"0123456789BZh91AY&SY".to_vec();
    assert_eq!(read(&bytes, 10..20), ["10 other-format"]);
}

/// A frame that needs the dictionary before it is a damage, not another text.
#[test]
fn a_frame_without_its_dictionary_is_a_damage() {
    let common = page("dictionary", "<title>what pages have in common</title>");
    let frame = dictionary(&common);
    let text = page("a", "<title>what pages have in common</title>");
    let bytes = [frame.clone(), with_dictionary(&text, &common)].concat();
    let (start, end) = (frame.len() as u64, bytes.len() as u64);
    assert_eq!(
        read(&bytes, start..end),
        [format!("{start} corrupt-member")]
    );
    assert_eq!(short(&read(&bytes, 0..end)), ["http://a/"]);
}
