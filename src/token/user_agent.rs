//! The product tokens in a `User-Agent` field.

use super::client::Client;
use super::product_token::ProductToken;

impl Client {
    /// The client that sends this `User-Agent` field (RFC 9110 §10.1.5), for callers who hold the field and not a product
    /// token. A field without a name gives a client without a product token.
    ///
    /// The tokens are, in this order:
    /// 1. in comments: the name before a `/`, and after the word `compatible` each part that is a token as a whole, which
    ///    is where crawlers write their own names in the field of a browser;
    /// 2. outside comments: the name of each product.
    ///
    /// `Mozilla` names no client and is left out, each name is taken once. Names of the browser that a field imitates stay:
    /// a statement to one of them binds more, never less. A caller who knows its own product token names that instead, with
    /// [`Client::new`].
    ///
    /// ```
    /// use robots_policy::Client;
    ///
    /// for (field, tokens) in [
    ///     ("ExampleBot/1.0 (+https://example.com/bot)", "ExampleBot"),
    ///     ("Mozilla/5.0 (compatible; ExampleBot/2.1; +http://example.com/bot.html)", "ExampleBot"),
    ///     ("Mozilla/5.0 (Linux; Android 5.0) Mobile Safari/537.36 (compatible; ExampleBot; a@example.com)", "ExampleBot, Mobile, Safari"),
    ///     ("curl", "curl"),
    ///     ("", "*"),
    /// ] {
    ///     assert_eq!(Client::from_user_agent(field).to_string(), tokens, "{field}");
    /// }
    /// ```
    pub fn from_user_agent(field: &str) -> Client {
        let (mut inner, mut outer) = (Vec::new(), Vec::new());
        for (is_comment, text) in parts(field) {
            if is_comment {
                inner.extend(names_in_comment(text));
            } else {
                outer.extend(text.split_ascii_whitespace().filter_map(product));
            }
        }
        let mut tokens: Vec<ProductToken> = Vec::new();
        for token in inner.into_iter().chain(outer) {
            if token != *"Mozilla" && !tokens.contains(&token) {
                tokens.push(token);
            }
        }
        Client::from_iter(tokens)
    }
}

/// The parts of the field, each with whether it is in a comment. Comments nest, and an open one ends with the field.
fn parts(field: &str) -> impl Iterator<Item = (bool, &str)> {
    let mut depth = 0_usize;
    field.split_inclusive(['(', ')']).map(move |part| {
        let is_comment = depth > 0;
        match part.as_bytes().last() {
            Some(b'(') => depth += 1,
            Some(b')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        (is_comment, part.trim_end_matches(['(', ')']))
    })
}

/// The names in a comment: those with a version, and after `compatible` also those without.
fn names_in_comment(text: &str) -> Vec<ProductToken> {
    let mut names = Vec::new();
    let mut is_compatible = false;
    for part in text.split([';', ',']).map(str::trim_ascii) {
        if part.eq_ignore_ascii_case("compatible") {
            is_compatible = true;
            continue;
        }
        let mut words = part.split_ascii_whitespace().peekable();
        let first = words.next_if(|word| is_compatible && ProductToken::is_one(word));
        // `Windows NT 10.0` is one part, and its first word is not a name.
        let is_alone = words.peek().is_none_or(|next| next.contains("://"));
        names.extend(first.filter(|_| is_alone).and_then(ProductToken::read));
        names.extend(words.filter(|word| word.contains('/')).filter_map(product));
    }
    names
}

/// The name of a product, without its version. A link is not a product.
fn product(word: &str) -> Option<ProductToken> {
    let (name, version) = word.split_once('/').unwrap_or((word, ""));
    let is_link = name.ends_with(':')
        || version.starts_with('/')
        || name.contains('.') && !version.starts_with(|c: char| c.is_ascii_digit());
    ProductToken::read(name).filter(|_| !is_link)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn crawlers_are_named_by_their_own_fields() {
        for (field, tokens) in rows::<(String, String)>(include_str!("user_agent/fields.jsonl")) {
            assert_eq!(
                Client::from_user_agent(&field).to_string(),
                tokens,
                "{field}"
            );
        }
    }
}
