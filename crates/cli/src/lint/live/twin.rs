//! A copy of a site, and the addresses of its pages.

use robots_policy_lint::UrlPattern;
use url::Url;

use crate::say::warn;

/// A copy of a site.
#[derive(Clone)]
pub(super) struct Twin {
    pub(super) base: Url,
    /// Whether the configuration says what is expected of it; else it may not be open.
    pub(super) is_expected: bool,
}

impl Twin {
    /// The copies that an option and a configuration name, each once.
    pub(super) fn all(option: Option<&Url>, configured: &[UrlPattern]) -> Vec<Twin> {
        let mut twins: Vec<Twin> = Vec::new();
        for own in configured {
            let Some(base) = own.base().and_then(|base| Url::parse(&base).ok()) else {
                let name = own.text().escape_debug();
                warn(&format_args!(
                    "[twins]: {name} has a star, and is not requested"
                ));
                continue;
            };
            twins.push(Twin {
                base,
                is_expected: true,
            });
        }
        if let Some(base) = option.filter(|own| twins.iter().all(|twin| twin.base != **own)) {
            twins.push(Twin {
                base: base.clone(),
                is_expected: false,
            });
        }
        twins
    }

    /// The address of a copy of a page.
    pub(super) fn of(&self, page: &Url) -> Url {
        let mut own = self.base.clone();
        let below = if self.is_expected {
            own.path().trim_end_matches('/')
        } else {
            ""
        };
        let path = format!("{below}{}", page.path());
        own.set_path(&path);
        own.set_query(page.query());
        own
    }
}
