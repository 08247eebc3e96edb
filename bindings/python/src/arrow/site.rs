//! The files of a site, read once for the rows of the site that follow each other.

use robots_policy::robots_txt::is_address;
use robots_policy::{Policy, Timestamp};
use robots_policy_input::{Readers, RobotsGiven, UseDocuments};

use super::input::SiteFiles;

/// The files of the site of the last row; rows of one site are often together.
#[derive(Default)]
pub(super) struct LastSite<'j> {
    site: SiteFiles<'j>,
    policy: Policy,
}

impl<'j> LastSite<'j> {
    /// A policy with the files of a site.
    pub(super) fn of(&mut self, site: SiteFiles<'j>, readers: &Readers, now: Timestamp) -> Policy {
        if self.site != site {
            let (status, body) = site.robots;
            // The address of a file in the place of its text says nothing of its rules.
            let body = body.filter(|body| status.is_some() || !is_address(body));
            let fetch = RobotsGiven { status, body }.fetch(readers.robots.clone(), now);
            let policy = fetch.map(|fetch| Policy::new().with_fetch(&fetch, now));
            let licenses = site.licenses.iter();
            let given = UseDocuments {
                tdmrep_status: site.tdmrep.0,
                tdmrep: site.tdmrep.1,
                licenses: licenses.map(|(url, body)| (&**url, *body)).collect(),
            };
            self.policy = given.add_to(policy.unwrap_or_default());
            self.site = site;
        }
        self.policy.clone()
    }
}
