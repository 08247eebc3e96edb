//! Findings about the answer to a request for robots.txt, whatever its lines say.

use robots_policy::robots_txt::{Cause, Robots, authority};
use robots_policy::{Policy, RobotsTxt, Timestamp};

use crate::askers::Asker;
use crate::code::Code;
use crate::effect::{Asked, Compared, Question};
use crate::finding::Finding;
use crate::place::{Place, Source};
use crate::rule::rules;

rules! {
    RobotsBehindStatus: Error, [Answer], "RFC 9309 §2.3.1.3",
        title: "rules behind a status that says there is no robots.txt",
        consequence: "Nobody reads them, so that everything is open; a person sees them all the same.",
        advice: "Serve the file with the status 200.";
    RobotsThrottled: Warning, [Answer], "RFC 9309 §2.3.1.3, RFC 6585 §4",
        title: "a robots.txt that the server delays (429)",
        consequence: "Some readers close everything until it answers, others take it as if there were none.",
        advice: "Answer requests for robots.txt whatever their rate is.";
    RobotsRedirect: Warning, [Answer], "RFC 9309 §2.3.1.2",
        title: "a robots.txt that is elsewhere",
        consequence: "Some readers do not follow it to another site, and take a page in its place as a file without rules.",
        advice: "Serve the file at /robots.txt of each host.";
    RobotsRefused: Warning, [Answer], "RFC 9309 §2.3.1.3",
        title: "a robots.txt that the server refuses",
        consequence: "Readers take it as if there were none, so that everything is open; some libraries close everything.",
        advice: "Serve the file to every client.";
    RobotsUnreachable: Error, [Answer], "RFC 9309 §2.3.1.4",
        title: "a robots.txt that cannot be fetched",
        consequence: "Everything is closed to clients that follow RFC 9309 until the server answers.",
        advice: "Answer with the file, or with 404 if there is none.";
    RobotsType: Info, [Answer], "RFC 9309 §2.3",
        title: "a robots.txt that is not text/plain",
        consequence: "Most readers read it all the same; RFC 9309 says it has to be text/plain.",
        advice: "Send `Content-Type: text/plain; charset=utf-8`.";
}

/// The answer to a request for robots.txt.
#[derive(Debug)]
pub struct RobotsAnswer<'a> {
    /// The outcome of the request: the rules of [`RobotsAnswer::file`], or why there are none.
    pub outcome: Robots,
    /// The bytes that show the outcome: a status line, or the input as a whole.
    pub place: Place,
    /// The address that was requested, if it is known, and the references of the redirects that were followed, in their order and
    /// each as `Location` has it.
    pub addresses: Vec<String>,
    /// The media type, and its bytes, if the answer has one.
    pub media_type: Option<(String, Place)>,
    /// The lines of the file, if there is one.
    pub file: Option<&'a Source<'a>>,
}

impl RobotsAnswer<'_> {
    /// The findings about it, without those about its lines.
    pub(crate) fn findings(&self, now: Timestamp) -> Vec<Finding> {
        let outcome = self.of_outcome(now);
        let redirects = self.of_redirects();
        outcome
            .into_iter()
            .chain(redirects)
            .chain(self.of_type())
            .collect()
    }

    fn of_outcome(&self, now: Timestamp) -> Option<Finding> {
        let absent = Robots::Unavailable(Cause::Absent);
        let (code, compared, second) = match (&self.outcome, self.outcome.cause()?) {
            (_, Cause::Absent) => return self.of_unread_file(),
            (_, Cause::RateLimited) => (Code::RobotsThrottled, Compared::Without, absent),
            (_, Cause::Redirects) => (Code::RobotsRedirect, Compared::Without, absent),
            (Robots::Unavailable(_), _) => {
                let closed = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n").value;
                (Code::RobotsRefused, Compared::AsMeant, closed.into())
            }
            _ => (Code::RobotsUnreachable, Compared::Without, absent),
        };
        let policy = |robots: Robots| Policy::new().with_robots(robots);
        let asked = Asked {
            askers: &Asker::with_names([]),
            targets: &[String::from("/")],
            questions: &[Question::Fetch],
            now,
        };
        let why = self.outcome.cause().map(Cause::sentence);
        let why = why.unwrap_or_default().to_owned();
        let mut finding = Finding::new(code, self.place.clone(), why);
        let own = policy(self.outcome.clone());
        finding.effect = Some(asked.effect(compared, own, policy(second)));
        Some(finding)
    }

    /// A file behind a status that says that there is none.
    fn of_unread_file(&self) -> Option<Finding> {
        let rules = RobotsTxt::parse(self.file?.bytes()).value;
        let rule = rules.groups().find_map(|group| group.rules().next())?;
        let text = rule.text().escape_debug().to_string();
        let message =
            format!("no crawler reads `{text}`: the status says that there is no robots.txt");
        Some(Finding::new(
            Code::RobotsBehindStatus,
            self.place.clone(),
            message,
        ))
    }

    /// A redirect to something else than a robots.txt, or to another site.
    fn of_redirects(&self) -> Option<Finding> {
        if self.outcome.cause().is_some() {
            return None;
        }
        let sites: Vec<String> = self.addresses.iter().filter_map(|url| site(url)).collect();
        let other = sites.iter().find(|other| Some(*other) != sites.first());
        let document = self.addresses.iter().find(|url| !leads_to_robots(url));
        let message = match (document, other) {
            (Some(url), _) => {
                let url = url.escape_debug();
                format!("robots.txt redirects to `{url}`, which is another document")
            }
            (None, Some(other)) => format!("robots.txt redirects to that of {other}"),
            (None, None) => return None,
        };
        Some(Finding::new(
            Code::RobotsRedirect,
            self.place.clone(),
            message,
        ))
    }

    fn of_type(&self) -> Option<Finding> {
        let (media_type, place) = self.media_type.as_ref()?;
        let essence = media_type.split(';').next().unwrap_or_default().trim();
        let is_file = self.outcome.rules().is_some() && !essence.is_empty();
        (is_file && !essence.eq_ignore_ascii_case("text/plain")).then(|| {
            let message = format!("robots.txt is sent as `{}`", essence.escape_debug());
            Finding::new(Code::RobotsType, place.clone(), message)
        })
    }
}

/// The site of an address: its host without `www.`, whatever the scheme.
fn site(url: &str) -> Option<String> {
    let authority = authority(url)?;
    let (_, host) = authority.split_once("://")?;
    Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
}

/// Whether the path of an address or reference ends with the name of a robots.txt.
fn leads_to_robots(url: &str) -> bool {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let path = url.get(..end).unwrap_or_default();
    path.rsplit('/').next() == Some("robots.txt")
}
