//! Documents that a source points at, or that have a place of their own, and whether the caller gave them.

use crate::ai::preference::Missing;
use crate::ai::tdmrep::TdmRep;
use crate::provenance::Provenance;
use crate::robots_txt::authority;

/// A document with AI-use preferences that was not read.
///
/// The library does no I/O. A caller that fetches these gives them to [`Policy::with_license`](crate::Policy::with_license)
/// or [`Policy::with_tdmrep`](crate::Policy::with_tdmrep) and asks again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    pub(super) why: Missing,
    pub(super) url: Box<str>,
    pub(super) at: Option<Provenance>,
}

impl Pointer {
    /// The file of `TDMRep` that governs a target, as one that was not given.
    pub(crate) fn tdmrep_of(target: &str) -> Pointer {
        Pointer::tdmrep(target, Missing::TdmRep)
    }

    pub(super) fn tdmrep(target: &str, why: Missing) -> Pointer {
        // A path from the root needs no more than the origin.
        let url = authority(target).unwrap_or_default() + TdmRep::PATH;
        let url = url.into();
        Pointer { why, url, at: None }
    }

    /// Why it was not read.
    pub fn why(&self) -> Missing {
        self.why
    }

    /// Its address: absolute if the source or the target of the question is.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The bytes that point at it; `None` for `tdmrep.json`, whose place is known.
    pub fn provenance(&self) -> Option<&Provenance> {
        self.at.as_ref()
    }
}

/// A reference of a document, as an absolute address where its base is one (RFC 3986 §5.2). User and password of the base are
/// left out.
pub(super) fn resolved(base: &str, reference: &str) -> String {
    let reference = reference.trim_ascii();
    if has_scheme(reference) {
        return reference.to_owned();
    }
    let Some(origin) = authority(base) else {
        return reference.to_owned();
    };
    if let Some(rest) = reference.strip_prefix("//") {
        let scheme = origin.split(':').next().unwrap_or_default();
        return format!("{scheme}://{rest}");
    }
    let (path, query) = split_query(reference);
    let path = match path {
        "" => path_of(base).to_owned(),
        path if path.starts_with('/') => path.to_owned(),
        path => {
            let folder = path_of(base);
            let end = folder.rfind('/').map_or(0, |slash| slash + 1);
            format!("{}{path}", folder.get(..end).unwrap_or("/"))
        }
    };
    format!("{origin}{}{query}", without_dots(&path))
}

/// Whether a reference begins with a scheme (RFC 3986 §3.1).
fn has_scheme(reference: &str) -> bool {
    let Some((scheme, _)) = reference.split_once(':') else {
        return false;
    };
    let is_scheme = |b: u8| b.is_ascii_alphanumeric() || b"+-.".contains(&b);
    scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.bytes().all(is_scheme)
}

/// The path of an absolute address, at least `/`.
fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = rest.find(['/', '?', '#']).and_then(|at| rest.get(at..));
    let (path, _) = split_query(path.unwrap_or_default());
    if path.is_empty() { "/" } else { path }
}

/// A reference as its path, and its query without a fragment.
fn split_query(reference: &str) -> (&str, &str) {
    let (whole, _) = reference.split_once('#').unwrap_or((reference, ""));
    whole.split_at(whole.find('?').unwrap_or(whole.len()))
}

/// A path without `.` and `..` (RFC 3986 §5.2.4).
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut is_folder = false;
    for segment in path.split('/').skip(1) {
        is_folder = matches!(segment, "." | "..");
        match segment {
            ".." => drop(kept.pop()),
            "." => {}
            segment => kept.push(segment),
        }
    }
    let end = if is_folder && !kept.is_empty() {
        "/"
    } else {
        ""
    };
    format!("/{}{end}", kept.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn references_are_resolved() {
        let base = "https://user:secret@Example.com/a/b?c#d";
        for (reference, url) in rows::<(String, String)>(include_str!("pointer/references.jsonl")) {
            assert_eq!(resolved(base, &reference), url, "{reference}");
        }
        assert_eq!(resolved("/a/b", "x"), "x", "a path alone is not a base");
        assert_eq!(
            resolved("https://example.com", "x"),
            "https://example.com/x"
        );
    }
}
