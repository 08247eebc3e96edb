//! The encodings of one byte a character and the labels of all as tables, from those of `encoding_rs`.

use std::collections::BTreeMap;
use std::fs;

use encoding_rs::{Encoding, X_USER_DEFINED};

use crate::files::{COMMAND, Files};
use crate::package;

/// Writes the tables of builds without the feature `encodings`.
pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let path = package::file("encoding_rs", "src/test_labels_names.rs")?;
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let all = labels(&text)?;
    let (count, mut table) = (all.len(), String::new());
    for (name, labels) in &all {
        table += &format!("    (Encoding::named({name:?}), {:?}),\n", labels.join(" "));
    }
    let text = format!(
        "//! The labels of the encodings (Encoding §4.2), as `encoding_rs` has them: made by `{COMMAND}`.\n\n\
         use super::name::Encoding;\n\n\
         /// Each encoding with its labels.\n\
         #[rustfmt::skip]\n\
         pub(super) static LABELS: [(Encoding, &str); {count}] = [\n{table}];\n"
    );
    files.whole("src/decode/labels.rs", text);
    let single = all
        .keys()
        .filter_map(|name| Encoding::for_label(name.as_bytes()));
    // The last one needs no table.
    let single = single.filter(|encoding| encoding.is_single_byte() && *encoding != X_USER_DEFINED);
    files.whole(
        "src/decode/single_byte.rs",
        single_bytes(&single.collect::<Vec<_>>()),
    );
    Ok(())
}

/// The labels by the names of the encodings; the package has them as a list in its tests.
fn labels(tests: &str) -> Result<BTreeMap<&'static str, Vec<&str>>, String> {
    let mut rows: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let all = tests.split("for_label(b\"").skip(1);
    for label in all.filter_map(|rest| rest.split('"').next()) {
        let encoding = Encoding::for_label(label.as_bytes())
            .ok_or_else(|| format!("encoding_rs does not know {label}"))?;
        rows.entry(encoding.name()).or_default().push(label);
    }
    for labels in rows.values_mut() {
        labels.sort_unstable();
    }
    Ok(rows)
}

/// The UTF-16 of each octet.
fn single_bytes(encodings: &[&'static Encoding]) -> String {
    let rows = encodings.iter().map(|encoding| {
        let units: Vec<String> = (0x80..=u8::MAX)
            .flat_map(|octet| {
                let octets = [octet];
                let (text, _) = encoding.decode_without_bom_handling(&octets);
                text.encode_utf16().collect::<Vec<_>>()
            })
            .map(|unit| format!("0x{unit:X}"))
            .collect();
        format!("    ({:?}, [{}]),\n", encoding.name(), units.join(", "))
    });
    format!(
        "//! The encodings of one byte a character, from the tables of `encoding_rs`: made by `{COMMAND}`.\n\n\
             /// The name of each, and the UTF-16 of its octets from 0x80 on; U+FFFD for those without a character.\n\
             #[rustfmt::skip]\n\
             pub(super) static SINGLE_BYTE: [(&str, [u16; 128]); {}] = [\n{}];\n",
        encodings.len(),
        rows.collect::<String>()
    )
}
