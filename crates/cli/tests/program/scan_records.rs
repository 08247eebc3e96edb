//! `--records`: only the records that an index names.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::{ends, said};
use robots_policy_kit::python;
use serde_json::Value;

use crate::scanning::{archive, ends_saying, fed, folder, records, run};

const NOW: &str = "--now 2026-03-01T12:00:00Z";

/// The rows of a whole archive.
fn whole(folder: &Path, name: &str) -> Vec<Value> {
    let out = format!("whole-{name}");
    let scan = format!("scan {name} -o {out} --format jsonl {NOW}");
    ends(&run(folder, &scan), 0);
    records(&folder.join(out).join(format!("{name}.jsonl")))
}

/// The rows as an index with the short names.
fn index<'r>(rows: impl IntoIterator<Item = &'r Value>) -> String {
    let mut index = String::from("filename,offset,length\n");
    for row in rows {
        let id = &row["id"];
        let name = id["warc_file"].as_str().unwrap();
        let (offset, length) = (&id["warc_offset"], &id["warc_length"]);
        writeln!(index, "{name},{offset},{length}").unwrap();
    }
    index
}

/// The rows of the records that an index in the folder names; the run ends with this status.
#[track_caller]
fn chosen(folder: &Path, index: &str, options: &str, code: i32) -> Vec<Value> {
    let scan = format!("scan --records {index} -o - --format jsonl {NOW} {options}");
    let rows = ends(&run(folder, &scan), code);
    let rows = rows.lines().map(|row| serde_json::from_str(row).unwrap());
    rows.collect()
}

#[test]
fn chosen_records_have_the_rows_of_a_whole_scan() {
    let folder = folder("records");
    for (name, packing) in [
        ("plain.warc", Packing::Plain),
        ("gzip.warc.gz", Packing::Gzip),
        ("zstd.warc.zst", Packing::Zstd),
    ] {
        archive(&folder.join(name), packing, 7, 60);
        let rows = whole(&folder, name);
        let third: Vec<Value> = rows.iter().step_by(3).cloned().collect();
        // The order of the rows of an index, and how often it names a record, change nothing.
        let mixed = third.iter().rev().chain(third.iter().take(2));
        fs::write(folder.join("index.csv"), index(mixed)).unwrap();
        assert_eq!(chosen(&folder, "index.csv", "", 0), third, "{name}");
        assert_eq!(chosen(&folder, "index.csv", "--fast-skip", 0), third);
        fs::write(folder.join("all.csv"), index(&rows)).unwrap();
        assert_eq!(chosen(&folder, "all.csv", "", 0), rows, "{name}");
    }
}

#[test]
fn a_table_of_a_former_scan_is_an_index() {
    let folder = folder("records-of-a-scan");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 1, 20);
    archive(&folder.join("b.warc"), Packing::Plain, 2, 20);
    let scan = format!("scan *.warc* -o out --agent A --agent B {NOW}");
    ends(&run(&folder, &scan), 0);
    for name in ["a.warc.gz", "b.warc"] {
        let table = format!("out/{name}.parquet");
        assert_eq!(chosen(&folder, &table, "", 0), whole(&folder, name));
    }
}

/// A range may hold several records, and none that has a response.
#[test]
fn a_range_gives_all_its_records() {
    let folder = folder("records-in-a-range");
    let mut writer = Writer::new(Packing::Gzip);
    let after = writer.bytes.len();
    for name in ["a", "b"] {
        let page = b"HTTP/1.1 200 OK\r\n\r\n<p>";
        writer.response(&format!("https://{name}.example/"), page);
    }
    fs::write(folder.join("a.warc.gz"), &writer.bytes).unwrap();
    let rows = whole(&folder, "a.warc.gz");
    let (end, all) = (writer.bytes.len() - after, writer.bytes.len());
    for (range, expected) in [
        (format!("{after},{end}"), &rows[..]),
        (format!("0,{all}"), &rows[..]),
        (format!("0,{after}"), &[]),
    ] {
        let index = format!("filename,offset,length\na.warc.gz,{range}\n");
        fs::write(folder.join("index.csv"), index).unwrap();
        assert_eq!(chosen(&folder, "index.csv", "", 0), expected, "{range}");
    }
}

