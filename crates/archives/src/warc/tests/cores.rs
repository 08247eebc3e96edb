//! Members that other threads decompress: the same comes out as of one thread.

use super::whole_members::{SMALL, said};
use super::*;

/// Counts of threads.
const CORES: [usize; 5] = [0, 1, 2, 3, 4];

/// The lines of an archive that is read on one core, after a check that they are those on several.
fn same(bytes: &[u8]) -> Vec<String> {
    for limits in [WholeMembers::NONE, SMALL] {
        let one = said(file(bytes, Skip::Verified).with_whole_members(limits));
        let archive = file(bytes, Skip::Verified).with_cores(2);
        assert_eq!(said(archive.with_whole_members(limits)), one, "{limits:?}");
    }
    let expected = said(file(bytes, Skip::Verified));
    for cores in CORES {
        let archive = file(bytes, Skip::Verified).with_cores(cores);
        assert_eq!(said(archive), expected, "{cores} cores");
    }
    expected
}

/// Members of pages that fill several jobs of each thread.
fn many() -> Vec<Vec<u8>> {
    let noise = noise(40_000);
    let member = |at: usize| {
        let body = String::from_utf8_lossy(&noise[at..at + 20_000]).into_owned();
        gzip(&page(&format!("n{at}"), &body))
    };
    (0..200).map(|at| member(at * 100)).collect()
}

/// A record that says that it is longer than its member.
fn lie() -> Vec<u8> {
    b"WARC/1.0\r\nWARC-Target-URI: http://lie/\r\nContent-Length: 900000000\r\n\r\nx\r\n\r\n"
        .to_vec()
}

/// The number of members that are decompressed before they are reached.
fn ahead(bytes: &[u8], skip: Skip) -> usize {
    let mut archive = file(bytes, skip).with_cores(2);
    let mut count = 0;
    while archive.next().is_some() {
        let ahead = archive.stream.ahead_of_it();
        count += usize::from(ahead.is_some_and(|ahead| ahead.is_lent()));
    }
    count
}

#[test]
fn members_are_decompressed_before_they_are_reached() {
    let bytes = many().concat();
    assert_eq!(same(&bytes).len(), 201);
    assert_eq!(ahead(&bytes, Skip::Verified), 200);
    assert_eq!(ahead(&bytes, Skip::Fast), 0);
    let mut pipe = once(&bytes, Skip::Verified).with_cores(2);
    assert!(pipe.stream.ahead_of_it().is_none());
    assert_eq!(said(pipe), said(once(&bytes, Skip::Verified)));
}

#[test]
fn archives_without_such_members() {
    let [a, b] = ["a", "b"].map(|name| page(name, "<p>"));
    for form in FORMS {
        same(&form(&[&a[..], &b].concat()));
        same(&[form(&a), form(&b)].concat());
        same(&[b"rubbish", &form(&a)[..], b"rubbish", &form(&b)].concat());
    }
    same(b"");
    same(&gzip(b""));
    assert_eq!(ahead(&gzip(&a), Skip::Verified), 1);
    assert_eq!(
        ahead(&a, Skip::Verified) + ahead(&zstd(&a), Skip::Verified),
        0
    );
}

#[test]
fn ten_thousand_small_members() {
    let member = |at: usize| gzip(&page(&format!("n{at}"), "<p>"));
    let bytes: Vec<u8> = (0..10_000).flat_map(member).collect();
    assert_eq!(same(&bytes).len(), 10_001);
    assert_eq!(ahead(&bytes, Skip::Verified), 10_000);
}

#[test]
fn members_over_the_limits_are_among_the_others() {
    let large = packed(&page("large", "y".repeat(9_000_000)), Compression::none());
    let bomb = gzip(&page("bomb", "z".repeat(40_000_000)));
    let mut members = many();
    members.truncate(60);
    for (at, member) in [
        (50, &large),
        (40, &bomb),
        (20, &large),
        (19, &bomb),
        (0, &bomb),
    ] {
        members.insert(at, member.clone());
    }
    let bytes = members.concat();
    assert_eq!(same(&bytes).len(), 66);
    assert!(ahead(&bytes, Skip::Verified) > 50);
}

#[test]
fn archives_in_archives() {
    let inner = many();
    let stored: Vec<Vec<u8>> = inner
        .chunks(9)
        .map(|members| {
            packed(
                &record("resource", "", &members.concat()),
                Compression::none(),
            )
        })
        .collect();
    let bytes = [stored.concat(), inner.concat(), stored.concat()].concat();
    assert_eq!(same(&bytes).len(), 2 * stored.len() + 201);
}

