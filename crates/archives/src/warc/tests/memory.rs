//! The memory decides how members are decompressed, and not what is found.

use std::thread;

use ::zstd::stream::Encoder;
use ::zstd::stream::raw::CParameter;

use super::*;
use crate::memory::Memory;

/// Memory of this many bytes beside what each of `archives` takes in any case.
fn memory(bytes: usize, archives: usize) -> Memory {
    Memory::new(bytes + archives * Memory::EACH, archives).unwrap()
}

/// An archive of small members, and of some that are large, packed or unpacked.
fn mixed() -> Vec<u8> {
    let mut members = Vec::new();
    for number in 0..60 {
        members.push(gzip(&page(
            &format!("p{number}"),
            "<p>text</p>\n".repeat(number * 50),
        )));
    }
    for (at, size) in [
        (50, 3_000_000),
        (30, 9_000_000),
        (29, 15_000_000),
        (0, 5_000_000),
    ] {
        members.insert(at, gzip(&page(&format!("large{at}"), "z".repeat(size))));
    }
    let noisy = record(
        "resource",
        "WARC-Target-URI: http://noise/\r\n",
        &noise(2_500_000),
    );
    members.insert(40, packed(&noisy, Compression::none()));
    members.concat()
}

#[test]
fn any_memory_gives_the_same_records() {
    let bytes = mixed();
    let expected = reports_of(file(&bytes, Skip::Verified));
    assert_eq!(expected.len(), 65);
    for more in [0, 100_000, 1_400_000, 3_000_000, 8_000_000, 20_000_000] {
        let within = |archive: Archive| reports_of(archive.with_memory(memory(more, 1)));
        assert_eq!(within(file(&bytes, Skip::Verified)), expected, "{more}");
        assert_eq!(within(once(&bytes, Skip::Verified)), expected, "{more}");
        assert_eq!(within(file(&bytes, Skip::Fast)), expected, "{more}");
        let on_cores = file(&bytes, Skip::Verified).with_cores(4);
        assert_eq!(within(on_cores), expected, "{more}");
        let on_cores = file(&bytes, Skip::Verified).with_memory(memory(more, 1));
        assert_eq!(reports_of(on_cores.with_cores(4)), expected, "{more}");
    }
}

#[test]
fn an_archive_gives_its_memory_back() {
    let bytes = mixed();
    let shared = memory(50_000_000, 1);
    for cores in [1, 4] {
        let mut archive = file(&bytes, Skip::Verified).with_memory(shared.clone());
        archive = archive.with_cores(cores);
        for _ in 0..40 {
            assert!(archive.next().unwrap().is_ok());
        }
        assert!(!shared.share().grow(50_000_000));
        drop(archive);
        assert!(shared.share().grow(50_000_000));
    }
}

/// A frame with a window of this size.
fn frame(text: &[u8], log: u32) -> Vec<u8> {
    let mut encoder = Encoder::new(Vec::new(), 1).unwrap();
    encoder.set_parameter(CParameter::WindowLog(log)).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn windows_wait_for_each_other() {
    let text = page("large", "z".repeat(9_000_000));
    let frames = [
        frame(&text, 23),
        zstd(&page("small", "<p>")),
        frame(&text, 22),
    ]
    .concat();
    let expected = reports_of(file(&frames, Skip::Verified));
    assert_eq!(expected.len(), 3);
    // One window of three archives fits.
    let shared = memory(7 << 20, 3);
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let archive = file(&frames, Skip::Verified).with_memory(shared.clone());
            thread::spawn(move || reports_of(archive))
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), expected);
    }
    assert!(shared.share().grow(7 << 20));
}

#[test]
fn a_window_larger_than_the_memory_ends_the_archive_by_name() {
    let text = page("large", "z".repeat(9_000_000));
    let first = zstd(&page("small", "<p>"));
    let frames = [&first[..], &frame(&text, 23), &first].concat();
    let mut archive = file(&frames, Skip::Verified).with_memory(memory(5 << 20, 1));
    assert!(archive.next().unwrap().is_ok());
    let damage = archive.next().unwrap().err().unwrap();
    assert_eq!(damage.code(), DamageCode::NoMemory);
    assert!(damage.is_of_source());
    assert_eq!(damage.offset(), first.len() as u64);
    let text = damage.to_string();
    assert!(
        text.contains("takes 6 MiB") && text.contains("have 5 MiB"),
        "{text}"
    );
    assert!(archive.next().is_none());
}

#[test]
fn a_dictionary_takes_memory() {
    let noise = noise(1 << 20);
    let small = zstd(&page("small", "<p>"));
    for stored in [noise.clone(), zstd(&noise)] {
        let bytes = [&dictionary(&stored)[..], &small].concat();
        let lines = |more| reports_of(file(&bytes, Skip::Verified).with_memory(memory(more, 1)));
        assert_eq!(short(&lines(0)), ["no-memory"]);
        assert_eq!(lines(40 << 20), reports_of(file(&bytes, Skip::Verified)));
    }
}
