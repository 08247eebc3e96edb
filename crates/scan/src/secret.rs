//! Secrets, which messages do not show: user names and passwords in URLs, and the values of fields of requests.

use std::borrow::Cow;

/// The text of a URL, also of one that is not valid, without its user name and password.
pub fn without_user(text: &str) -> Cow<'_, str> {
    let start = text.find("://").map_or(0, |at| at + "://".len());
    let (before, rest) = text.split_at_checked(start).unwrap_or(("", text));
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    // A password may hold a slash, and then it is where a port would be.
    let port = authority.rsplit_once(':').map_or("", |(_, port)| port);
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) || port.ends_with(']');
    let end = match authority.rfind('@') {
        None if is_port => None,
        None => rest.rfind('@'),
        // Without a scheme it may be an address of mail, or a name.
        Some(_) if start == 0 && !authority.contains(':') => None,
        end => end,
    };
    match end.and_then(|end| rest.get(end..)) {
        Some(after) => Cow::Owned(format!("{before}…{after}")),
        None => Cow::Borrowed(text),
    }
}

/// The text of a field, also of one that is not valid, without its value.
pub fn without_value(field: &str) -> String {
    let name = field.split_once(':').map(|(name, _)| name);
    let name = name.and_then(|name| name.split_whitespace().next());
    name.map_or_else(|| String::from("…"), |name| format!("{name}: …"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_name_and_a_password_are_left_out() {
        let rows = [
            ("https://a:b@example.com/@c", "https://…@example.com/@c"),
            ("https://a@example.com", "https://…@example.com"),
            ("https://a:b@c@example.com/", "https://…@example.com/"),
            ("https://a:b/c@example.com/", "https://…@example.com/"),
            ("https://a:b@[bad/", "https://…@[bad/"),
            ("a:b@example.com", "…@example.com"),
            ("https://example.com:80/@a", "https://example.com:80/@a"),
            ("https://[::1]/@a", "https://[::1]/@a"),
            ("https://example.com/a?b=c@d", "https://example.com/a?b=c@d"),
            ("bot@example.com", "bot@example.com"),
            ("Example@Bot/1", "Example@Bot/1"),
            ("", ""),
        ];
        for (text, shown) in rows {
            assert_eq!(without_user(text), shown);
        }
        let rows = [
            ("Cookie: a", "Cookie: …"),
            ("Aut b: a", "Aut: …"),
            (": a", "…"),
            ("a b", "…"),
        ];
        for (text, shown) in rows {
            assert_eq!(without_value(text), shown);
        }
    }
}
