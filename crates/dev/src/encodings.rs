//! The encodings of one byte a character as a table, from that of `encoding_rs`.

use encoding_rs::Encoding;

use crate::files::{COMMAND, Files};

/// Writes the table of builds without the feature `encodings`.
pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let mut rows = String::new();
    for name in NAMES {
        let encoding = Encoding::for_label(name.as_bytes())
            .filter(|encoding| encoding.name() == name)
            .ok_or_else(|| format!("encoding_rs does not know {name}"))?;
        let units: Vec<String> = (0x80..=u8::MAX)
            .flat_map(|octet| {
                let octets = [octet];
                let (text, _) = encoding.decode_without_bom_handling(&octets);
                text.encode_utf16().collect::<Vec<_>>()
            })
            .map(|unit| format!("0x{unit:X}"))
            .collect();
        rows += &format!("    ({name:?}, [{}]),\n", units.join(", "));
    }
    files.whole(
        PATH,
        format!(
            "//! The encodings of one byte a character, from the tables of `encoding_rs`: made by `{COMMAND}`.\n\n\
             /// The name of each, and the UTF-16 of its octets from 0x80 on; U+FFFD for those without a character.\n\
             #[rustfmt::skip]\n\
             pub(super) static SINGLE_BYTE: [(&str, [u16; 128]); {}] = [\n{rows}];\n",
            NAMES.len()
        ),
    );
    Ok(())
}

const PATH: &str = "src/decode/single_byte.rs";

/// The legacy single-byte encodings (Encoding §9).
const NAMES: [&str; 28] = [
    "IBM866",
    "ISO-8859-2",
    "ISO-8859-3",
    "ISO-8859-4",
    "ISO-8859-5",
    "ISO-8859-6",
    "ISO-8859-7",
    "ISO-8859-8",
    "ISO-8859-8-I",
    "ISO-8859-10",
    "ISO-8859-13",
    "ISO-8859-14",
    "ISO-8859-15",
    "ISO-8859-16",
    "KOI8-R",
    "KOI8-U",
    "macintosh",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "x-mac-cyrillic",
];
