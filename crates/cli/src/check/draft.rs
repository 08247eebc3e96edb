//! A robots.txt that is not deployed yet, in the place of the one that the hosts of the URLs serve.

use std::collections::HashSet;
use std::path::Path;
use std::rc::Rc;
use std::time::SystemTime;

use robots_policy::Policy;
use robots_policy::robots_txt::{RobotsTxtReader, authority};
use url::Url;

use crate::exit::Failure;
use crate::robots::SavedRobots;
use crate::say::warn;

/// The file, what it means, and the authorities that it is for.
pub(super) struct Draft {
    file: SavedRobots,
    policy: Policy,
    authorities: HashSet<String>,
}

impl Draft {
    /// The file of this name, for the hosts of these URLs.
    ///
    /// # Errors
    /// Those of [`SavedRobots::read`], and a file that is not a robots.txt.
    pub(super) fn read(
        path: Option<&Path>,
        reader: &RobotsTxtReader,
        urls: &[Url],
    ) -> Result<Option<Rc<Draft>>, Failure> {
        let Some(path) = path else { return Ok(None) };
        let file = SavedRobots::read(path, reader, SystemTime::now().into())?;
        if let Some(fault) = file.fault() {
            return Err(Failure::Usage(fault));
        }
        if let Some(bare) = file.bare() {
            warn(&bare);
        }
        let policy = Policy::new().with_robots(file.fetch().at(SystemTime::now()));
        let authorities = urls
            .iter()
            .filter_map(|url| authority(url.as_str()))
            .collect();
        Ok(Some(Rc::new(Draft {
            file,
            policy,
            authorities,
        })))
    }

    /// The file as the rules of this page, if it is for its host.
    pub(super) fn of(&self, page: &Url) -> Option<&SavedRobots> {
        let is_its = authority(page.as_str()).is_some_and(|own| self.authorities.contains(&own));
        is_its.then_some(&self.file)
    }

    /// Its rules.
    pub(super) fn policy(&self) -> Policy {
        self.policy.clone()
    }
}
