//! The encodings of the Encoding Standard as names, with the part of the interface of `encoding_rs` that the library uses.

use super::labels::LABELS;
pub(crate) use super::name::Encoding;

impl Encoding {
    /// The encoding with this label ("get an encoding", Encoding §4.2).
    pub(crate) fn for_label(label: &[u8]) -> Option<&'static Encoding> {
        let label = label.trim_ascii();
        let has = |labels: &str| {
            let mut labels = labels.split(' ');
            labels.any(|own| own.as_bytes().eq_ignore_ascii_case(label))
        };
        let mut rows = LABELS.iter();
        rows.find(|(_, labels)| has(labels))
            .map(|(encoding, _)| encoding)
    }

    /// The encoding of the byte order mark at the start, and the length of the mark.
    pub(crate) fn for_bom(start: &[u8]) -> Option<(&'static Encoding, usize)> {
        match start {
            [0xEF, 0xBB, 0xBF, ..] => Some((UTF_8, 3)),
            [0xFF, 0xFE, ..] => Some((UTF_16LE, 2)),
            [0xFE, 0xFF, ..] => Some((UTF_16BE, 2)),
            _ => None,
        }
    }

    /// Whether each octet of ASCII is that character wherever no other character begins before it.
    pub(crate) fn is_ascii_compatible(&self) -> bool {
        ![
            UTF_16BE,
            UTF_16LE,
            REPLACEMENT,
            &Encoding::named("ISO-2022-JP"),
        ]
        .contains(&self)
    }
}

macro_rules! encodings {
    ($($constant:ident = $name:literal;)+) => {
        $(
            #[allow(dead_code, reason = "a build without documents uses few")]
            pub(crate) static $constant: &Encoding = &Encoding::named($name);
        )+
    };
}

encodings! {
    BIG5 = "Big5";
    GB18030 = "gb18030";
    GBK = "GBK";
    REPLACEMENT = "replacement";
    SHIFT_JIS = "Shift_JIS";
    UTF_8 = "UTF-8";
    UTF_16BE = "UTF-16BE";
    UTF_16LE = "UTF-16LE";
    WINDOWS_1252 = "windows-1252";
    X_USER_DEFINED = "x-user-defined";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{octets, rows};

    #[test]
    fn labels_are_those_of_encoding_rs() {
        let mut count = 0;
        for (own, labels) in &LABELS {
            for label in labels.split(' ') {
                for spelled in [
                    label.to_owned(),
                    format!(" \t\r\n\x0C{}", label.to_uppercase()),
                ] {
                    let other = encoding_rs::Encoding::for_label(spelled.as_bytes()).unwrap();
                    assert_eq!(
                        Encoding::for_label(spelled.as_bytes()),
                        Some(own),
                        "{label}"
                    );
                    assert_eq!(own.name(), other.name(), "{label}");
                    assert_eq!(
                        own.is_ascii_compatible(),
                        other.is_ascii_compatible(),
                        "{label}"
                    );
                }
                count += 1;
            }
        }
        assert!(count > 220, "{count}");
        for label in rows::<String>(include_str!("own/no_labels.jsonl")) {
            assert_eq!(Encoding::for_label(label.as_bytes()), None, "{label}");
            assert_eq!(
                encoding_rs::Encoding::for_label(label.as_bytes()),
                None,
                "{label}"
            );
        }
    }

    #[test]
    fn marks_are_those_of_encoding_rs() {
        for start in rows::<String>(include_str!("own/marks.jsonl")) {
            let own =
                Encoding::for_bom(&octets(&start)).map(|(encoding, len)| (encoding.name(), len));
            let other = encoding_rs::Encoding::for_bom(&octets(&start));
            assert_eq!(own, other.map(|(encoding, len)| (encoding.name(), len)));
        }
    }
}
