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
    use robots_policy_kit::told::assert_told;

    use super::*;

    #[test]
    fn a_user_name_and_a_password_are_left_out() {
        assert_told("crates/live/src/told/secrets.txt", |step, _| {
            match step.split_once(' ').unwrap_or_default() {
                ("url", text) => without_user(text).into_owned(),
                ("field", text) => without_value(text).clone(),
                _ => String::new(),
            }
        });
    }
}
