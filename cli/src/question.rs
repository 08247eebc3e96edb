//! One question: the askers, the response, and the options of the reading.

use std::collections::HashSet;
use std::time::{Duration, SystemTime};

use robots_policy::header::{InvalidSignatureAgent, SignatureAgent};
use robots_policy::robots_txt::RobotsFetch;
use robots_policy::uses::Activity;
use robots_policy::{Accessor, Policy, ProductToken, Timestamp, UnknownName};
use robots_policy_archives::{Parts, Readers, RobotsGiven, RobotsPast, UseDocuments};

use crate::asker::{Asker, Judged};

/// The question of a record, or of a command line with its files, for one asker or several.
pub(crate) struct Question<'q> {
    /// The clients whose names are read for certain.
    pub(crate) accessors: &'q [Accessor],
    pub(crate) url: &'q str,
    pub(crate) robots: RobotsGiven<'q>,
    pub(crate) past: RobotsPast<'q>,
    /// Whether the site answers other requests, if that is known.
    pub(crate) site_up: Option<bool>,
    /// The robots.txt, if it was read before.
    pub(crate) read_robots: Option<&'q RobotsFetch>,
    pub(crate) now: Option<Timestamp>,
    pub(crate) parts: Parts<'q>,
    pub(crate) uses: UseDocuments<'q>,
    pub(crate) readers: Readers,
}

impl Question<'_> {
    /// Reads all inputs into one policy.
    pub(crate) fn policy(&self) -> Policy {
        let policy = self.uses.add_to(self.robots());
        let policy = match self.site_up {
            Some(is_up) => policy.with_site_up(is_up),
            None => policy,
        };
        self.parts.read(&self.readers, self.accessors, policy)
    }

    /// A policy that holds the known robots.txt.
    fn robots(&self) -> Policy {
        if let Some(fetch) = self.read_robots {
            return Policy::new().with_fetch(fetch, self.now());
        }
        let reader = self.readers.robots.clone();
        match self.robots.fetch_after(self.past, reader, self.now()) {
            Some(fetch) => Policy::new().with_fetch(&fetch, self.now()),
            None => Policy::new(),
        }
    }

    /// The verdict for an asker, of a policy that was read for this question.
    pub(crate) fn judge<'p>(&self, asker: Asker<'_>, policy: &'p Policy) -> Judged<'p> {
        asker.judge(policy, self.url, self.now())
    }

    /// The clock of the question.
    fn now(&self) -> Timestamp {
        self.now.unwrap_or_else(|| SystemTime::now().into())
    }
}

/// A client with these tokens; without any, a client without a product token.
pub(crate) fn accessor(
    tokens: Vec<ProductToken>,
    page_tokens: Option<Vec<ProductToken>>,
    obeys_global: bool,
) -> Accessor {
    let accessor = Accessor::from_iter(tokens).with_obeys_global(obeys_global);
    match page_tokens {
        Some(tokens) => accessor.with_page_tokens(tokens),
        None => accessor,
    }
}

/// The askers in their order, each once.
pub(crate) fn distinct(askers: impl IntoIterator<Item = Accessor>) -> Vec<Accessor> {
    let mut seen = HashSet::new();
    let askers = askers.into_iter();
    askers.filter(|asker| seen.insert(asker.clone())).collect()
}

/// Reads the asker's own `Signature-Agent` field; `None` if it has no valid member and is ignored.
pub(crate) fn signature_agent(
    field: &str,
) -> Result<Option<SignatureAgent>, InvalidSignatureAgent> {
    match SignatureAgent::parse(field) {
        Err(error) if error.is_passed_over() => Ok(None),
        read => read.map(Some),
    }
}

/// Adds the hosts of the asker's own `Signature-Agent` field.
pub(crate) fn signing(accessor: Accessor, agent: Option<&SignatureAgent>) -> Accessor {
    match agent {
        Some(agent) => accessor.with_verified_signature(agent),
        None => accessor,
    }
}

/// A policy token, and the activities that it is about.
pub(crate) type PolicyToken = (ProductToken, Vec<Activity>);

/// Reads a policy token: `Google-Extended`, or with the activities that it is about `Google-Extended=train,input`. The error
/// is the message of a value parser, and of a record.
pub(crate) fn policy_token(text: &str) -> Result<PolicyToken, String> {
    let (token, uses) = text
        .split_once('=')
        .map_or((text, None), |(token, uses)| (token, Some(uses)));
    let token = ProductToken::new(token).map_err(|error| error.to_string())?;
    let uses = uses.into_iter().flat_map(|uses| uses.split(','));
    Ok((token, uses.map(activity).collect::<Result<_, _>>()?))
}

/// Reads the name of a use. The error is the message of a value parser, and of a record.
pub(crate) fn activity(name: &str) -> Result<Activity, String> {
    let name = name.trim().parse();
    name.map_err(|error: UnknownName| error.to_string())
}

/// Reads an RFC 3339 moment. The error is the message of a value parser, and of a record.
pub(crate) fn moment(text: &str) -> Result<Timestamp, String> {
    match text.parse::<jiff::Timestamp>() {
        Ok(moment) => Ok(Timestamp::from_unix(moment.as_second())),
        Err(_) => Err(format!(
            "`{text}` is not an RFC 3339 time; write it as 2026-11-25T15:00:00Z"
        )),
    }
}

/// The status of an answer, or 0 if there was none. The error is the message of a value parser.
pub(crate) fn status(text: &str) -> Result<u16, String> {
    let status = text.parse().ok();
    let status = status.filter(|status| matches!(status, 0 | 100..=599));
    status.ok_or_else(|| {
        format!("`{text}` is neither 0, for a network failure, nor an HTTP status from 100 to 599")
    })
}

/// The time in a number of hours. The error is the message of a value parser.
pub(crate) fn hours(text: &str) -> Result<Duration, String> {
    let hours = text.parse().ok().and_then(of_hours);
    hours.ok_or_else(|| format!("`{text}` is not a number of hours from 0; write it as 48 or 0.5"))
}

/// The time in a number of hours; `None` if it is negative.
pub(crate) fn of_hours(hours: f64) -> Option<Duration> {
    let time = || Duration::try_from_secs_f64(hours * 3600.0);
    (hours >= 0.0).then(|| time().unwrap_or(Duration::MAX))
}

/// A URL or a path. The error is the message of a value parser, and of a record.
pub(crate) fn target(text: &str) -> Result<String, String> {
    if text.starts_with('/') || text.contains("://") {
        return Ok(text.to_owned());
    }
    Err(format!(
        "`{text}` is neither an absolute URL nor a path that starts with `/`"
    ))
}
