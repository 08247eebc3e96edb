//! The bytes of an input of records, unpacked if they are packed.
//!
//! **Invariant.** A record of a packed file is answered only after all checksums of the file are right: a file is unpacked once for
//! them, without memory for it, and again for its records. Standard input cannot be read twice, so a packed one is refused.
//! **What breaks if touched.** A line that damage has changed gets an answer. **Which test notices.**
//! `crates/cli/tests/sessions/eval_batch.session`.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::Path;

use robots_policy_input::names::shown;
use robots_policy_input::read_input::{plain, why};
use robots_policy_input::saved;
use zstd::stream::read::Decoder as ZstdDecoder;

use crate::file_kind::FileKind;

/// The bytes of an input.
pub(super) type InputBytes = Box<dyn Read + Send>;

/// Opens an input; `-` is standard input. Returns its name for people, and its bytes or why there are none.
pub(super) fn open(path: &Path) -> (String, Result<InputBytes, String>) {
    if path == Path::new(STANDARD_INPUT) {
        return (String::from("standard input"), of_stream(io::stdin()));
    }
    let name = path.as_os_str();
    let file = File::open(path);
    let source = file.map_err(|error| why(name, &error));
    let source = source.and_then(|file| match file.metadata() {
        Ok(of) if of.is_dir() => Err(why(name, &io::ErrorKind::IsADirectory.into())),
        Ok(of) if of.is_file() => of_file(file),
        _ => of_stream(file),
    });
    (shown(name), source)
}

/// A file, which can be read twice.
fn of_file(mut file: File) -> Result<InputBytes, String> {
    let first = begun(&mut file)?;
    let again = |file: &mut File| file.rewind().map_err(|error| error.to_string());
    again(&mut file)?;
    let Some(packing) = Packing::of(&first) else {
        return Ok(Box::new(file));
    };
    let mut whole = packing.unpack(file.try_clone().map_err(|error| error.to_string())?)?;
    io::copy(&mut whole, &mut io::sink()).map_err(|error| packing.damaged(&error))?;
    again(&mut file)?;
    packing.unpack(file)
}

/// A pipe, which can be read once.
fn of_stream(mut stream: impl Read + Send + 'static) -> Result<InputBytes, String> {
    let first = begun(&mut stream)?;
    match Packing::of(&first) {
        Some(packing) => Err(packing.once()),
        None => Ok(Box::new(Cursor::new(first).chain(stream))),
    }
}

/// The first bytes, as many as have arrived; more of them while they may still begin a packing. A file that shows that it has no
/// records is refused.
fn begun(source: &mut impl Read) -> Result<Vec<u8>, String> {
    let mut first = vec![0; LOOKED_AT];
    let mut len = 0;
    loop {
        match source.read(first.get_mut(len..).unwrap_or_default()) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.to_string()),
            Ok(0) => break,
            Ok(more) => len += more,
        }
        if !Packing::may_begin(first.get(..len).unwrap_or_default()) {
            break;
        }
    }
    first.truncate(len);
    match of_others(&first) {
        Some(sentence) => Err(sentence.to_owned()),
        None => Ok(first),
    }
}

/// The sentence about a file that is not one of lines of JSON.
fn of_others(first: &[u8]) -> Option<&'static str> {
    let kind = FileKind::of(first);
    let text = saved::text(first);
    let is_json = matches!(text.trim_ascii_start(), [b'{' | b'[', ..]);
    match kind {
        FileKind::Empty | FileKind::Packed | FileKind::Unknown => None,
        FileKind::Other(_) if is_json => None,
        kind => kind.sentence(),
    }
}

/// A form in which records are packed.
struct Packing {
    /// The first bytes.
    mark: &'static [u8],
    name: &'static str,
    /// The command that unpacks it.
    command: &'static str,
    unpack: fn(File) -> io::Result<InputBytes>,
}

static PACKINGS: [Packing; 2] = [
    Packing {
        mark: &[0x1F, 0x8B],
        name: "gzip",
        command: "gunzip",
        unpack: plain,
    },
    Packing {
        mark: &[0x28, 0xB5, 0x2F, 0xFD],
        name: "zstd",
        command: "unzstd",
        unpack: |packed| Ok(Box::new(ZstdDecoder::new(packed)?)),
    },
];

impl Packing {
    /// That of a file with these first bytes.
    fn of(first: &[u8]) -> Option<&'static Packing> {
        PACKINGS.iter().find(|one| first.starts_with(one.mark))
    }

    /// Whether more bytes may make these a packing.
    fn may_begin(first: &[u8]) -> bool {
        let mut marks = PACKINGS.iter().map(|one| one.mark);
        marks.any(|mark| first.len() < mark.len() && mark.starts_with(first))
    }

    fn unpack(&self, packed: File) -> Result<InputBytes, String> {
        (self.unpack)(packed).map_err(|error| self.damaged(&error))
    }

    fn damaged(&self, error: &io::Error) -> String {
        let name = self.name;
        format!(
            "its {name} is damaged or cut ({error}), so none of its records was answered; fetch it again"
        )
    }

    fn once(&self) -> String {
        let Packing { name, command, .. } = self;
        format!(
            "it is compressed with {name}, and a pipe cannot be checked before its first record is answered; name the file, or unpack it first, as with `{command}`"
        )
    }
}

/// The name of standard input.
pub(super) const STANDARD_INPUT: &str = "-";

/// The number of bytes that show the kind of a file.
const LOOKED_AT: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipe that gives a byte at a time.
    fn dripping(bytes: &'static [u8]) -> InputBytes {
        let none: InputBytes = Box::new(io::empty());
        bytes
            .chunks(1)
            .fold(none, |all, byte| Box::new(all.chain(byte)))
    }

    #[test]
    fn a_packed_pipe_that_drips_is_refused() {
        for packed in [&b"\x1F\x8B\x08\x00"[..], b"\x28\xB5\x2F\xFD\x04"] {
            assert!(of_stream(dripping(packed)).is_err());
        }
        for records in [&b"{}\n"[..], b"", b"\x1F", b"\x28\xB5"] {
            let mut all = Vec::new();
            let source = of_stream(dripping(records));
            assert!(source.is_ok_and(|mut source| source.read_to_end(&mut all).is_ok()));
            assert_eq!(all, records);
        }
    }
}
