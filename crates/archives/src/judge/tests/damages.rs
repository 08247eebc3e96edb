//! Bytes that are known to be wrong decide nothing: a damaged record has no row.

use std::fmt::Write as _;

use data_encoding::{BASE32, HEXLOWER};
use flate2::Compression;
use robots_policy_kit::crawl::Numbers;
use sha1::Sha1;
use sha2::{Digest as _, Sha256};

use super::*;
use crate::warc::WholeMembers;
use crate::warc::tests::{file, packed, plain, zstd};

/// The rows of an archive, each as where its member begins and `index`; and the codes of its damages.
fn found(archive: Archive) -> (Vec<(u64, Option<bool>)>, Vec<String>) {
    found_of(archive, RowFilter::default())
}

/// The filter that takes these types.
fn of_types(types: &str) -> RowFilter {
    RowFilter {
        types: Some(types.parse().unwrap()),
        ..RowFilter::default()
    }
}

/// The rows of an archive that the filter takes, and the codes of all damages.
fn found_of(archive: Archive, filter: RowFilter) -> (Vec<(u64, Option<bool>)>, Vec<String>) {
    let judge = anonymous().with_filter(filter);
    let (rows, report) = scanned(archive, judge, |row| (row.warc_offset, row.verdict.index()));
    (rows, codes(report))
}

/// Every way to read these bytes.
fn ways(bytes: &[u8]) -> Vec<(&'static str, Archive)> {
    let in_pieces = file(bytes, Skip::Verified).with_whole_members(WholeMembers::NONE);
    vec![
        ("at once", file(bytes, Skip::Verified)),
        ("in pieces", in_pieces),
        ("on two cores", file(bytes, Skip::Verified).with_cores(2)),
        ("a pipe", once(bytes, Skip::Verified)),
        ("fast", file(bytes, Skip::Fast)),
        ("fast from a pipe", once(bytes, Skip::Fast)),
    ]
}

/// A text of about this many bytes, in words of which each comes about as often as in a page.
fn text(numbers: &mut Numbers, bytes: usize) -> String {
    let mut text = String::new();
    while text.len() < bytes {
        let word = numbers.below(400);
        text.push_str(if word < 20 { "</p>\n<p>" } else { " " });
        let _ = write!(text, "w{:x}", word * word);
    }
    text
}

/// A response that says `noindex`: in a meta, in the fields of a document, or in those of a PDF.
fn refusal(number: usize, text: &str) -> Vec<u8> {
    let (kind, field, meta) = [
        ("text/html", "", "<meta name=robots content=noindex>"),
        ("text/html; charset=utf-8", "X-Robots-Tag: noindex\r\n", ""),
        ("application/pdf", "X-Robots-Tag: noindex\r\n", ""),
    ][number % 3];
    let body = format!("<html><head>{meta}<title>{number}</title></head><body>{text}");
    let message = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n{field}Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    // That of a payload would say nothing of the fields.
    let digest = match number % 2 {
        0 => sha1(message.as_bytes()),
        _ => sha256(message.as_bytes()),
    };
    let digest = format!("WARC-Block-Digest: {digest}");
    let fields = format!("WARC-Target-URI: https://a.example/secret/{number}\r\n{digest}\r\n");
    record("response", &fields, message.as_bytes())
}

fn sha1(bytes: &[u8]) -> String {
    format!("sha1:{}", BASE32.encode(&Sha1::digest(bytes)))
}

fn sha256(bytes: &[u8]) -> String {
    format!("sha256:{}", HEXLOWER.encode(&Sha256::digest(bytes)))
}

/// An archive of this many refusals, in each of whose members one bit is wrong.
fn flipped(count: usize, form: impl Fn(&[u8]) -> Vec<u8>) -> (Vec<u8>, Vec<u64>) {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    // The text of a page does not decide how its bytes are hit, and deflating is most of the time of the test.
    let texts: Vec<String> = (0..20).map(|_| text(&mut numbers, 10_000)).collect();
    let (mut bytes, mut offsets) = (Vec::new(), Vec::new());
    for number in 0..count {
        let mut member = form(&refusal(number, &texts[number % texts.len()]));
        let at = usize::try_from(numbers.below(member.len() as u64)).unwrap();
        member[at] ^= 1 << numbers.below(8);
        offsets.push(bytes.len() as u64);
        bytes.extend(member);
    }
    (bytes, offsets)
}

