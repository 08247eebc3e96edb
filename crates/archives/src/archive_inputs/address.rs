//! An archive at an address.

use std::ffi::OsStr;
use std::io;
use std::sync::{Arc, OnceLock};

use robots_policy_input::Failure;
use robots_policy_input::quote::percent_encoded;
use robots_policy_live::remote::{Opening, Remote, Web};
use robots_policy_live::{Interrupt, fetch, secret};

use crate::{Archive, Skip};
use url::Url;

use super::identity::Identity;

/// An archive that a server holds.
#[derive(Clone, Debug)]
pub(super) struct Address {
    web: Web,
    url: Url,
    /// The statements of the server, once it has answered.
    opening: Arc<OnceLock<Opening>>,
}

impl Address {
    pub(super) fn new(web: Web, url: Url) -> Address {
        Address {
            web,
            url,
            opening: Arc::default(),
        }
    }

    /// Looks for the way to it before anything is requested.
    ///
    /// # Errors
    /// No proxy is named for its scheme, though one is wanted.
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.web.check(&self.url)
    }

    /// The address as text.
    pub(super) fn text(&self) -> &str {
        self.url.as_str()
    }

    /// The file, of which nothing is requested yet.
    pub(super) fn remote(&self, interrupt: &Interrupt) -> Remote {
        Remote::new(&self.web, self.url.clone(), interrupt)
    }

    /// Waits for the first answer.
    pub(super) fn open(&self, skip: Skip, interrupt: &Interrupt) -> io::Result<Archive> {
        let file = self.remote(interrupt).open()?;
        let _ = self.opening.set(file.opening().clone());
        Ok(Archive::of_remote(file, skip))
    }

    /// The identity of the file that the server holds now; `None` if the server states nothing by which it can be recognised.
    pub(super) fn identity(&self, interrupt: &Interrupt) -> io::Result<Option<Identity>> {
        let version = self.remote(interrupt).version()?;
        Ok(version.validator.map(|validator| Identity::Address {
            size: version.length,
            version: validator,
        }))
    }

    /// The length of the archive, if the server has stated it.
    pub(super) fn length(&self) -> Option<u64> {
        self.opening.get()?.length
    }

    /// Why nothing shows that the end of the file was reached, if nothing does.
    pub(super) fn caution(&self) -> Option<&'static str> {
        self.opening.get()?.caution()
    }

    /// The answer of the server, for a message about an archive that is none.
    pub(super) fn answer(&self) -> Option<String> {
        Some(self.opening.get()?.answer())
    }

    /// The last name of the path; without one, the name of the host.
    pub(super) fn file_name(&self) -> &str {
        let mut names = self.url.path().rsplit('/');
        let name = names.find(|name| !name.is_empty());
        name.or_else(|| self.url.host_str()).unwrap_or_default()
    }
}

/// The address that a name is, or the failure of one that cannot be requested; `None` for the name of a file.
pub fn address(name: &OsStr) -> Option<Result<Url, Failure>> {
    let text = name.to_str()?;
    let is_address = SCHEMES.iter().any(|scheme| {
        let start = text.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    is_address.then(|| {
        let mut url = without_user(text)?;
        url.set_fragment(None);
        Ok(url)
    })
}

/// The URL of this text. The failure shows no password.
fn without_user(text: &str) -> Result<Url, Failure> {
    if let Ok(mut url) = Url::parse(text)
        && url.authority().contains('@')
        && url
            .set_username("")
            .and_then(|()| url.set_password(None))
            .is_ok()
    {
        let why = "a user name and a password in an address are not sent; leave them out";
        return Err(Failure::Input(url.into(), String::from(why)));
    }
    fetch::url(text).map_err(|why| Failure::Input(secret::without_user(text).into_owned(), why))
}

/// The address of a line of a list, which comes after `base` unless it is an address itself.
pub(super) fn based(base: &Url, line: &[u8]) -> String {
    let text = percent_encoded(line);
    if address(OsStr::new(&*text)).is_some() {
        return text.into_owned();
    }
    let base = base.as_str().trim_end_matches('/');
    format!("{base}/{}", text.trim_start_matches('/'))
}

/// Reads the address that comes before the lines of a list. The error is the message of a value parser.
///
/// # Errors
/// Text that is not a URL, and a URL that cannot be requested or that has a query.
pub fn base_url(text: &str) -> Result<Url, String> {
    let url = fetch::url(text)?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err(String::from(
            "nothing can follow its query; write it as in https://data.commoncrawl.org/",
        ));
    }
    Ok(url)
}

const SCHEMES: [&str; 2] = ["http://", "https://"];

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use robots_policy_kit::bytes::bytes;
    use robots_policy_kit::told::assert_told;

    use super::*;

    fn told(name: &OsStr) -> String {
        let url = match address(name) {
            None => return String::from("no address"),
            Some(Err(failure)) => return failure.to_string(),
            Some(Ok(url)) => url,
        };
        let web = Web::new(fetch::ClientSettings::new("test"));
        Address::new(web, url).file_name().to_owned()
    }

    #[test]
    fn a_table_has_the_last_name_of_the_path_and_a_base_comes_before_names() {
        assert_told(
            "crates/archives/src/told/addresses.txt",
            |step, _| match step.split_once(' ').unwrap() {
                ("#", _) => String::new(),
                ("name", name) => told(OsStr::new(name)),
                (base, line) => match base_url(base) {
                    Ok(url) => based(&url, &bytes(line)),
                    Err(why) => why,
                },
            },
        );
    }
}
