//! Paths of requests, decoded and normal.

/// The path of a target without escapes, dots and doubled slashes. One that is not text after its escapes are undone keeps its
/// marks of replacement.
pub(crate) fn path(target: &str) -> String {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    normal(&decoded(path))
}

/// The query of a target.
pub(crate) fn query(target: &str) -> &str {
    let target = target.split('#').next().unwrap_or_default();
    target.split_once('?').map_or("", |(_, query)| query)
}

/// Escapes undone.
pub(crate) fn decoded(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut undone = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let digits = path.get(at + 1..at + 3).filter(|_| *byte == b'%');
        let escaped = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        undone.push(escaped.unwrap_or(*byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&undone).into_owned()
}

/// Without `.`, `..` and empty segments; with the last slash if there is one.
pub(crate) fn normal(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                kept.pop();
            }
            segment => kept.push(segment),
        }
    }
    let is_folder = path.ends_with('/') || path.ends_with("/.") || path.ends_with("/..");
    let mut normal = format!("/{}", kept.join("/"));
    if is_folder && normal.len() > 1 {
        normal.push('/');
    }
    normal
}
