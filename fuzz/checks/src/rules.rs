//! The paths that a rule of robots.txt matches (RFC 9309 section 2.2.2 and 2.2.3), in the simplest way.

/// A piece of a path or pattern in normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// An octet of the normal form, three of which spell an encoded one.
    Octet(u8),
    /// A `:`, `/` or `'` that a query holds raw or encoded: of the second row of figure 4, and what clients encode.
    Either(u8),
    /// `%3A`, `%2F` or `%27` of a pattern, which may meet either part of a path.
    Encoded(u8),
    /// A `*` of a pattern.
    Star,
    /// A final `$` of a pattern.
    End,
}

/// Whether a pattern matches all or the beginning of a path: piece by piece of the pattern, the places of the path up to
/// which it can have matched.
pub fn matches(pattern: &[Piece], path: &[Piece]) -> bool {
    let mut places = vec![false; path.len() + 1];
    places[0] = true;
    for piece in pattern {
        match *piece {
            Piece::End => return places[path.len()],
            Piece::Star => {
                let first = places.iter().position(|can| *can).unwrap_or(places.len());
                places[first..].fill(true);
            }
            Piece::Octet(byte) | Piece::Either(byte) => {
                let is_it = |piece| piece == Piece::Octet(byte) || piece == Piece::Either(byte);
                for place in (0..path.len()).rev() {
                    places[place + 1] = places[place] && is_it(path[place]);
                }
                places[0] = false;
            }
            Piece::Encoded(byte) => {
                let spelled: Vec<Piece> =
                    format!("%{byte:02X}").bytes().map(Piece::Octet).collect();
                let mut after = vec![false; path.len() + 1];
                for place in (0..path.len()).filter(|place| places[*place]) {
                    if path[place] == Piece::Either(byte) {
                        after[place + 1] = true;
                    }
                    if path[place..].starts_with(&spelled) {
                        after[place + 3] = true;
                    }
                }
                places = after;
            }
        }
    }
    places.contains(&true)
}

/// The percent-normal form, piece by piece; `is_pattern` keeps the special characters.
pub fn normal(text: &str, is_pattern: bool) -> Vec<Piece> {
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
        let in_query = out.contains(&Piece::Octet(b'?'));
        if is_pattern && !was_escaped && byte == b'*' {
            out.push(Piece::Star);
        } else if is_pattern && !was_escaped && byte == b'$' && at == bytes.len() {
            out.push(Piece::End);
        } else if in_query && b":/'".contains(&byte) {
            out.push(Piece::Either(byte));
        } else if is_pattern && was_escaped && b":/'".contains(&byte) {
            out.push(Piece::Encoded(byte));
        } else if unreserved || (!was_escaped && reserved) {
            out.push(Piece::Octet(byte));
        } else {
            out.extend(format!("%{byte:02X}").bytes().map(Piece::Octet));
        }
    }
    out
}

/// The path and query that a client sends for a URL of `https://example.com`. The octets that it encodes are left as they
/// are: [`normal`] encodes them, too.
pub fn sent(url: &str) -> String {
    let url = url.trim_matches(|c| c <= ' ');
    let url = &url.replace(['\t', '\n', '\r'], "");
    let path = url.strip_prefix("https://example.com").unwrap_or(url);
    let path = path.split('#').next().unwrap_or_default();
    let (path, query) = path.split_at(path.find('?').unwrap_or(path.len()));
    let (mut kept, mut is_folder) = (Vec::new(), false);
    for segment in path.split(['/', '\\']).skip(1) {
        let dots = segment.replace("%2e", ".").replace("%2E", ".");
        is_folder = dots == "." || dots == "..";
        match &*dots {
            "." => {}
            ".." => drop(kept.pop()),
            _ => kept.push(segment.to_owned()),
        }
    }
    if is_folder {
        kept.push(String::new());
    }
    format!("/{}{query}", kept.join("/"))
}

/// The length of a pattern in bytes.
pub fn weight(pattern: &[Piece]) -> usize {
    let octets = |piece: &Piece| {
        if matches!(piece, Piece::Encoded(_)) {
            3
        } else {
            1
        }
    };
    pattern.iter().map(octets).sum()
}

/// Whether rules, each `Allow` or not and its pattern as it is written, allow a path: the longest match decides, and
/// `Allow` wins over an equally long `Disallow`.
pub fn allow<'r>(rules: impl IntoIterator<Item = (bool, &'r str)>, path: &str) -> bool {
    let path = normal(path, false);
    let patterns = rules
        .into_iter()
        .filter(|(_, pattern)| pattern.starts_with(['/', '*']))
        .map(|(allows, pattern)| (normal(pattern, true), allows));
    let matching = patterns.filter(|(pattern, _)| matches(pattern, &path));
    let best = matching
        .map(|(pattern, allows)| (weight(&pattern), allows))
        .max();
    best.is_none_or(|(_, allows)| allows) || is_robots_txt(&path)
}

/// Whether a path is that of robots.txt itself, which is always allowed.
pub fn is_robots_txt(path: &[Piece]) -> bool {
    path == normal("/robots.txt", false)
}