#[test]
fn indexes_of_other_programs_are_read() {
    let folder = folder("records-of-others");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 3, 12);
    let rows = whole(&folder, "a.warc.gz");
    let rows: Vec<Value> = rows.into_iter().step_by(2).collect();
    fs::write(folder.join("index.csv"), index(&rows)).unwrap();
    python::script("write_index.py", &[folder.as_os_str()]);
    let mut good = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.starts_with("good-") {
            assert_eq!(chosen(&folder, &name, "", 0), rows, "{name}");
            good += 1;
        }
    }
    assert_eq!(good, 17);
    for (name, message) in [
        ("negative", "row 1: `warc_record_offset` is -"),
        ("null", "row 6: `warc_record_length` is null"),
        ("null-name", "row 6: `warc_filename` is null"),
        (
            "text",
            "`warc_record_offset` is of another type; cast it to INTEGER or BIGINT",
        ),
        ("double", "`warc_record_offset` is of another type"),
        ("time", "`warc_record_offset` is of another type"),
        // The name of such a column is that of its element.
        ("list", "no column has the place of the record in it"),
        ("lists", "no column has the archive"),
        (
            "name",
            "`warc_filename` is of another type; cast it to text",
        ),
        ("missing", "no column has the number of bytes of the record"),
        ("codec", "it cannot be read as Parquet: "),
        ("empty", "it names no record"),
    ] {
        let output = run(
            &folder,
            &format!("scan --records bad-{name}.parquet -o none"),
        );
        let message = if name == "empty" {
            format!("bad-{name}.parquet: {message}")
        } else {
            message.to_owned()
        };
        ends_saying(&output, 1, &message);
        assert!(!folder.join("none").exists(), "{name}");
    }
}

#[test]
fn an_index_comes_from_a_file_or_from_standard_input() {
    let folder = folder("records-sources");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 3, 6);
    let rows = whole(&folder, "a.warc.gz");
    let text = index(&rows);
    let pack = |text: &str| {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(text.as_bytes()).unwrap();
        packed.finish().unwrap()
    };
    let packed = pack(&text);
    // Several workers write a member each.
    let (head, rest) = text.split_at(30);
    let members = [pack(head), pack(rest)].concat();
    for input in [text.as_bytes(), &packed, &members] {
        let words = "scan --records - -o - --format jsonl";
        let output = fed(&folder, words.split(' '), input);
        assert_eq!(ends(&output, 0).lines().count(), rows.len());
    }
}

/// A row of an index that does not fit its archive costs no other row.
#[test]
fn wrong_rows_are_damages_with_their_place() {
    for (name, packing) in [
        ("plain.warc", Packing::Plain),
        ("gzip.warc.gz", Packing::Gzip),
        ("zstd.warc.zst", Packing::Zstd),
    ] {
        let folder = folder(&format!("records-wrong-{name}"));
        archive(&folder.join(name), packing, 9, 4);
        let rows = whole(&folder, name);
        let place = |at: usize| {
            let id = &rows[at]["id"];
            let number = |name: &str| id[name].as_u64().unwrap();
            (number("warc_offset"), number("warc_length"))
        };
        let ((first, length), (last, _)) = (place(1), place(3));
        let size = fs::metadata(folder.join(name)).unwrap().len();
        for (offset, length, at, message) in [
            (
                first + 1,
                length - 1,
                first + 1,
                "there is no `WARC/1.x` line here",
            ),
            (first, length - 5, first, "; the index names"),
            (
                size + 7,
                9,
                size + 7,
                "the archive ends before the range of the record does",
            ),
            (
                last,
                size - last + 9,
                size,
                "the archive ends before the range of the record does",
            ),
        ] {
            let text = format!("{}{name},{offset},{length}\n", index(&rows[..1]));
            fs::write(folder.join("index.csv"), text).unwrap();
            let scan = format!("scan --records index.csv -o out --format jsonl {NOW}");
            let reported = ends(&run(&folder, &scan), 1);
            let damage = format!("{name} at byte {at}: ");
            let line = reported.lines().find(|line| line.contains(&damage));
            let line = line.unwrap_or_else(|| panic!("{damage}: {reported}"));
            assert!(line.contains(message), "{line}");
            let because = format!(
                "; the index names {length} bytes from byte {offset} on: correct its row, or make the index from this file"
            );
            assert!(line.ends_with(&because), "{line}");
            let read = records(&folder.join(format!("out/{name}.jsonl")));
            assert_eq!(read[0], rows[0]);
            fs::remove_dir_all(folder.join("out")).unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn missing_archives_cost_no_others() {
    let folder = folder("records-missing");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 9, 4);
    let rows = whole(&folder, "a.warc.gz");
    crate::scanning::pipe(&folder.join("pipe"));
    for (name, message) in [
        ("none.warc", "cannot read none.warc: No such file"),
        (".", "cannot read .: it is a folder"),
        ("pipe", "cannot read pipe: it is not a file"),
        ("-", "cannot read -: No such file"),
        ("*.gz", "cannot read *.gz: No such file"),
    ] {
        let text = format!("{}{name},1,2\n", index(&rows));
        fs::write(folder.join("index.csv"), text).unwrap();
        let scan = format!("scan --records index.csv -o - --format jsonl {NOW}");
        let output = run(&folder, &scan);
        ends_saying(&output, 1, message);
        assert_eq!(ends(&output, 1).lines().count(), rows.len());
        fs::write(
            folder.join("only.csv"),
            format!("filename,offset,length\n{name},1,2\n"),
        )
        .unwrap();
        ends_saying(&run(&folder, "scan --records only.csv -o out"), 1, message);
        assert!(!folder.join("out").exists());
    }
}

#[test]
fn a_run_resumes_with_the_records_that_it_began_with() {
    let folder = folder("records-resume");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 9, 4);
    let rows = whole(&folder, "a.warc.gz");
    fs::write(folder.join("index.csv"), index(&rows[..2])).unwrap();
    fs::write(folder.join("same.csv"), index(rows[..2].iter().rev())).unwrap();
    fs::write(folder.join("other.csv"), index(&rows[1..3])).unwrap();
    let scan = |index: &str| format!("scan --records {index} -o out --resume");
    ends(&run(&folder, &scan("index.csv")), 0);
    for index in ["index.csv", "same.csv"] {
        let reported = ends(&run(&folder, &scan(index)), 0);
        assert!(
            reported.contains("1 table kept from an earlier run"),
            "{reported}"
        );
    }
    let held = "out holds a run with records `2 records in 1 archive, xxh64 ";
    ends_saying(&run(&folder, &scan("other.csv")), 2, held);
    ends_saying(&run(&folder, "scan a.warc.gz -o out --resume"), 2, held);
    // The archive itself is recognised as in any run.
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 10, 9);
    let output = run(&folder, &scan("index.csv"));
    let changed = "is of an archive that has changed since; it is written again";
    assert!(said(&output).contains(changed), "{}", said(&output));
}

