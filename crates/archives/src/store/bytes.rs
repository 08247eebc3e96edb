//! Numbers, texts and identifiers in few bytes.

/// Adds a number: seven bits a byte, the lowest first (LEB128).
pub(super) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    loop {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            return bytes.push(low & 0x7F);
        }
        bytes.push(low | 0x80);
    }
}

/// Adds a text.
pub(super) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
}

/// Adds an identifier. A UUID takes 17 bytes.
pub(super) fn put_id(bytes: &mut Vec<u8>, id: &str) {
    if let Some(uuid) = uuid(id) {
        bytes.push(UUID);
        bytes.extend(uuid.to_be_bytes());
    } else {
        bytes.push(TEXT);
        put_text(bytes, id);
    }
}

/// The number of an identifier that is written as [`written`] writes it.
fn uuid(id: &str) -> Option<u128> {
    let digits = id.strip_prefix(URN)?;
    let number = u128::from_str_radix(&digits.replace('-', ""), 16).ok()?;
    (written(number) == id).then_some(number)
}

fn written(uuid: u128) -> String {
    let digits = format!("{uuid:032x}");
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32];
    let parts = parts.map(|part| digits.get(part).unwrap_or_default());
    format!("{URN}{}", parts.join("-"))
}

/// Takes a byte, here as below from the beginning of what was put. Where there is something else, `None` is taken.
pub(super) fn take_byte(rest: &mut &[u8]) -> Option<u8> {
    rest.split_off_first().copied()
}

pub(super) fn take_number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = take_byte(rest)?;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

pub(super) fn take_array<'b, const N: usize>(rest: &mut &'b [u8]) -> Option<&'b [u8; N]> {
    let (array, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(array)
}

pub(super) fn take_text<'b>(rest: &mut &'b [u8]) -> Option<&'b str> {
    let len = usize::try_from(take_number(rest)?).ok()?;
    str::from_utf8(rest.split_off(..len)?).ok()
}

pub(super) fn take_id(rest: &mut &[u8]) -> Option<String> {
    match take_byte(rest)? {
        UUID => Some(written(u128::from_be_bytes(*take_array(rest)?))),
        TEXT => take_text(rest).map(str::to_owned),
        _ => None,
    }
}

/// The beginning of an identifier that is a UUID, as those of nearly all records are.
const URN: &str = "urn:uuid:";
/// Kinds of identifier.
const TEXT: u8 = 0;
const UUID: u8 = 1;
