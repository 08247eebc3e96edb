//! Who asks: the askers of a run, and what their requests say of them.

use http::HeaderMap;
use http::header::USER_AGENT;
use robots_policy::{Accessor, ProductToken};

use super::CheckSettings;
use crate::exit::Failure;
use crate::fetch;

/// An asker, and the fields of its requests.
pub(super) struct CheckAsker {
    pub(super) accessor: Accessor,
    pub(super) fields: HeaderMap,
}

/// The askers. One without a product token is this program, for which the rules of its own product token hold.
///
/// # Errors
/// A `--contact` that no field can carry.
pub(super) fn askers(args: &CheckSettings) -> Result<Vec<CheckAsker>, Failure> {
    let own = ProductToken::new(NAME).ok();
    let mut askers: Vec<CheckAsker> = Vec::new();
    for named in &args.askers {
        let own = own.iter().filter(|_| named.tokens().is_empty());
        let accessor = own.cloned().fold(named.clone(), Accessor::with_token);
        let agent = fetch::user_agent(&user_agent(args, named))?;
        // A client without a name is this one, which may be named beside it.
        if askers.iter().all(|asker| asker.accessor != accessor) {
            let fields = HeaderMap::from_iter([(USER_AGENT, agent)]);
            askers.push(CheckAsker { accessor, fields });
        }
    }
    Ok(askers)
}

/// The `User-Agent` field: the first product token of the asker, or this program's name and version, then its purpose
/// (draft-illyes-rep-purpose §2.2) and the address of its owner.
pub(super) fn user_agent(args: &CheckSettings, asker: &Accessor) -> String {
    let own = concat!("robots-policy/", env!("CARGO_PKG_VERSION"));
    let token = asker.tokens().first();
    let name = token.map_or_else(|| own.to_owned(), ToString::to_string);
    let purposes = asker.purposes().iter().map(ToString::to_string);
    let contact = args.contact.iter().map(|contact| format!("+{contact}"));
    let comments: Vec<String> = purposes.chain(contact).collect();
    if comments.is_empty() {
        return name;
    }
    format!("{name} ({})", comments.join("; "))
}

/// The product token of this program.
const NAME: &str = "robots-policy";
