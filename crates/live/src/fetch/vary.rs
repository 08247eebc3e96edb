//! The requests that an answer is for (RFC 9111 §4.1).

use http::HeaderMap;
use http::header::VARY;
use serde::{Deserialize, Serialize};

/// Which of a client's requests may be answered with what one of them got. All of them have the same fields but `User-Agent`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Vary {
    /// Each.
    #[default]
    Nothing,
    /// Those in the same name.
    UserAgent,
    /// None: what the answer depends on is not in the request.
    Everything,
}

impl Vary {
    /// The requests that an answer with these fields is for.
    pub fn of(headers: &HeaderMap) -> Vary {
        let lines = headers.get_all(VARY).iter();
        let members = lines.flat_map(|line| line.as_bytes().split(|octet| *octet == b','));
        let members = members.map(|member| match member.trim_ascii() {
            b"*" => Vary::Everything,
            name if name.eq_ignore_ascii_case(b"user-agent") => Vary::UserAgent,
            _ => Vary::Nothing,
        });
        members.max().unwrap_or_default()
    }

    /// Whether all requests may be answered with it.
    pub fn is_nothing(&self) -> bool {
        *self == Vary::Nothing
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use super::*;

    #[test]
    fn all_requests_have_the_same_fields_but_one() {
        for (lines, vary) in [
            (&["Accept-Encoding, Origin"][..], Vary::Nothing),
            (&[], Vary::Nothing),
            (&["Accept", "Cookie, user-AGENT"], Vary::UserAgent),
            (&["User-Agent", "*"], Vary::Everything),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(VARY, line.parse().unwrap());
            }
            assert_eq!(Vary::of(&headers), vary, "{lines:?}");
        }
    }
}
