//! The time before a fetch of robots.txt, as a command line or a record states it.

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use robots_policy::Timestamp;
use robots_policy::robots_txt::RobotsTxtReader;
use robots_policy_input::RobotsPast;
use robots_policy_input::values::hours;
use robots_policy_show::Input;

use crate::exit::Failure;
use crate::robots::SavedRobots;

/// The time before the fetch of robots.txt, which matters where it failed.
#[derive(Args)]
#[group(id = "Past", multiple = true)]
pub(crate) struct PastFiles {
    /// For how many hours the fetch of robots.txt has been ending as --robots-status says, as in `48` or `0.5`; some engines
    /// change what they do after a time
    #[arg(long, value_name = "HOURS", value_parser = hours)]
    pub(crate) robots_hours: Option<Duration>,

    /// The last good robots.txt, from before its fetch failed, alone or as saved by `curl -si`
    #[arg(long, value_name = "FILE")]
    robots_cached: Option<PathBuf>,

    /// Whether the site answers other requests; some engines look at it while robots.txt cannot be fetched
    #[arg(long, value_name = "BOOL")]
    site_up: Option<bool>,
}

/// The past of a command line, its file read.
#[derive(Default)]
pub(crate) struct SavedPast {
    lasting: Option<Duration>,
    copy: Option<SavedRobots>,
    site_up: Option<bool>,
}

impl SavedPast {
    /// Reads the file.
    ///
    /// # Errors
    /// The file cannot be read, or is an answer without rules.
    pub(crate) fn read(
        files: &PastFiles,
        reader: &RobotsTxtReader,
        now: Timestamp,
    ) -> Result<SavedPast, Failure> {
        let copy = files.robots_cached.as_deref();
        let copy = copy.map(|path| SavedRobots::read(path, reader, now));
        let copy = copy.transpose()?;
        if let Some(copy) = &copy
            && let Some(status) = copy.status().filter(|status| !(200..=299).contains(status))
        {
            let why = format!(
                "the server answered {status}, and --robots-cached is the last good answer, one of 200 to 299"
            );
            return Err(Failure::Input(copy.name.clone(), why));
        }
        Ok(SavedPast {
            lasting: files.robots_hours,
            copy,
            site_up: files.site_up,
        })
    }

    pub(crate) fn has_copy(&self) -> bool {
        self.copy.is_some()
    }

    pub(crate) fn given(&self) -> RobotsPast<'_> {
        let copy = self.copy.as_ref();
        RobotsPast {
            lasting: self.lasting,
            copy: copy.and_then(|copy| copy.given().body.map(Cow::Borrowed)),
            site_up: self.site_up,
        }
    }

    /// The file of the last good answer, for the places in text.
    pub(crate) fn input(&self) -> Option<Input<'_>> {
        self.copy.as_ref().map(SavedRobots::input)
    }
}
