//! Outputs that fail.

use std::io::{self, ErrorKind};

use crate::columns;

use super::super::{Table, TableFormat};
use super::rows::samples;
use super::{Disk, OPTIONS, table_of};

#[test]
fn a_full_disk_is_reported_as_such() {
    let samples = &samples()[..50];
    for format in TableFormat::ALL {
        let whole = table_of(format, samples).len();
        for room in [0, 1, 4, whole / 3, whole / 2, whole - 1, whole] {
            let write = || -> io::Result<u64> {
                let mut table =
                    Table::create(format, Box::new(Disk::new(room)), columns(), OPTIONS)?;
                for sample in samples {
                    sample.with_row(|row| table.push(row))?;
                }
                table.finish()
            };
            match write() {
                Ok(written) => assert_eq!((written, room), (whole as u64, whole)),
                Err(error) => {
                    assert_eq!(
                        error.kind(),
                        ErrorKind::StorageFull,
                        "{format:?} {room} {error}"
                    );
                    assert!(room < whole);
                }
            }
        }
    }
}