/// A flipped bit costs its record the row, or does not change the text: each row that is left is right.
fn assert_no_yes(count: usize, most: usize, form: impl Fn(&[u8]) -> Vec<u8>) {
    assert_answers(&[Some(false)], count, most, form);
}

/// A flipped bit costs its record the row, or each row that is left has one of these answers.
fn assert_answers(
    answers: &[Option<bool>],
    count: usize,
    most: usize,
    form: impl Fn(&[u8]) -> Vec<u8>,
) {
    let (bytes, offsets) = flipped(count, form);
    let filtered = ways(&bytes).into_iter();
    let filtered = filtered.map(|(way, archive)| (way, archive, of_types("text/html"), count / 3));
    let all = ways(&bytes).into_iter();
    let all = all.map(|(way, archive)| (way, archive, RowFilter::default(), count / 2));
    for (way, archive, filter, least) in all.chain(filtered) {
        let (rows, codes) = found_of(archive, filter);
        assert!(rows.len() <= most, "{way}: {} rows", rows.len());
        assert!(codes.len() > least, "{way}: {}", codes.len());
        for (offset, index) in rows {
            assert!(
                answers.contains(&index),
                "{way}: the member at {offset}: {index:?}"
            );
            assert!(offsets.contains(&offset), "{way}: a row at {offset}");
        }
    }
}

#[test]
fn a_flipped_bit_of_a_gzip_member_never_gets_a_yes() {
    // A bit of the date or of the system in the header of a member changes nothing.
    assert_no_yes(2_000, 20, |text| packed(text, Compression::fast()));
}

#[test]
fn a_flipped_bit_of_a_zstd_frame_never_gets_a_yes() {
    assert_no_yes(300, 20, zstd);
}

/// A frame without a checksum, as Python's `zstandard` writes it.
fn unproven(text: &[u8]) -> Vec<u8> {
    ::zstd::bulk::compress(text, 3).unwrap()
}

#[test]
fn where_the_container_proves_nothing_the_digest_of_the_record_does() {
    // A bit of the header block of a record changes no statement.
    assert_no_yes(300, 30, plain);
    // One of a frame may change more than a byte: the digest and what is read, so that nothing is known.
    assert_answers(&[Some(false), None], 300, 30, unproven);
}

/// A step is a record before another one, and what is told is how many rows both have, in a container that proves nothing and in one
/// whose checksum proves more than a digest, which the writer may have made of other bytes.
#[test]
fn a_digest_counts_in_each_form_and_a_record_after_a_wrong_one_is_read() {
    let target = "WARC-Target-URI: http://b/\r\n";
    let last = record("response", target, b"HTTP/1.1 200 OK\r\n\r\n");
    assert_told("crates/archives/src/judge/tests/digests.txt", |step, _| {
        if step.starts_with("# ") {
            return String::new();
        }
        let one = bytes(step);
        let forms = [
            ("plain", [plain(&one), plain(&last)]),
            ("unproven", [unproven(&one), unproven(&last)]),
            ("proven", [zstd(&one), zstd(&last)]),
        ];
        let mut lines = Vec::new();
        for (name, form) in forms {
            let archive = form.concat();
            for (_, archive) in ways(&archive) {
                let (rows, mut codes) = found(archive);
                codes.retain(|code| code != "short-body");
                lines.push(format!("{name}: rows {} {}", rows.len(), codes.concat()));
            }
            lines.dedup();
        }
        lines.join("\n")
    });
}

