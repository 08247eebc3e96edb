//! What a rule of robots.txt matches (RFC 9309 section 2.2.2 and 2.2.3), in the plainest way.

/// Whether a pattern in normal form matches all or the beginning of a path in normal form: octet by octet of the
/// pattern, the places of the path up to which it can have matched.
pub(crate) fn matches(pattern: &[u8], path: &[u8]) -> bool {
    let mut places = vec![false; path.len() + 1];
    places[0] = true;
    for (at, byte) in pattern.iter().enumerate() {
        if *byte == b'$' && at + 1 == pattern.len() {
            return places[path.len()];
        }
        if *byte == b'*' {
            let first = places.iter().position(|can| *can).unwrap_or(places.len());
            places[first..].fill(true);
            continue;
        }
        for place in (0..path.len()).rev() {
            places[place + 1] = places[place] && path[place] == *byte;
        }
        places[0] = false;
    }
    places.contains(&true)
}

/// The percent-normal form, octet by octet; `is_pattern` keeps what is special.
pub(crate) fn normal(text: &str, is_pattern: bool) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let escaped = bytes
            .get(at + 1..at + 3)
            .and_then(|digits| str::from_utf8(digits).ok());
        let escaped = escaped.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let (byte, was_escaped) = match (bytes[at], escaped) {
            (b'%', Some(digits)) => (u8::from_str_radix(digits, 16).unwrap(), true),
            (byte, _) => (byte, false),
        };
        at += if was_escaped { 3 } else { 1 };
        let unreserved = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let reserved = b":/?#[]@!&'()+,;=%".contains(&byte);
        let special = is_pattern && (byte == b'*' || (byte == b'$' && at == bytes.len()));
        if unreserved || (!was_escaped && (reserved || special)) {
            out.push(byte);
        } else {
            out.extend(format!("%{byte:02X}").bytes());
        }
    }
    out
}

/// Whether rules, each `Allow` or not and its pattern as it is written, let a path be fetched: the longest that matches
/// decides, of equal ones `Allow`.
pub(crate) fn allow<'r>(rules: impl IntoIterator<Item = (bool, &'r str)>, path: &str) -> bool {
    let path = normal(path, false);
    let patterns = rules
        .into_iter()
        .filter(|(_, pattern)| pattern.starts_with(['/', '*']))
        .map(|(allows, pattern)| (normal(pattern, true), allows));
    let matching = patterns.filter(|(pattern, _)| matches(pattern, &path));
    let best = matching
        .map(|(pattern, allows)| (pattern.len(), allows))
        .max();
    best.is_none_or(|(_, allows)| allows) || path == b"/robots.txt"
}