#[test]
fn a_store_is_built_from_the_records_that_an_index_names() {
    let folder = folder("records-store");
    let mut writer = Writer::new(Packing::Gzip);
    let mut index = String::from("filename,offset,length\n");
    for name in ["a", "b", "c"] {
        let robots = b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /\n";
        let at = writer.response(&format!("https://{name}.example/robots.txt"), robots);
        if name != "b" {
            let length = writer.bytes.len() as u64 - at;
            writeln!(index, "a.warc.gz,{at},{length}").unwrap();
        }
    }
    fs::write(folder.join("a.warc.gz"), &writer.bytes).unwrap();
    fs::write(folder.join("index.csv"), &index).unwrap();
    let build = "robots-store build --records index.csv -o";
    let reported = ends(&run(&folder, &format!("{build} s.redb")), 0);
    assert_eq!(
        reported,
        "2 robots.txt answers in 1 archive; s.redb holds 2 sites\n"
    );
    let output = run(&folder, "robots-store show s.redb https://b.example/");
    assert_eq!(ends(&output, 1), "https://b.example: nothing\n");
    fs::write(folder.join("index.csv"), index + "a.warc.gz,1,9\n").unwrap();
    let message = "a.warc.gz: at byte 1: there is no `WARC/1.x` line here";
    let output = run(&folder, &format!("{build} t.redb"));
    ends_saying(&output, 1, message);
    ends_saying(&output, 1, "; the index names 9 bytes from byte 1 on");
}

/// A name of a file is bytes, in an index too.
#[cfg(target_os = "linux")]
#[test]
fn names_in_an_index_are_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder("records-names");
    let name = OsStr::from_bytes(b"a,\xFF\"b.warc.gz");
    let truth = archive(&folder.join(name), Packing::Gzip, 9, 3);
    let end = fs::metadata(folder.join(name)).unwrap().len();
    let first = truth[0].offset;
    let head = b"filename,offset,length\n\"a,\xFF\"\"b.warc.gz\"";
    let row = format!(",{first},{}\n", end - first);
    fs::write(
        folder.join("index.csv"),
        [&head[..], row.as_bytes()].concat(),
    )
    .unwrap();
    ends(
        &run(&folder, "scan --records index.csv -o out --format jsonl"),
        0,
    );
    let rows = records(&folder.join("out/a,%FF\"b.warc.gz.jsonl"));
    assert_eq!(rows.len(), truth.len());
}
