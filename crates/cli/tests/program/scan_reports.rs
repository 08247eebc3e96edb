//! The reports of `robots-policy scan` on a run: by agent, as text and as JSON, during the run and at the end; and rows
//! on standard output.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use crate::scanning::{archives, command, files, folder, records, run};
use robots_policy_kit::output::{ends, said};

#[test]
fn standard_output_takes_the_rows() {
    let folder = folder("stdout");
    archives(&folder, 3, 20);
    let scan = "scan *.warc.gz --format jsonl --now 2026-03-01T12:00:00Z -o";
    ends(&run(&folder, &format!("{scan} out")), 0);
    let mut tables = files(&folder.join("out"));
    tables.retain(|name, _| {
        Path::new(name)
            .extension()
            .is_some_and(|end| end == "jsonl")
    });
    let rows: Vec<u8> = tables.into_values().flatten().collect();
    let output = run(&folder, &format!("{scan} - -j 3"));
    assert_eq!(ends(&output, 0).as_bytes(), rows);
    assert!(
        said(&output).starts_with("3 archives, 52 pages and 8 other responses, 60 rows\n"),
        "{}",
        said(&output)
    );
    let first = fs::read_dir(&folder).unwrap().count();
    let mut piped = command(
        &folder,
        "scan - --format jsonl --now 2026-03-01T12:00:00Z -o -",
    );
    let name = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let name = name
        .filter(|path| path.extension().is_some_and(|end| end == "gz"))
        .min()
        .unwrap();
    piped.stdin(File::open(&name).unwrap());
    let piped = ends(&piped.output().unwrap(), 0);
    assert_eq!(piped.lines().count(), 20);
    assert!(piped.contains(r#""warc_file":"-""#));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), first);
    assert_eq!(
        records(&folder.join("out").join(format!(
            "{}.jsonl",
            name.file_name().unwrap().to_str().unwrap()
        )))
        .len(),
        20
    );
}

#[test]
fn a_reader_of_rows_that_has_read_enough_ends_the_run() {
    let folder = folder("stdout-closed");
    archives(&folder, 1, 2);
    let mut child = command(&folder, "scan *.warc.gz --format jsonl -o -");
    let pipes = child.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
}