#[test]
fn damages_far_apart() {
    let members = many();
    let whole = members.concat();
    let lie = gzip(&[lie(), page("after", "<p>")].concat());
    for at in [0, 1, 30, 31, 199] {
        let start: usize = members[..at].iter().map(Vec::len).sum();
        let (before, after) = whole.split_at(start);
        for between in [
            &lie[..],
            b"rubbish",
            b"\x1F\x8B\x08\0",
            &lie[..40],
            &lie[40..],
        ] {
            let lines = same(&[before, between, after].concat());
            assert!(lines.len() > 201, "{at}: {lines:?}");
        }
        let mut wrong = whole.clone();
        wrong[start + 5_000] ^= 1;
        assert!(same(&wrong).len() > 200, "{at}");
        same(&whole[..start + 5_000]);
    }
}

#[test]
fn limits_and_cores_that_change_while_reading() {
    let bytes = many().concat();
    let expected = reports_of(file(&bytes, Skip::Verified));
    for change in [
        |archive: Archive, at| archive.with_cores(at % 4),
        |archive: Archive, at| {
            let limits = [WholeMembers::NONE, WholeMembers::default()];
            archive.with_whole_members(limits[at % 2])
        },
    ] {
        let mut archive = file(&bytes, Skip::Verified).with_cores(3);
        let mut lines = Vec::new();
        loop {
            let mut body = Vec::new();
            let Some(next) = archive.next() else { break };
            let mut record = next.unwrap();
            let (head, mut start) = (record.head().offset(), [0; 100]);
            let uri = String::from_utf8_lossy(record.head().target_uri().unwrap()).into_owned();
            record.read_exact(&mut start).unwrap();
            body.extend(start);
            // The rest of a record that was begun comes from the same text.
            archive = change(archive, lines.len());
            let record = archive.record();
            record.unwrap().read_to_end(&mut body).unwrap();
            lines.push(format!("{head} {uri} {:08x}", sum(&body)));
        }
        assert_eq!(lines, expected);
    }
}

#[test]
fn workers_that_panic_cost_no_record() {
    let bytes = many().concat();
    let expected = reports_of(file(&bytes, Skip::Verified));
    let mut archive = file(&bytes, Skip::Verified).with_cores(3);
    let mut count = 0;
    while let Some(next) = archive.next() {
        let offset = next.unwrap().head().offset();
        assert!(expected[count].starts_with(&format!("{offset} ")));
        archive.stream.ahead_of_it().unwrap().lose();
        count += 1;
    }
    assert_eq!(count, expected.len());
}

#[test]
fn an_archive_is_dropped_at_any_place() {
    let bytes = many().concat();
    for cores in [2, 4] {
        for records in [0, 1, 2, 50, 199, 200] {
            let mut archive = file(&bytes, Skip::Verified).with_cores(cores);
            for _ in 0..records {
                assert!(archive.next().unwrap().is_ok());
            }
        }
    }
}

/// The lines of such a source on one core, which are those on four, and how often each sought it.
fn same_of_changing(now: &[u8], later: &[u8], fails: bool) -> (Vec<String>, [usize; 2]) {
    let read = |cores: usize| {
        let sought = Arc::new(AtomicUsize::new(0));
        let source = TestSource {
            now: Cursor::new(now.to_vec()),
            later: Some(later.to_vec()),
            sought: Arc::clone(&sought),
            fails,
            ..TestSource::default()
        };
        let archive = Archive::of_file(Box::new(source), Skip::Verified);
        let lines = said(archive.with_cores(cores));
        (lines, sought.load(Ordering::Relaxed))
    };
    let (one, four) = (read(1), read(4));
    assert_eq!(one.0, four.0);
    (one.0, [one.1, four.1])
}

#[test]
fn results_do_not_outlive_a_seek() {
    let members = many();
    let large = [
        lie(),
        page(
            "within",
            String::from_utf8_lossy(&noise(20_000_000)).as_bytes(),
        ),
    ]
    .concat();
    let large = packed(&large, Compression::none());
    let (before, after) = (members[..30].concat(), members[30..].concat());
    let now = [&before[..], &large, &after].concat();
    // Members of the same lengths at the same places, with other texts.
    let mut others = members[30..].to_vec();
    others.reverse();
    let later = [&before[..], &large, &others.concat()].concat();
    let (lines, sought) = same_of_changing(&now, &later, false);
    assert!(sought.iter().all(|count| *count > 0), "{sought:?}");
    let is_there = |name: &str| lines.iter().any(|line| line.contains(name));
    assert!(is_there("http://within/") && is_there("http://n19900/"));
    same(&now);
}

#[test]
fn a_failure_is_met_at_its_place() {
    let bytes = many().concat();
    for end in [0, 5_000, 600_000, bytes.len() - 1, bytes.len()] {
        let (lines, _) = same_of_changing(&bytes[..end], &[], true);
        assert!(lines[lines.len() - 2].contains("the disk"), "{lines:?}");
    }
}
