//! `Cache-Control` of a response: the one reader of it (RFC 9111 §5.2.2).

/// The statements of the field's lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CacheControl {
    /// The least seconds of `max-age`; 0 for `no-cache` and `no-store`.
    pub(crate) max_age: Option<u64>,
    /// Whether the response must not be kept.
    pub(crate) no_store: bool,
}

impl CacheControl {
    /// Reads one line, or several that were joined by commas.
    pub(crate) fn read(value: &str) -> CacheControl {
        let mut control = CacheControl::default();
        value.split(',').for_each(|part| control.hear(part));
        control
    }

    /// Adds the statements of another line; the shorter time stays.
    pub(crate) fn and(self, other: CacheControl) -> CacheControl {
        let times = self.max_age.into_iter().chain(other.max_age);
        CacheControl {
            max_age: times.min(),
            no_store: self.no_store || other.no_store,
        }
    }

    fn hear(&mut self, directive: &str) {
        let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
        let is = |known: &str| name.trim_ascii().eq_ignore_ascii_case(known);
        let max_age = if is("max-age") {
            seconds(value.trim_ascii().trim_matches('"'))
        } else {
            (is("no-cache") || is("no-store")).then_some(0)
        };
        let no_store = is("no-store");
        *self = self.and(CacheControl { max_age, no_store });
    }
}

/// A number of seconds; one that is too large counts as the largest that every cache knows (RFC 9111 §1.2.2).
fn seconds(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(LARGEST))
}

const LARGEST: u64 = 1 << 31;
