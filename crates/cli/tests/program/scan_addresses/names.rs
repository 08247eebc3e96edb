//! Addresses as names: in arguments, in lists, with a base, and as names of tables.

use flate2::Compression;
use flate2::write::GzEncoder;
use robots_policy_kit::output::{ends, said};

use super::*;
use crate::scanning::{ends_saying, files, folder, run};

fn packed(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

fn tables(folder: &Path) -> Vec<String> {
    let files = files(&folder.join("out")).into_keys();
    let tables = files.filter_map(|name| name.strip_suffix(".jsonl").map(str::to_owned));
    let tables = tables.collect();
    fs::remove_dir_all(folder.join("out")).unwrap();
    tables
}

#[test]
fn lists_in_gzip_have_a_base() {
    let folder = folder("addresses-lists");
    let server = right(archive(12, 3));
    fs::write(folder.join("d.warc.gz"), archive(12, 3)).unwrap();
    let list = format!(
        "# a crawl\nsegments/1/a.warc.gz\n\n/b.warc.gz\n{}\n",
        server.url("/c.warc.gz?d=e/f")
    );
    // Of two members, as tools that pack in pieces write it.
    let two = [packed(&list), packed("segments/2/e.warc.gz\n")].concat();
    fs::write(folder.join("list.gz"), two).unwrap();
    fs::write(folder.join("list"), list + "segments/2/e.warc.gz").unwrap();
    for list in ["list", "list.gz"] {
        for base in ["/crawl", "/crawl/"] {
            let before = server.asked().len();
            let base = server.url(base);
            let words = format!(
                "scan --list {list} --base-url {base} d.warc.gz -o out --format jsonl --progress always -j 1"
            );
            let output = run(&folder, &words);
            ends(&output, 0);
            let gets = server.asked().split_off(before);
            let gets: Vec<&str> = gets
                .iter()
                .filter(|asked| method(asked) == "GET")
                .map(|asked| asked.path.as_str())
                .collect();
            let expected = [
                "/crawl/segments/1/a.warc.gz",
                "/crawl/b.warc.gz",
                "/c.warc.gz?d=e/f",
                "/crawl/segments/2/e.warc.gz",
            ];
            assert_eq!(gets, expected);
            let message = format!(
                "5 of 5 archives: {}, 3 rows",
                server.url("/crawl/segments/2/e.warc.gz")
            );
            assert!(said(&output).contains(&message), "{}", said(&output));
            let names = ["a", "b", "c", "d", "e"].map(|name| format!("{name}.warc.gz"));
            assert_eq!(tables(&folder), names);
        }
    }
}

#[test]
fn an_address_is_an_archive_once_and_has_a_name() {
    let folder = folder("addresses-names");
    let server = right(archive(13, 3));
    let (plain, query) = (server.url("/a.warc.gz"), server.url("/a.warc.gz?b"));
    let shouted = plain.replace("http://", "HTTP://") + "#part";
    let reported = ends(
        &run(
            &folder,
            &format!("scan {plain} {plain} {shouted} -o out --format jsonl"),
        ),
        0,
    );
    assert!(
        reported.starts_with("1 archive, 3 pages, 3 rows"),
        "{reported}"
    );
    assert!(reported.contains(" MB/s of the archives"), "{reported}");
    assert_eq!(tables(&folder), ["a.warc.gz"]);
    for (path, name) in [
        ("", "127.0.0.1"),
        ("/", "127.0.0.1"),
        ("/b/?c=d", "b"),
        ("/e%2Ff", "e%2Ff"),
    ] {
        ends(
            &run(
                &folder,
                &format!("scan {} -o out --format jsonl", server.url(path)),
            ),
            0,
        );
        assert_eq!(tables(&folder), [name]);
    }
    let output = run(&folder, &format!("scan {plain} {query} -o out"));
    ends_saying(&output, 2, "would both be written to out/a.warc.gz.parquet");
}
