//! `robots-policy check`: what live sites say. robots.txt is asked first, and the page only if it allows.

mod site;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use http::StatusCode;
use robots_policy::header::Validity;
use robots_policy::report::Text;
use robots_policy::{
    Accessor, Diagnostic, MetaExtractor, Parsed, Policy, ProductToken, Signal, Timestamp, Verdict,
    Why,
};
use robots_policy_archives::{DocumentHead, Readers};
use serde_json::json;
use url::Url;

use crate::check::site::{KnownSite, LiveSites};
use crate::exit::{CommandExit, Failure};
use crate::fetch::{self, BodyEnd, Client, ClientSettings, Hop, Problem, Response, Walk};
use crate::output::{Format, Output, tell};
use crate::read_input;
use crate::say::warn;

/// What the command is asked.
pub(crate) struct CheckSettings {
    pub(crate) urls: Vec<Url>,
    pub(crate) accessor: Accessor,
    /// Where the owner of the agent can be reached.
    pub(crate) contact: Option<String>,
    /// The folder of the answers of former runs, if they are used.
    pub(crate) cache: Option<PathBuf>,
    /// How long one request and its whole answer may take.
    pub(crate) timeout: Duration,
    pub(crate) redirects: usize,
    pub(crate) most_body: u64,
    /// The file of the certificates to trust instead of those of the web.
    pub(crate) trust: Option<PathBuf>,
    /// Whether the proxy that the environment names is used.
    pub(crate) proxy: bool,
    pub(crate) readers: Readers,
    pub(crate) output: Output,
}

/// How the command ends. Its statuses 0 and 1 are answers, so that it ends with neither after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Nothing restricts.
    Unrestricted,
    /// Something restricts.
    Restricted,
    /// The command line makes no sense, or names a file that cannot be read.
    Usage,
    /// What a site says could not be determined.
    Undetermined,
}

impl CommandExit for Exit {
    fn after(failure: &Failure) -> Exit {
        match failure {
            Failure::Usage(_) | Failure::Input(..) => Exit::Usage,
            Failure::Output(_) | Failure::File(..) => Exit::Undetermined,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Unrestricted => 0,
            Exit::Restricted => 1,
            Exit::Usage => 2,
            Exit::Undetermined => 3,
        })
    }
}

/// Runs the command.
pub(crate) fn run(args: &CheckSettings) -> Result<Exit, Failure> {
    let client = Client::new(of_client(args)?)?;
    let readers = args.readers.clone();
    let mut checker = Checker {
        accessor: accessor(args),
        sites: LiveSites::new(&client, args.cache.as_deref(), readers.robots.clone()),
        client: &client,
        readers,
        now: SystemTime::now().into(),
    };
    let mut exit = Exit::Unrestricted;
    let mut urls = args.urls.iter();
    while let Some(url) = urls.next() {
        let found = checker.check(url);
        checker.print_warnings();
        let verdict = found.verdict(&checker);
        exit = exit.max(found.exit(&verdict));
        let written = match answer(args, url, &found, &verdict) {
            Err(failure @ Failure::Input(..)) => {
                exit = exit.max(Exit::Undetermined);
                warn(&failure);
                Ok(())
            }
            written => written,
        };
        if let Some(problem) = &found.problem {
            warn(problem);
        }
        match written {
            // Whoever reads has read enough, but the status is for every URL.
            Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                let unasked = urls.next().map(|_| Exit::Undetermined);
                return Ok(exit.max(unasked.unwrap_or(exit)));
            }
            written => written?,
        }
    }
    Ok(exit)
}

fn of_client(args: &CheckSettings) -> Result<ClientSettings, Failure> {
    let silence = args.timeout.min(LONGEST_SILENCE);
    let trusted = |path: &PathBuf| {
        let name = path.display().to_string();
        fetch::roots(&name, &read_input::read(path)?)
    };
    Ok(ClientSettings {
        connect: silence,
        read: silence,
        total: args.timeout,
        redirects: args.redirects,
        most_body: args.most_body,
        uses_proxy: args.proxy,
        roots: args.trust.as_ref().map(trusted).transpose()?,
        ..ClientSettings::new(user_agent(args))
    })
}

/// Who asks. Without a product token it is this program, for which the rules of its own product token hold.
fn accessor(args: &CheckSettings) -> Accessor {
    let accessor = args.accessor.clone();
    match ProductToken::new(NAME) {
        Ok(own) if accessor.tokens().is_empty() => accessor.with_token(own),
        _ => accessor,
    }
}

/// The `User-Agent` field: the first product token of the asker, or this program's name and version, then its purpose
/// (draft-illyes-rep-purpose §2.2) and the address of its owner.
fn user_agent(args: &CheckSettings) -> String {
    let own = concat!("robots-policy/", env!("CARGO_PKG_VERSION"));
    let token = args.accessor.tokens().first();
    let name = token.map_or_else(|| own.to_owned(), ToString::to_string);
    let purposes = args.accessor.purposes().iter().map(ToString::to_string);
    let contact = args.contact.iter().map(|contact| format!("+{contact}"));
    let comments: Vec<String> = purposes.chain(contact).collect();
    if comments.is_empty() {
        return name;
    }
    format!("{name} ({})", comments.join("; "))
}

struct Checker<'c> {
    accessor: Accessor,
    client: &'c Client,
    sites: LiveSites<'c>,
    readers: Readers,
    now: Timestamp,
}

/// What was found at a URL.
struct FoundPage {
    /// Where it was found, its redirects followed.
    at: Url,
    /// The steps to it, in words: an answer of a former run, and the redirects.
    way: Vec<String>,
    policy: Policy,
    /// What kept the page, or part of it, from being read.
    problem: Option<String>,
    /// Whether the page was read, or at least its fields.
    is_read: bool,
}

