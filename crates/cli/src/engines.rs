//! `robots-policy engines`: what is known of named crawlers, by which document, since when.

mod documents;
mod json;
mod text;

use std::io::{self, BufWriter, Write};
use std::time::Duration;

use clap::ValueEnum;
use robots_policy::Timestamp;
use robots_policy::engines::{Evidence, Known, Profile};
use robots_policy_show::Layout;

use crate::exit::{CommandExit, Failure};

/// The settings of the command.
pub(crate) struct EnginesSettings {
    /// The engines that are shown in full; if there are none, all are listed.
    pub(crate) named: Vec<Profile>,
    pub(crate) stale: Option<Stale>,
    /// Whether the documents are listed, each with its cells.
    pub(crate) by_document: bool,
    pub(crate) format: EnginesFormat,
}

/// The age from which a cell is listed.
#[derive(Clone, Copy)]
pub(crate) struct Stale {
    pub(crate) days: u32,
    pub(crate) now: Timestamp,
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

impl Stale {
    fn is_older(self, evidence: Evidence) -> bool {
        let age = Duration::from_secs(u64::from(self.days) * DAY);
        evidence.verified().is_older_than(age, self.now)
    }

    /// The stale cells of an engine; `None` if it has none.
    fn of(self, profile: Profile) -> Option<(Profile, Vec<Known>)> {
        let mut cells = profile.cells();
        cells.retain(|known| known.evidence.is_some_and(|it| self.is_older(it)));
        (!cells.is_empty()).then_some((profile, cells))
    }
}

/// Runs the command.
pub(crate) fn run(args: &EnginesSettings) -> Result<EnginesExit, Failure> {
    let is_all = args.named.is_empty();
    let profiles: Vec<Profile> = match args.stale {
        // Facts about a name of the past grow old with it.
        Some(_) if is_all => Profile::all()
            .filter(|profile| profile.retired().is_none())
            .collect(),
        _ if is_all => Profile::all().collect(),
        _ => args.named.clone(),
    };
    let shown: Vec<(Profile, Vec<Known>)> = match args.stale {
        Some(stale) => profiles.into_iter().filter_map(|it| stale.of(it)).collect(),
        None => profiles.into_iter().map(|it| (it, it.cells())).collect(),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let layout = Layout::of_page();
    let documents = args.by_document.then(|| documents::of(&shown));
    match (args.format, documents, args.stale) {
        (EnginesFormat::Json, Some(documents), _) => json::line(&mut out, &documents)?,
        (EnginesFormat::Json, None, _) => json::write(&mut out, &shown)?,
        (EnginesFormat::Text, Some(documents), _) => {
            documents::text(&mut out, &documents, &layout)?;
        }
        (EnginesFormat::Text, None, Some(stale)) => text::stale(&mut out, &shown, stale.days)?,
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
