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
                let site = format!("https://{}.example", number % 4);
                writer.add(format!("{site}/l.xml"), answer.clone()).unwrap();
                writer.add(site, answer).unwrap();
            }
            assert_eq!(writer.finish().unwrap(), 4);
            let files: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
            assert_eq!(files.len(), 1, "{files:?}");
            let Ok(store) = Store::open(&path) else {
                panic!("the store does not open");
            };
            let sites = (0..5).map(|number| format!("https://{number}.example"));
            for site in sites {
                let answer = store.get(&site).unwrap_or_default();
                assert_eq!(
                    store.get(&format!("{site}/l.xml")).unwrap_or_default(),
                    answer
                );
                held.push(answer);
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
        held
    }

    /// The store that a version before documents about AI use made: it has one table.
    #[test]
    fn an_earlier_store_is_read_and_added_to() {
        let name = format!("robots-store-earlier-{}.redb", std::process::id());
        let path = std::env::temp_dir().join(name);
        let file = redb::Database::create(&path).unwrap();
        let transaction = file.begin_write().unwrap();
        {
            let mut table = transaction.open_table(super::file::TABLE).unwrap();
            let bytes = answer(1, 200).to_bytes().unwrap();
            table.insert("https://a.example", bytes.as_slice()).unwrap();
        }
        transaction.commit().unwrap();
        drop(file);
        let document = "https://a.example/.well-known/tdmrep.json";
        let held = || {
            let store = Store::open(&path).unwrap_or_else(|error| panic!("{error}"));
            ["https://a.example", document].map(|key| store.get(key).unwrap())
        };
        assert_eq!(held(), [Some(answer(1, 200)), None]);
        let mut writer = Writer::open(&path).unwrap();
        writer.add(document.to_owned(), answer(2, 404)).unwrap();
        assert_eq!(writer.finish().unwrap(), 1, "a document is not a site");
        assert_eq!(held(), [Some(answer(1, 200)), Some(answer(2, 404))]);
        std::fs::remove_file(&path).unwrap();
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
