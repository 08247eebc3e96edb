//! A file of robots.txt answers, by scheme and authority, and of documents about AI use, by address: an embedded B-tree, so
//! that ten million authorities need no memory.

mod file;
mod read;
mod runs;
mod write;

pub use self::read::Store;
pub use self::write::Writer;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::write::BATCH;
    use super::*;
    use crate::answer::{Answer, Answers as _};

    fn answer(at: i64, status: u16) -> Answer {
        Answer {
            at,
            status,
            location: None,
            body: Some(b"User-agent: *".repeat(usize::try_from(at).unwrap() + 1)),
        }
    }

    /// Fills a store whose rows wait in this number of bytes; returns its answers for five sites.
    fn filled(most_bytes: usize) -> Vec<Option<Answer>> {
        let folder = std::env::temp_dir().join(format!("robots-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{most_bytes}.redb"));
        let mut held = Vec::new();
        // The second time it is added to.
        for pass in 0..2 {
            let mut writer = Writer::open(&path).unwrap();
            writer.most_bytes = most_bytes;
            for number in 0_i64..40 {
                let status = if number % 7 == 6 { 503 } else { 200 };
                let answer = answer(number * 13 % 40 + pass, status);
                writer
                    .add(format!("https://{}.example", number % 4), answer)
                    .unwrap();
            }
            assert_eq!(writer.finish().unwrap(), 4);
            let files: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
            assert_eq!(files.len(), 1, "{files:?}");
            let Ok(store) = Store::open(&path) else {
                panic!("the store does not open");
            };
            let sites = (0..5).map(|number| format!("https://{number}.example"));
            held.extend(sites.map(|site| store.get(&site).unwrap_or_default()));
        }
        std::fs::remove_dir_all(&folder).unwrap();
        held
    }

    #[test]
    fn a_store_does_not_depend_on_what_waits_in_memory() {
        let whole = filled(BATCH);
        assert_eq!(filled(0), whole);
        assert_eq!(filled(1000), whole);
        assert!(whole.iter().flatten().all(|answer| answer.status == 200));
        assert_eq!(whole.iter().flatten().count(), 8);
    }
}
