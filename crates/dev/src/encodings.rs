//! The encodings of one byte a character and the labels of all as tables, from those of `encoding_rs`.

use std::collections::BTreeMap;
use std::fs;

use encoding_rs::Encoding;

use crate::files::{COMMAND, Files};
use crate::package::Package;

/// Writes the tables of builds without the feature `encodings`.
pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    files.whole(LABELS_PATH, labels()?);
    files.whole(PATH, single_bytes()?);
    Ok(())
}

/// The names of the encodings and their labels, which the package has as a list in its tests.
fn labels() -> Result<String, String> {
    let path = Package::named("encoding_rs")?.file("src/test_labels_names.rs");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut rows: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let all = text.split("for_label(b\"").skip(1);
    for label in all.filter_map(|rest| rest.split('"').next()) {
        let encoding = Encoding::for_label(label.as_bytes())
            .ok_or_else(|| format!("encoding_rs does not know {label}"))?;
        rows.entry(encoding.name()).or_default().push(label);
    }
    let (count, mut table) = (rows.len(), String::new());
    for (name, mut labels) in rows {
        labels.sort_unstable();
        table += &format!("    (Encoding::named({name:?}), {:?}),\n", labels.join(" "));
    }
    Ok(format!(
        "//! The labels of the encodings (Encoding §4.2), as `encoding_rs` has them: made by `{COMMAND}`.\n\n\
         use super::name::Encoding;\n\n\
         /// Each encoding with its labels.\n\
         #[rustfmt::skip]\n\
         pub(super) static LABELS: [(Encoding, &str); {count}] = [\n{table}];\n"
    ))
}

const LABELS_PATH: &str = "src/decode/labels.rs";

/// The UTF-16 of each octet.
fn single_bytes() -> Result<String, String> {
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
    Ok(format!(
        "//! The encodings of one byte a character, from the tables of `encoding_rs`: made by `{COMMAND}`.\n\n\
             /// The name of each, and the UTF-16 of its octets from 0x80 on; U+FFFD for those without a character.\n\
             #[rustfmt::skip]\n\
             pub(super) static SINGLE_BYTE: [(&str, [u16; 128]); {}] = [\n{rows}];\n",
        NAMES.len()
    ))
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
