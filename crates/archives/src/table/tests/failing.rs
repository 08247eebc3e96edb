//! Outputs that fail.

use std::io::{self, ErrorKind, Write};

use crate::columns;

use super::super::{Table, TableFormat};
use super::rows::samples;
use super::{OPTIONS, table_of};

/// A disk with space for this many bytes.
struct Disk {
    room: usize,
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match bytes.len().min(self.room) {
            0 if !bytes.is_empty() => Err(ErrorKind::StorageFull.into()),
            written => {
                self.room -= written;
                Ok(written)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_reported_as_such() {
    let samples = &samples()[..50];
    for format in TableFormat::ALL {
        let whole = table_of(format, samples).len();
        for room in [0, 1, 4, whole / 3, whole / 2, whole - 1, whole] {
            let write = || -> io::Result<u64> {
                let mut table = Table::create(format, Box::new(Disk { room }), columns(), OPTIONS)?;
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
