//! The askers of a run, and the fields by which their requests name them.

use http::HeaderMap;
use http::header::USER_AGENT;
use robots_policy::{Client, ProductToken};
use robots_policy_live::fetch;

use super::CheckSettings;
use crate::exit::Failure;
use crate::say::warn;
use crate::web::NAME;

/// An asker, and the fields of its requests.
pub(super) struct CheckAsker {
    /// The client whose rules the requests obey.
    pub(super) client: Client,
    /// The client whose answers are wanted: another one only if it has no name, by which no request can be made.
    pub(super) named: Client,
    pub(super) fields: HeaderMap,
}

/// The askers. The requests for an asker without a product token are those of this program, which obeys the rules for its own.
///
/// # Errors
/// A `--contact` or `--user-agent` that cannot be the value of a field.
pub(super) fn askers(args: &CheckSettings) -> Result<Vec<CheckAsker>, Failure> {
    let own = ProductToken::new(NAME).ok();
    let mut askers: Vec<CheckAsker> = Vec::new();
    for named in args.askers.iter().cloned() {
        let own = own.iter().filter(|_| named.tokens().is_empty());
        let client = own.cloned().fold(named.clone(), Client::with_token);
        let agent = fetch::user_agent(&args.web.user_agent(&named))?;
        let fields = HeaderMap::from_iter([(USER_AGENT, agent)]);
        askers.push(CheckAsker {
            client,
            named,
            fields,
        });
    }
    if let Some(text) = &args.web.user_agent {
        let unnamed = askers.iter().filter(|asker| !names(text, &asker.client));
        for CheckAsker { client, .. } in unnamed {
            warn(&format_args!(
                "the user agent `{text}` does not name {client}, whose rules are obeyed: sites take it for another client"
            ));
        }
    }
    Ok(askers)
}

/// Whether a user agent has a product token of the asker as a word (RFC 9309 §2.2.1).
fn names(user_agent: &str, asker: &Client) -> bool {
    let is_of_token = |c: char| c.is_ascii_alphabetic() || "-_".contains(c);
    let words = user_agent.split(|c| !is_of_token(c));
    let mut words = words.filter_map(|word| ProductToken::new(word).ok());
    words.any(|word| asker.tokens().contains(&word))
}
