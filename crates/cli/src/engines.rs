//! `robots-policy engines`: what is known of named crawlers, by which document, since when.

mod documents;
mod json;
mod text;

use std::io::{self, BufWriter, Write};
use std::time::{Duration, SystemTime};

use clap::{Args, ValueEnum};
use robots_policy::Timestamp;
use robots_policy::engines::{Known, Profile, UnknownProfile};
use robots_policy_input::values::moment;
use robots_policy_show::Layout;

use crate::exit::{CommandExit, Failure};

#[derive(Args)]
pub(crate) struct EnginesArgs {
    /// Show all that is known of these engines: names, owners such as `openai`, kinds such as `search`, `ai`, or `all`,
    /// separated by commas [default: a table of every engine]
    #[arg(value_name = "ENGINES", value_parser = listed)]
    engines: Vec<Box<[Profile]>>,

    /// List the cells that were verified more than this many days ago, instead of all; engines that are retired count only
    /// if they are named
    #[arg(long, value_name = "DAYS", value_parser = days)]
    stale: Option<u32>,

    /// The time that --stale counts back from, as in RFC 3339 [default: now]
    #[arg(long, value_name = "TIME", value_parser = moment, requires = "stale")]
    now: Option<Timestamp>,

    /// List the documents of the cells instead, each with its address and the cells that rest on it
    #[arg(long)]
    documents: bool,

    /// How the answer is written
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: EnginesFormat,
}

/// The forms of the answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EnginesFormat {
    /// For people
    Text,
    /// An array of objects, on one line; docs/engines.schema.json is the JSON Schema of engines
    Json,
}

/// The exit status of the command.
#[derive(Clone, Copy)]
pub(crate) enum EnginesExit {
    /// Answered; no cell is stale, if that was the question.
    Answered,
    /// A cell is stale, or the answer cannot be written.
    Stale,
    /// The command line is invalid.
    Usage,
}

impl CommandExit for EnginesExit {
    fn code(self) -> u8 {
        match self {
            EnginesExit::Answered => 0,
            EnginesExit::Stale => 1,
            EnginesExit::Usage => 2,
        }
    }

    fn after(failure: &Failure) -> EnginesExit {
        match failure {
            Failure::Usage(_) => EnginesExit::Usage,
            _ => EnginesExit::Stale,
        }
    }
}

/// The engines of one option, by a list of names. The error is the message of a value parser.
pub(crate) fn listed(names: &str) -> Result<Box<[Profile]>, UnknownProfile> {
    Profile::list(names).map(Vec::into_boxed_slice)
}

/// The engines of several options, each once.
pub(crate) fn once(lists: &[Box<[Profile]>]) -> Vec<Profile> {
    let mut once = Vec::new();
    for engine in lists.iter().flatten() {
        if !once.contains(engine) {
            once.push(*engine);
        }
    }
    once
}

fn days(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| String::from("it is a whole number of days, as in 180"))
}

/// The cells of an engine that are older than this many days; `None` if it has none.
fn stale(profile: Profile, days: u32, now: Timestamp) -> Option<(Profile, Vec<Known>)> {
    let age = Duration::from_secs(u64::from(days) * DAY);
    let mut cells = profile.cells();
    cells.retain(|known| {
        let verified = known.evidence.map(|evidence| evidence.verified());
        verified.is_some_and(|day| day.is_older_than(age, now))
    });
    (!cells.is_empty()).then_some((profile, cells))
}

/// Runs the command.
pub(crate) fn run(args: &EnginesArgs) -> Result<EnginesExit, Failure> {
    let named = once(&args.engines);
    let is_all = named.is_empty();
    let now = args.now.unwrap_or_else(|| SystemTime::now().into());
    let profiles: Vec<Profile> = match args.stale {
        // Facts about a name of the past grow old with it.
        Some(_) if is_all => Profile::all()
            .filter(|profile| profile.retired().is_none())
            .collect(),
        _ if is_all => Profile::all().collect(),
        _ => named,
    };
    let shown: Vec<(Profile, Vec<Known>)> = match args.stale {
        Some(days) => profiles
            .into_iter()
            .filter_map(|it| stale(it, days, now))
            .collect(),
        None => profiles.into_iter().map(|it| (it, it.cells())).collect(),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let layout = Layout::of_page();
    let documents = args.documents.then(|| documents::of(&shown));
    match (args.format, documents, args.stale) {
        (EnginesFormat::Json, Some(documents), _) => json::line(&mut out, &documents)?,
        (EnginesFormat::Json, None, _) => json::write(&mut out, &shown)?,
        (EnginesFormat::Text, Some(documents), _) => {
            documents::text(&mut out, &documents, &layout)?;
        }
        (EnginesFormat::Text, None, Some(days)) => text::stale(&mut out, &shown, days)?,
        (EnginesFormat::Text, None, None) if is_all => {
            text::list(&mut out, &shown, &layout)?;
        }
        (EnginesFormat::Text, None, None) => text::full(&mut out, &shown, &layout)?,
    }
    out.flush()?;
    let is_stale = args.stale.is_some() && !shown.is_empty();
    Ok(if is_stale {
        EnginesExit::Stale
    } else {
        EnginesExit::Answered
    })
}

/// Seconds of a day.
const DAY: u64 = 24 * 60 * 60;