impl Checker<'_> {
    /// Asks for a page, and on each host it leads to first for leave.
    fn check(&mut self, url: &Url) -> FoundPage {
        let mut walk = Walk::new(self.client, url);
        loop {
            let site = self.sites.of(walk.at(), self.now);
            let found = FoundPage::before(&walk, &site);
            let access = found
                .policy
                .robots()
                .access(&self.accessor, walk.at().as_str());
            if !access.is_allowed() {
                return found;
            }
            let response = match self.client.get(walk.at()) {
                Ok(response) => response,
                Err(error) => return found.with_problem(&error),
            };
            match walk.follow(&response) {
                Ok(true) => response.discard(),
                Ok(false) => return self.read(found, response),
                Err(error) => return found.with_problem(&error),
            }
        }
    }

    /// Reads the fields of the final response, and its body up to the end of the head.
    fn read(&self, mut found: FoundPage, response: Response) -> FoundPage {
        let status = response.status();
        if !status.is_success() {
            let message = format!(
                "{}: the server answered {}",
                response.url(),
                status.as_u16()
            );
            found.problem = Some(message);
            return found;
        }
        let fields = self.readers.fields.read(response.headers());
        let validity = Validity::from_headers(response.headers());
        let (metas, problem) = self.metas(response);
        found.policy = found
            .policy
            .with_validity(validity)
            .with_signals(fields)
            .with_signals(metas);
        found.is_read = true;
        found.problem = problem;
        found
    }

    /// The metas of the page, and the problem that kept it from being read whole.
    fn metas(&self, response: Response) -> (Parsed<Vec<Signal>>, Option<String>) {
        // The client has undone the codings.
        let document = || MetaExtractor::from_headers(response.headers()).with_content_encoding("");
        let askers = std::slice::from_ref(&self.accessor);
        let mut head = DocumentHead::new(&self.readers, askers, document);
        // A response that is not a document needs no byte.
        if head.feed(b"") {
            return (head.finish(None), None);
        }
        let (url, status) = (response.url().clone(), response.status());
        let mut is_begun = false;
        let read = response.read(|chunk| {
            is_begun = true;
            if head.feed(chunk) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let (why, problem) = match read {
            // The request did not name a part, so it is unknown where the page is cut.
            Ok(BodyEnd::Whole) if status == StatusCode::PARTIAL_CONTENT => {
                let problem = format!("{url}: the server sent a part of the page (206)");
                (Why::Incomplete, problem)
            }
            Ok(_) => return (head.finish(None), None),
            // The bytes that were decoded before a coding broke count.
            Err(error) if is_begun => (Why::Incomplete, error.to_string()),
            Err(error) => (error.kind().unread(), error.to_string()),
        };
        let metas = head.finish(Some(why));
        // The head may have ended before the missing part.
        let mut codes = metas.diagnostics.iter().map(Diagnostic::code);
        let is_unread = codes.any(|code| code.unread().is_some());
        (metas, is_unread.then_some(problem))
    }

    fn print_warnings(&mut self) {
        for what in self.sites.take_warnings() {
            warn(&what);
        }
    }
}

impl FoundPage {
    /// What is known before a page is asked for.
    fn before(walk: &Walk, site: &KnownSite) -> FoundPage {
        let way = site.copied().into_iter();
        let hops = site.hops.iter().chain(walk.hops()).map(Hop::to_string);
        FoundPage {
            at: walk.at().clone(),
            way: way.chain(hops).collect(),
            policy: site.policy.clone(),
            problem: site.unreachable(),
            is_read: false,
        }
    }

    fn verdict(&self, checker: &Checker<'_>) -> Verdict<'_> {
        self.policy
            .verdict(&checker.accessor, self.at.as_str(), checker.now)
    }

    /// How the program ends over this.
    fn exit(&self, verdict: &Verdict<'_>) -> Exit {
        match verdict.restricted() {
            _ if self.problem.is_some() => Exit::Undetermined,
            None => Exit::Undetermined,
            Some(true) => Exit::Restricted,
            Some(false) => Exit::Unrestricted,
        }
    }

    /// Whether there is nothing to tell but that the page was not read.
    fn is_missing(&self, verdict: &Verdict<'_>) -> bool {
        self.problem.is_some() && !self.is_read && verdict.is_obtainable()
    }

    fn with_problem(mut self, error: &Problem) -> FoundPage {
        self.problem = Some(error.to_string());
        self
    }
}

/// Tells what was found at a URL.
fn answer(
    args: &CheckSettings,
    url: &Url,
    found: &FoundPage,
    verdict: &Verdict<'_>,
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match args.output.format {
        Format::Text => {
            writeln!(out, "{url}")?;
            found
                .way
                .iter()
                .try_for_each(|step| writeln!(out, "  {step}"))?;
            // A `no` without its cause looks like a ban.
            if let Some(problem) = found.problem.as_ref().filter(|_| !found.is_read) {
                writeln!(out, "  not read: {problem}")?;
            }
            let colour = args.output.color.is_on();
            let text = Text::new(verdict)
                .with_page(found.is_read)
                .with_colour(colour);
            write!(out, "{text}")?;
        }
        Format::Json if found.is_missing(verdict) => {
            let message = found.problem.as_deref().unwrap_or_default();
            let error =
                json!({"id": url.as_str(), "error": {"code": "undetermined", "message": message}});
            writeln!(out, "{error}")?;
        }
        _ => tell(&mut out, args.output, Some(url.as_str()), verdict)?,
    }
    Ok(out.flush()?)
}

/// The product token of this program.
const NAME: &str = "robots-policy";
/// How long a server may say nothing.
const LONGEST_SILENCE: Duration = Duration::from_secs(10);
