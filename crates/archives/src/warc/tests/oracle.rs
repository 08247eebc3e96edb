//! warcio, which reads the same archives.

use std::fs;

use super::*;
use robots_policy_kit::crawl::{Numbers, Packing, Writer};
use robots_policy_kit::python;

/// A line a record: offset, target, checksum of the block, and of the body without codings.
fn lines(bytes: &[u8], skip: Skip) -> Vec<String> {
    let blocks = reports_of(file(bytes, skip));
    let mut archive = once(bytes, skip);
    let payloads = blocks.into_iter().map(|block| {
        let mut record = archive.next().unwrap().ok().unwrap();
        let is_response = record.head().kind() == RecordKind::Response;
        let Some(mut message) = record.message().unwrap().filter(|_| is_response) else {
            return format!("{block} -");
        };
        let mut body = Vec::new();
        message.body().read_to_end(&mut body).unwrap();
        assert_eq!(message.damage(), None);
        format!("{block} {:08x}", sum(&body))
    });
    payloads.collect()
}

#[test]
fn warcio_reads_the_same_records() {
    for (name, packing) in [
        ("oracle.warc", Packing::Plain),
        ("oracle.warc.gz", Packing::Gzip),
    ] {
        let mut writer = Writer::new(packing);
        writer.crawl(&mut Numbers(17), 400);
        let path = python::folder().join(name);
        fs::write(&path, &writer.bytes).unwrap();
        let said = python::script("warc_records.py", &[path.as_os_str()]);
        let said: Vec<&str> = said.lines().collect();
        assert_eq!(said.len(), 1 + 3 * 400);
        for skip in [Skip::Verified, Skip::Fast] {
            let lines = lines(&writer.bytes, skip);
            assert_eq!(lines.len(), said.len());
            for (ours, said) in lines.iter().zip(&said) {
                assert_eq!(ours, said, "{name}, {skip:?}");
            }
        }
    }
}
