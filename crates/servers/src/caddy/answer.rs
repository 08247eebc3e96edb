//! The answer of a site, with that to errors.

use super::read::Caddy;
use super::site::ChosenSite;
use super::walk::{CaddyWalk, End};
use crate::prediction::{Prediction, Request, Unknown, Why};
use crate::tree::{Statement, named};
use crate::uri;

/// The answer to a request.
pub(super) fn answer(caddy: &Caddy, request: &Request<'_>) -> Result<Prediction, Unknown> {
    let site = match caddy.site(request)? {
        ChosenSite::One(site) => site,
        ChosenSite::ToSecure => return Ok(Prediction::of_status(308)),
        ChosenSite::None => return Ok(Prediction::of_status(200)),
    };
    let path = uri::path(request.target);
    let mut walk = CaddyWalk {
        caddy,
        request,
        fields: Vec::new(),
        first_path: path.clone(),
        path: path.clone(),
        deferred: Vec::new(),
        error: None,
        scopes: Vec::new(),
        roots: None,
        sent: Prediction::default(),
    };
    let mut unknown = Vec::new();
    let status = match walk.block(site.body(), false)? {
        None => Some(200),
        Some(End::Written(status)) => Some(status),
        Some(End::Error(status)) => Some(error(&mut walk, site, status, path)?),
        Some(End::Closed) => return Ok(Prediction::default()),
        Some(End::Foreign(handler)) => {
            unknown.push(handler.foreign());
            None
        }
    };
    Ok(Prediction {
        status,
        fields: walk.fields,
        unknown,
        ..walk.sent
    })
}

/// The answer to an error: fields that are set stay, and what waited is lost.
fn error<'c>(
    walk: &mut CaddyWalk<'c, '_>,
    site: &'c Statement,
    status: u16,
    path: String,
) -> Result<u16, Unknown> {
    walk.deferred.clear();
    walk.error = Some(status);
    walk.path = path;
    let mut handlers = named(site.body(), "handle_errors").peekable();
    if handlers.peek().is_none() {
        return Ok(status);
    }
    walk.scopes = vec![site.body()];
    let codes = [status.to_string(), format!("{}xx", status / 100)];
    for handler in handlers {
        let mut own = handler.arguments().peekable();
        if own.peek().is_some() && !own.any(|code| codes.iter().any(|wanted| wanted == code)) {
            continue;
        }
        match walk.block(handler.body(), false)? {
            None => {}
            Some(End::Written(status)) => return Ok(status),
            Some(End::Error(_) | End::Closed) => return Ok(status),
            Some(End::Foreign(other)) => {
                return Err(other.unknown(Why::Upstream, "another server answers to errors"));
            }
        }
    }
    walk.written(status)?;
    Ok(status)
}
