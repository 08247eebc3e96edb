//! The `url` of a content: whether it is about a target, and how narrowly (R-267, RSL 1.0 §3.3).
//!
//! A path is a pattern of RFC 9309. An absolute URL is an origin and such a pattern. An empty `url` is about everything that
//! the association of the document reaches.

use crate::robots_txt::fetch::authority;
use crate::robots_txt::file::RequestPath;
use crate::web_url::split;

/// The addresses that a content is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UrlScope {
    origin: Origin,
    /// A pattern; empty for all paths.
    pattern: Box<str>,
}

/// The origin that a pattern is about.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    /// That of the target.
    Same,
    /// One scheme, host and port.
    Named(Box<str>),
    /// It cannot be compared.
    Unclear,
}

/// How a content is about a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fit {
    /// The octets of the pattern: the greatest is the narrowest.
    pub(super) octets: usize,
    /// Whether it is certain. If not, only restrictions count.
    pub(super) is_sure: bool,
}

impl UrlScope {
    /// The scope of a `url`; without one it is unclear.
    pub(super) fn new(url: Option<&str>) -> UrlScope {
        let (origin, pattern) = match url {
            None => (Origin::Unclear, String::new()),
            Some(url) if url.is_empty() || url.starts_with(['/', '*']) => {
                (Origin::Same, url.to_owned())
            }
            Some(url) => match split(url) {
                Ok(parts) if parts.host().is_some() => {
                    let is_clear = |host: &str| !host.contains('*') && host.is_ascii();
                    let origin = parts
                        .origin()
                        .filter(|_| parts.host().is_some_and(is_clear));
                    let slash = if parts.rest.starts_with('/') { "" } else { "/" };
                    let pattern = format!("{slash}{}", parts.rest);
                    let origin = origin.map_or(Origin::Unclear, |own| Origin::Named(own.into()));
                    (origin, pattern)
                }
                _ => (Origin::Unclear, format!("/{url}")),
            },
        };
        let pattern = pattern.into();
        UrlScope { origin, pattern }
    }

    /// Whether only restrictions count, whatever the target is.
    pub(super) fn is_unclear(&self) -> bool {
        self.origin == Origin::Unclear
    }

    /// The origin as text, and the pattern; `None` if the origin is unclear.
    pub(super) fn parts(&self) -> Option<(&str, &str)> {
        match &self.origin {
            Origin::Same => Some(("", &self.pattern)),
            Origin::Named(origin) => Some((origin, &self.pattern)),
            Origin::Unclear => None,
        }
    }
}

/// A target, to be compared with scopes.
pub(super) struct Target<'t> {
    path: RequestPath<'t>,
    /// Its own origin, or that of the document for a path.
    origin: Option<String>,
    /// Whether the origin is its own.
    has_origin: bool,
}

impl<'t> Target<'t> {
    /// A target of a question, and the address of the document.
    pub(super) fn new(target: &'t str, url: &str) -> Target<'t> {
        let own = authority(target);
        Target {
            path: RequestPath::of_target(target),
            has_origin: own.is_some(),
            origin: own.or_else(|| authority(url)),
        }
    }

    /// How a content with this scope is about the target; `None` if it is not.
    pub(super) fn fit(&self, scope: &UrlScope) -> Option<Fit> {
        let is_sure = match &scope.origin {
            Origin::Same => true,
            Origin::Named(origin) if self.origin.as_deref() == Some(origin) => true,
            Origin::Named(_) if self.has_origin => return None,
            Origin::Named(_) | Origin::Unclear => false,
        };
        let octets = match scope.pattern.as_bytes() {
            [] => 0,
            pattern => self.path.matches(pattern)?,
        };
        Some(Fit { octets, is_sure })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    /// a `url` of a content, the address of the document, a target, and how it fits.
    #[test]
    fn r_267_urls_and_targets() {
        type Row = (String, String, String, Option<(usize, bool)>);
        let own = "https://example.com/license.xml";
        for (url, document, target, fit) in rows::<Row>(include_str!("scope/fits.jsonl")) {
            let expected = fit.map(|(octets, is_sure)| Fit { octets, is_sure });
            let fit = Target::new(&target, &document).fit(&UrlScope::new(Some(&url)));
            assert_eq!(fit, expected, "{url} and {target}");
        }
        let fit = Target::new("/", own).fit(&UrlScope::new(None));
        assert_eq!(fit.map(|fit| (fit.octets, fit.is_sure)), Some((0, false)));
    }
}
