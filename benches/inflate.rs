//! Inflates files of gzip members and does nothing else: the limit of every reader of archives on the same library.

use std::fs::File;
use std::io::{BufReader, Read};

use flate2::bufread::MultiGzDecoder;

/// Bytes read at a time, of the file and of what was inflated.
const READ_SIZE: usize = 64 * 1024;

fn main() -> std::io::Result<()> {
    let mut buffer = vec![0; READ_SIZE];
    let mut inflated = 0_u64;
    for name in std::env::args().skip(1) {
        let file = BufReader::with_capacity(READ_SIZE, File::open(name)?);
        let mut decoder = MultiGzDecoder::new(file);
        loop {
            match decoder.read(&mut buffer)? {
                0 => break,
                read => inflated += read as u64,
            }
        }
    }
    println!("{inflated}");
    Ok(())
}
