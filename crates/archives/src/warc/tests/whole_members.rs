//! Members that are decompressed at once: the same comes out as in pieces, whatever the members are.

use super::*;

pub(super) const SMALL: WholeMembers = WholeMembers {
    packed: 1 << 14,
    unpacked: 1 << 14,
};

/// Reads at once, and checks that reading in pieces gives the same, from a file, from a pipe and on two cores.
fn same(bytes: &[u8]) -> Vec<String> {
    let expected = said(file(bytes, Skip::Verified).with_whole_members(WholeMembers::NONE));
    for limits in [WholeMembers::default(), SMALL] {
        let from_file = file(bytes, Skip::Verified).with_whole_members(limits);
        assert_eq!(said(from_file), expected, "{limits:?}");
        let from_pipe = once(bytes, Skip::Verified).with_whole_members(limits);
        assert_eq!(said(from_pipe), expected, "{limits:?}, from a pipe");
        let on_cores = file(bytes, Skip::Verified).with_whole_members(limits);
        let on_cores = on_cores.with_cores(2);
        assert_eq!(said(on_cores), expected, "{limits:?}, on two cores");
    }
    expected
}

/// A line a record or damage, with the reason of the damage and the length of the record.
pub(super) fn said(mut archive: Archive) -> Vec<String> {
    let mut lines = Vec::new();
    while let Some(next) = archive.next() {
        let line = match next {
            Ok(mut record) => summed(&mut record),
            Err(damage) => damage.to_string(),
        };
        let length = archive.finish_record();
        lines.push(format!("{line} {length:?}"));
    }
    lines.push(archive.position().to_string());
    lines
}

/// Whether the first member is decompressed at once.
fn is_taken(bytes: &[u8], limits: WholeMembers) -> bool {
    let mut archive = file(bytes, Skip::Verified).with_whole_members(limits);
    let is_read = archive.next().is_some_and(|next| next.is_ok());
    is_read && archive.stream.is_whole()
}

fn two() -> [Vec<u8>; 2] {
    [
        gzip(&page("a", "<p>A</p>".repeat(40))),
        gzip(&page("b", "<p>")),
    ]
}

#[test]
fn whole_members_are_taken() {
    let [a, b] = two();
    let default = WholeMembers::default();
    assert!(is_taken(&[&a[..], &b].concat(), default));
    assert!(is_taken(&a, default), "at the end of the source");
    assert!(!is_taken(&a, WholeMembers::NONE));
    assert_eq!(same(&[&a[..], &b].concat()).len(), 3);
}

#[test]
fn limits_hold_for_both_sizes() {
    let [a, b] = two();
    let all = [&a[..], &b].concat();
    let size = page("a", "<p>A</p>".repeat(40)).len();
    let limits = |packed, unpacked| WholeMembers { packed, unpacked };
    assert!(is_taken(&all, limits(a.len(), size)));
    assert!(!is_taken(&all, limits(a.len() - 1, size)));
    assert!(!is_taken(&all, limits(a.len(), size - 1)));
}

#[test]
fn bytes_after_a_member_are_not_swallowed() {
    let [a, b] = two();
    let trailer = &a[a.len() - 8..];
    for rubbish in [
        &b"\0"[..],
        &[0; 512],
        b"rubbish",
        trailer,
        &trailer[4..],
        b"rubbish that ends like the member",
        &a[10..],
    ] {
        for ends_alike in [false, true] {
            let end = if ends_alike { trailer } else { b"" };
            let bytes = [&a[..], rubbish, end, &b].concat();
            let lines = same(&bytes);
            assert!(
                lines.iter().any(|line| line.contains("no `WARC/1.x` line")),
                "{lines:?}"
            );
            assert!(!is_taken(&bytes, WholeMembers::default()), "{rubbish:?}");
        }
    }
}

#[test]
fn a_signature_in_the_data_does_not_end_a_member() {
    let [_, b] = two();
    let plausible = [&1000_u32.to_le_bytes()[..], b"\x1F\x8B\x08\0"].concat();
    let huge = [&[0xFF; 4][..], b"\x1F\x8B\x08\0"].concat();
    let inner = [&b[..], &b].concat();
    for (inside, is_plausible) in [(plausible, true), (huge, false), (inner, true)] {
        let body = [&noise(500)[..], &inside, &noise(500)].concat();
        let stored = packed(&record("response", "", &body), Compression::none());
        let bytes = [&stored[..], &b].concat();
        assert_eq!(same(&bytes).len(), 3);
        assert_eq!(is_taken(&bytes, WholeMembers::default()), !is_plausible);
    }
}

