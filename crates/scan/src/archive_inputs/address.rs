//! An archive at an address.

use std::ffi::OsStr;
use std::io;
use std::sync::{Arc, OnceLock};

use robots_policy_archives::{Archive, Skip};
use robots_policy_records::quote::percent_encoded;
use url::Url;

use super::identity::Identity;
use crate::failure::Failure;
use crate::fetch;
use crate::interrupt::Interrupt;
use crate::remote::{Opening, Remote, Web};
use crate::secret;

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
        Ok(file.into_archive(skip))
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
    use super::*;

    fn file_name(url: &str) -> String {
        let web = Web::new(fetch::ClientSettings::new("test"));
        let url = address(OsStr::new(url)).unwrap().unwrap();
        Address::new(web, url).file_name().to_owned()
    }

    #[test]
    fn a_table_has_the_last_name_of_the_path() {
        for (url, name) in [
            ("https://a.example/b/c.warc.gz", "c.warc.gz"),
            ("HTTPS://a.example/b/c.warc.gz?d=e/f#g/h", "c.warc.gz"),
            ("http://a.example/b/", "b"),
            ("http://a.example:8080", "a.example"),
            ("http://a.example/?b/c", "a.example"),
            ("http://a.example/b%2Fc", "b%2Fc"),
            ("http://a.example/b/../..", "a.example"),
            ("http://a.example/\u{e4} b", "%C3%A4%20b"),
        ] {
            assert_eq!(file_name(url), name, "{url}");
        }
    }

    #[test]
    fn a_base_comes_before_lines_that_are_names() {
        for base in ["https://a.example/b", "https://a.example/b/"] {
            let based = |line: &[u8]| based(&base_url(base).unwrap(), line);
            assert_eq!(based(b"c/d.warc.gz"), "https://a.example/b/c/d.warc.gz");
            assert_eq!(based(b"/c"), "https://a.example/b/c");
            assert_eq!(based(b"c\xFFd"), "https://a.example/b/c%FFd");
            assert_eq!(based(b"Http://other.example/"), "Http://other.example/");
        }
        for wrong in [
            "ftp://a.example/",
            "a.example",
            "/b",
            "http://a.example/?b=",
            "http://a.example/#b",
            "http://me@a.example/",
        ] {
            assert!(base_url(wrong).is_err(), "{wrong}");
        }
        assert!(address(OsStr::new("http:/a")).is_none());
        assert!(address(OsStr::new("http://")).unwrap().is_err());
        assert!(
            address(OsStr::new("http://me:secret@a.example/"))
                .unwrap()
                .is_err()
        );
    }
}
