//! Real archives, where they are. Offsets, lengths, fields and checksums of the bodies are those of warcio 1.8 wherever it
//! reads the record.

use std::fs;
use std::path::PathBuf;

use super::*;

fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/warc");
    folder.is_dir().then_some(folder)
}

/// A line a record or damage.
fn listing(bytes: &[u8], skip: Skip) -> String {
    let line = |record: &mut Record<'_>| {
        let head = record.head();
        let uri = String::from_utf8_lossy(head.target_uri().unwrap_or(b"-"));
        let (offset, kind, length) = (head.offset(), head.kind().name(), head.content_length());
        let start = format!("{offset} {kind} {uri} {length} ");
        start + &described(record)
    };
    told(once(bytes, skip), line, Damage::to_string).join("\n") + "\n"
}

fn described(record: &mut Record<'_>) -> String {
    let mut message = match record.message() {
        Ok(Some(message)) => message,
        Ok(None) => return String::from("-"),
        Err(damage) => return damage.to_string(),
    };
    let mut body = Vec::new();
    message.body().read_to_end(&mut body).unwrap();
    let status = message
        .status()
        .map_or(String::from("-"), |status| status.to_string());
    let content_type = String::from_utf8_lossy(message.content_types().next().unwrap_or(b"-"));
    let fields = message.fields().count();
    let sum = sum(&body);
    let damage = message
        .damage()
        .map(ToString::to_string)
        .unwrap_or_default();
    format!(
        "{status} {fields} fields, {content_type}, {} bytes {sum:08x} {damage}",
        body.len()
    )
}

#[test]
fn real_archives_are_read() {
    let Some(folder) = folder() else {
        println!("skipped: no corpus of archives");
        return;
    };
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    names.sort();
    for path in names {
        let bytes = fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let full = listing(&bytes, Skip::Verified);
        assert_eq!(listing(&bytes, Skip::Fast), full, "{name}");
        insta::assert_snapshot!(name, full);
    }
}