#[test]
fn a_size_that_is_also_in_the_data_is_left_to_the_other_way() {
    let [_, b] = two();
    let text = |inside: &[u8]| {
        let body = [&noise(300)[..], inside, &noise(300)].concat();
        record("response", "", &body)
    };
    let size = u32::try_from(text(b"....").len()).unwrap();
    for (inside, is_taken_whole) in [(size, false), (size + 1, true)] {
        let stored = packed(&text(&inside.to_le_bytes()), Compression::none());
        let bytes = [&stored[..], &b].concat();
        assert_eq!(same(&bytes).len(), 3);
        assert_eq!(is_taken(&bytes, WholeMembers::default()), is_taken_whole);
    }
}

#[test]
fn every_cut_and_every_wrong_byte_is_reported_alike() {
    let [a, b] = two();
    let bytes = [&a[..], &b, &gzip(&page("c", "<p>C"))].concat();
    for at in 0..bytes.len() {
        same(&bytes[..at]);
        for change in [1, 0x20, 0xFF] {
            let mut wrong = bytes.clone();
            wrong[at] ^= change;
            same(&wrong);
        }
        let without = [&bytes[..at], &bytes[at + 1..]].concat();
        same(&without);
    }
}

#[test]
fn the_fast_way_reports_alike_what_it_reads() {
    let large = page("large", format!("{:?}", noise(9_000)));
    let bytes = [gzip(&large), gzip(&page("next", "<p>"))].concat();
    let end = gzip(&large).len();
    let is_border = |at: usize| at < 40 || at.abs_diff(end) < 40;
    for at in (0..bytes.len()).filter(|at| is_border(*at) || at % 101 == 0) {
        let mut wrong = bytes.clone();
        wrong[at] ^= 0x15;
        let rubbish = [&bytes[..at], b"rubbish", &bytes[at..]].concat();
        // Where exactly the data end is not known, so that bytes before the trailer go unnoticed.
        let rubbish = if at == end - 8 { &bytes } else { &rubbish };
        for bytes in [&bytes[..at], &wrong, rubbish] {
            let expected = reports_of(file(bytes, Skip::Verified));
            assert_eq!(reports_of(file(bytes, Skip::Fast)), expected, "at {at}");
            assert_eq!(reports_of(once(bytes, Skip::Fast)), expected, "at {at}");
        }
    }
}

#[test]
fn wrong_lengths_in_members_of_many_records() {
    let wrong = |length: usize| {
        format!(
            "WARC/1.0\r\nWARC-Target-URI: http://w/\r\nContent-Length: {length}\r\n\r\nx\r\n\r\n"
        )
    };
    for length in [0, 1, 7, 60, 1_000, 100_000_000] {
        let first = [
            page("a", "<p>"),
            wrong(length).into_bytes(),
            page("b", "<p>"),
        ]
        .concat();
        // More bytes than are kept of a pipe lie between the wrong record and the place where that is noticed.
        let next = packed(&page("n", "x".repeat(400_000)), Compression::none());
        let bytes = [gzip(&first), next, gzip(&page("c", "<p>"))].concat();
        let lines = same(&bytes);
        for name in ["http://a/", "http://b/", "http://c/"] {
            let is_found = lines.iter().any(|line| line.contains(name));
            assert!(is_found, "{length}: {name} in {lines:?}");
        }
    }
}

#[test]
fn records_before_a_failure_are_read() {
    let [a, b] = two();
    // The first 64 KiB show the compression.
    let first = packed(&page("first", "x".repeat(100_000)), Compression::none());
    let bytes = [&first[..], &a, &b].concat();
    let after = first.len() + a.len();
    for end in [after, after + 1, after + 20, bytes.len()] {
        let of = |skip| failing(&bytes[..end], skip);
        let whole = said(of(Skip::Verified));
        let none = of(Skip::Verified).with_whole_members(WholeMembers::NONE);
        assert_eq!(whole, said(none), "cut at {end}");
        assert!(whole[1].contains("http://a/"), "{whole:?}");
        let fast = said(of(Skip::Fast));
        for lines in [whole, fast] {
            let is_reported = lines.iter().any(|line| line.contains("the disk"));
            assert!(is_reported, "cut at {end}: {lines:?}");
        }
    }
}

#[test]
fn a_member_of_any_size_is_read_after_one_that_was_taken() {
    let [a, b] = two();
    let large = packed(&page("large", "y".repeat(9_000_000)), Compression::none());
    let bomb = gzip(&page("bomb", "z".repeat(40_000_000)));
    let bytes = [&a[..], &large, &b, &bomb, &a].concat();
    let lines = same(&bytes);
    assert_eq!(lines.len(), 6, "{lines:?}");
}
