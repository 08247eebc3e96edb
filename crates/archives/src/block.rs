//! The header block of a record.

pub(crate) use robots_policy_input::block::{
    Gathered, agrees, content_length, fields, gather, unfold,
};

/// The value of the first field of each of these names, in one pass.
pub(crate) fn first_values<'b, const N: usize>(
    block: &'b [u8],
    names: [&str; N],
) -> [Option<&'b [u8]>; N] {
    let mut values = [None; N];
    for (name, value) in fields(block) {
        let mut each = names.iter().zip(&mut values);
        let found = each.find(|(known, _)| name.eq_ignore_ascii_case(known.as_bytes()));
        if let Some((_, found)) = found {
            found.get_or_insert(value);
        }
    }
    values
}

/// The value of the first field of this name, compared without case.
pub(crate) fn field<'b>(block: &'b [u8], name: &str) -> Option<&'b [u8]> {
    fields(block)
        .find(|(other, _)| other.eq_ignore_ascii_case(name.as_bytes()))
        .map(|(_, value)| value)
}

/// Whether these bytes begin a record, or are a prefix of its beginning.
pub(crate) fn may_be_record(block: &[u8]) -> bool {
    agrees(block, RECORD)
}

/// Where a second record begins in a block that has swallowed it: a version at the end of a line, but not as the first.
pub(crate) fn second_record(block: &[u8]) -> Option<usize> {
    let mut from = 0;
    for (index, line) in block.split_inclusive(|b| *b == b'\n').enumerate() {
        let text = line.trim_ascii_end();
        let start = text.len().saturating_sub(VERSION);
        let last = text.get(start..).unwrap_or_default();
        if (index > 0 || start > 0)
            && last.starts_with(RECORD)
            && matches!(last, [.., b'0'..=b'9', b'.', b'0'..=b'9'])
        {
            return Some(from + start);
        }
        from += line.len();
    }
    None
}

/// The beginning of the version line of a record.
pub(crate) const RECORD: &[u8] = b"WARC/";
/// Bytes of `WARC/1.0`.
const VERSION: usize = RECORD.len() + 3;