#[test]
fn a_stored_member_with_a_wrong_byte_has_no_row() {
    for number in 0..3 {
        let text = "text ".repeat(400);
        let member = packed(&refusal(number, &text), Compression::none());
        // The directive, the address, and the name of the field or of the meta.
        for right in ["noindex", "secret", "obots"] {
            let at = memchr::memmem::find(&member, right.as_bytes()).unwrap();
            let mut bytes = member.clone();
            bytes[at] ^= 1;
            for (way, archive) in ways(&bytes) {
                let (rows, codes) = found(archive);
                assert_eq!(rows, [], "{way}: {number}");
                assert_eq!(codes, ["corrupt-member"], "{way}: {number}");
            }
        }
    }
}

/// The record ends before its length says, long after its head; or other bytes follow where it should end.
#[test]
fn a_record_that_is_cut_after_its_head_has_no_row() {
    let text = "text ".repeat(100_000);
    let whole = refusal(0, &text);
    let cut = &whole[..whole.len() - 100];
    let long = [&whole[..whole.len() - 4], b"more\r\n\r\n"].concat();
    let cut_member = |text: &[u8]| {
        let mut member = packed(text, Compression::fast());
        member.truncate(member.len() - 20);
        member
    };
    let gzip = |text: &[u8]| packed(text, Compression::fast());
    for (bytes, code) in [
        (plain(cut), "cut-record"),
        (gzip(cut), "cut-record"),
        (zstd(cut), "cut-record"),
        (plain(&long), "wrong-content-length"),
        (gzip(&long), "wrong-content-length"),
        (zstd(&long), "wrong-content-length"),
        (cut_member(&whole), "truncated-member"),
    ] {
        for (way, archive) in ways(&bytes) {
            assert_eq!(found(archive), (vec![], vec![code.to_owned()]), "{way}");
        }
    }
}

/// Where nothing is damaged, the fast way gives the same rows. It leaves records without a row after their header blocks,
/// so it may not see that such a record is damaged.
#[test]
fn the_fast_way_verifies_the_records_that_have_a_row() {
    let fields = "WARC-Target-URI: https://a.example/\r\n";
    let request = record("request", fields, &b"GET / HTTP/1.1\r\n".repeat(4_000));
    let mut request = packed(&request, Compression::none());
    let at = request.len() - 100;
    request[at] ^= 1;
    let page = packed(&refusal(0, "text"), Compression::none());
    let mut wrong = page.clone();
    let at = wrong.len() - 30;
    wrong[at] ^= 1;
    let bytes = [&request[..], &page, &wrong].concat();
    let row = (request.len() as u64, Some(false));
    let damages = |count| vec!["corrupt-member".to_owned(); count];
    let fast = found(file(&bytes, Skip::Fast));
    assert_eq!(fast, (vec![row], damages(1)));
    let full = found(file(&bytes, Skip::Verified));
    assert_eq!(full, (vec![row], damages(2)));
}

#[test]
fn a_fast_scan_leaves_what_a_filter_leaves_out_and_verifies_what_it_takes() {
    let pages: Vec<Vec<u8>> = [100, 5_000, 400_000]
        .map(|size| packed(&refusal(1, &"text ".repeat(size / 5)), Compression::none()))
        .into();
    // A PDF of each size, the last byte of whose text is wrong.
    for size in [4_000, 60_000, 3_000_000] {
        let mut left = packed(&refusal(2, &"x".repeat(size)), Compression::none());
        let mut wrong = pages.clone();
        for bytes in [&mut left].into_iter().chain(&mut wrong) {
            let at = bytes.len() - 30;
            bytes[at] ^= 1;
        }
        let parts = [&left, &pages[0], &left, &pages[1], &left, &pages[2], &left];
        let bytes = [parts.map(Vec::as_slice).concat(), wrong.concat()].concat();
        let page = |number: usize| {
            let before: usize = parts.iter().take(number).map(|part| part.len()).sum();
            (before as u64, Some(false))
        };
        let rows = vec![page(1), page(3), page(5)];
        for (way, archive) in ways(&bytes) {
            let is_fast = way.starts_with("fast");
            let (found, codes) = found_of(archive, of_types("text/html"));
            assert_eq!(found, rows, "{way} {size}");
            assert_eq!(codes.len(), if is_fast { 3 } else { 7 }, "{way} {size}");
        }
    }
}
