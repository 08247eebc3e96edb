//! `Cache-Control` of a response: the one reader of it (RFC 9111 §5.2.2).
//!
//! Two callers ask for how long a response is fresh: `header::Validity` for pages and `robots_fetch` for robots.txt. Both
//! want the shorter time in doubt, since an outcome that is asked for too early costs a request and one that is kept too
//! long hides a new rule. So of several statements the shortest holds, in whatever order and on whatever line they are, and
//! no syntax is an error: an unknown directive or an unreadable number is skipped.

/// The statements of all lines of the field that matter here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CacheControl {
    /// The smallest `max-age` in seconds; 0 for `no-cache` and `no-store`; `None` if nothing limits the time.
    pub(crate) max_age: Option<u64>,
    /// Whether the response must not be kept (§5.2.2.5).
    pub(crate) no_store: bool,
}

impl CacheControl {
    /// Reads one line, or several that were joined by commas.
    ///
    /// A comma inside a quoted argument ends the directive, too. The directives that matter have no such argument; at worst
    /// a word in the argument of another one is read as a directive, and makes the time shorter.
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

    /// Adds one directive: `max-age=60`, `MAX-AGE="60"` and `no-store` are read.
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

/// 2³¹: RFC 9111 §1.2.2 lets a cache take this for any greater number.
const LARGEST: u64 = 1 << 31;
