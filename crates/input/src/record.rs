//! The input record of the batch mode, checked, and as a question. Its keys are in `contract::question`.

pub(crate) mod answers;
mod askers;
mod checks;
mod errors;
mod policies;
pub(crate) mod stream;
mod text;

use std::borrow::Cow;
use std::io;

use robots_policy::engines::Profile;
use robots_policy::{Client, Policy, Timestamp, Verdict};
use serde::Serialize;

use crate::contract::question::InputRecord;
use crate::defaults::{DefaultAsker, RecordDefaults};
use crate::document::head::Readers;
use crate::facts::Stated;
use crate::field_lines;
use crate::json::types::Object;
use crate::question::Question;
#[cfg(feature = "parts")]
use crate::question::json;
use crate::record::askers::invalid;
use crate::record::checks::{assumed, body, license, lines, moment, parts};
use crate::record::errors::LineDamage;
use crate::record::text::Shared;
use crate::response::{Parts, RobotsGiven, RobotsPast, UseDocuments};
use crate::values;

/// The keys of an answer that are there if they are asked for.
#[derive(Clone, Copy)]
struct Wanted {
    /// The state of each source.
    ledger: bool,
    /// The parts of the document.
    parts: bool,
}

/// The checked values of a record, for a [`Question`] to borrow.
pub(crate) struct Checked<'r> {
    /// The values of what it does not state.
    defaults: &'r RecordDefaults,
    url: Cow<'r, str>,
    robots_status: Option<u16>,
    robots_txt: Option<Cow<'r, [u8]>>,
    past: RobotsPast<'r>,
    tdmrep_status: Option<u16>,
    tdmrep: Option<Cow<'r, [u8]>>,
    /// The address and the body of each.
    licenses: Vec<(Cow<'r, str>, Cow<'r, [u8]>)>,
    stated: Stated,
    /// The key by which the record itself names sources that do not exist.
    word: Option<&'static str>,
    wanted: Wanted,
    pub(crate) askers: Vec<Cow<'r, DefaultAsker>>,
    /// Whether they are those of its key `askers`.
    pub(crate) has_askers: bool,
    now: Timestamp,
    headers: Option<Vec<(String, String)>>,
    document: Option<Cow<'r, [u8]>>,
    is_text: bool,
    chunk: Option<usize>,
    /// Those of its own options.
    readers: Option<Readers>,
}

impl<'r> InputRecord<'r> {
    /// Checks every value, and takes missing ones from the defaults.
    pub(crate) fn check(self, defaults: &'r RecordDefaults) -> Result<Checked<'r>, LineDamage> {
        let given = self.response;
        let url = given.url.unwrap_or(Cow::Borrowed(&defaults.url));
        values::target(&url)
            .map_err(|message| LineDamage::of_value("invalid-url", &message, &url))?;
        let has_askers = given.askers.is_some();
        let askers = askers::askers(self.asker, given.askers, defaults)?;
        let past = RobotsPast {
            lasting: given.robots_hours,
            copy: body(
                "robots_cached",
                given.robots_cached,
                given.robots_cached_base64,
            )?,
            site_up: given.site_up,
        };
        let has_own_robots = given.robots_status.is_some()
            || given.robots_txt.is_some()
            || given.robots_txt_base64.is_some();
        let has_robots = has_own_robots || defaults.documents.robots().is_given();
        if past.lasting.is_some() && !has_robots {
            return Err(LineDamage::new("invalid-record", WITHOUT_ROBOTS));
        }
        let word = assumed(given.assume_absent)?;
        let default_fetched = defaults.robots_fetched.filter(|_| !has_own_robots);
        let stated = Stated {
            status: given.status,
            is_cut: given.cut == Some(true),
            fetched: moment("fetched", given.fetched.as_deref())?,
            robots_fetched: moment("robots_fetched", given.robots_fetched.as_deref())?
                .or(default_fetched),
            assumed: word.unwrap_or(defaults.assumed),
        };
        let has_document = given.html.is_some() || given.html_base64.is_some();
        if let Some(problem) = stated.problem(has_document, has_robots) {
            return Err(LineDamage::new("invalid-record", problem));
        }
        // With a status it is what a server answered.
        let robots_txt = body("robots_txt", given.robots_txt, given.robots_txt_base64)?;
        if let Some(file) = robots_txt
            .as_deref()
            .filter(|_| given.robots_status.is_none())
        {
            values::robots_file("robots_txt", file, ", and its status in `robots_status`")
                .map_err(|message| LineDamage::new("invalid-record", message))?;
        }
        for (name, _) in given.headers.iter().flatten() {
            if let Some(message) = field_lines::variable(name) {
                return Err(LineDamage::of_value("invalid-record", &message, name));
            }
        }
        let now = given.now.as_deref().map(|text| {
            let moment = values::moment(text);
            moment.map_err(|message| LineDamage::of_value("invalid-now", &message, text))
        });
        let licenses = given.licenses.unwrap_or_default().into_iter();
        Ok(Checked {
            defaults,
            url,
            now: now.transpose()?.unwrap_or_else(|| defaults.now.now()),
            robots_status: given.robots_status,
            robots_txt,
            past: past.or(defaults.documents.past.borrowed()),
            tdmrep_status: given.tdmrep_status,
            tdmrep: body("tdmrep", given.tdmrep, given.tdmrep_base64)?,
            licenses: licenses.map(license).collect::<Result<_, _>>()?,
            stated,
            word: word.is_some().then_some("assume_absent"),
            wanted: Wanted {
                ledger: given.ledger.unwrap_or(defaults.has_ledger),
                parts: parts(given.parts.unwrap_or(defaults.has_parts))?,
            },
            headers: given.headers,
            is_text: given.html.is_some(),
            document: body("html", given.html, given.html_base64)?,
            chunk: given.chunk,
            readers: given
                .options
                .map(|Object(options)| options.or(&defaults.reading).readers()),
            askers,
            has_askers,
        })
    }
}

impl Checked<'_> {
    /// The document of the record.
    pub(crate) fn document(&self) -> Option<&[u8]> {
        self.document.as_deref()
    }

    /// Its asker, if it is one.
    ///
    /// # Errors
    /// There are several, and this many answers are not asked for: what to do instead.
    pub(crate) fn asker(&self, instead: &str) -> Result<&DefaultAsker, LineDamage> {
        match self.askers.as_slice() {
            [asker] if !self.has_askers => Ok(asker),
            _ => Err(invalid(format!(
                "`askers` has an answer for each asker; {instead}"
            ))),
        }
    }

    /// Checks that the record does not contradict itself; `policy` is that of its question.
    pub(crate) fn consistent(&self, policy: &Policy) -> Result<(), LineDamage> {
        match self
            .word
            .and_then(|word| Stated::contradiction(policy, word))
        {
            Some(message) => Err(LineDamage::new("invalid-record", message)),
            None => Ok(()),
        }
    }

    /// The verdict for an asker; `policy` is that of its question.
    pub(crate) fn verdict<'p>(&self, asker: &DefaultAsker, policy: &'p Policy) -> Verdict<'p> {
        asker.asker().judge(policy, &self.url, self.now)
    }

    /// Begins the answers to this many askers.
    pub(crate) fn answers<'p>(&self, askers: usize) -> Shared<'p> {
        Shared::new(self.wanted.ledger, askers)
    }

    /// Whether the answers have the parts of the document.
    pub(crate) fn has_parts(&self) -> bool {
        self.wanted.parts
    }

    /// Writes the answer to one asker: alone where it has parts, which are no two askers' alike.
    #[cfg_attr(not(feature = "parts"), expect(clippy::unused_self))]
    pub(crate) fn write<'p>(
        &self,
        id: impl Serialize,
        verdict: Verdict<'p>,
        shared: &mut Shared<'p>,
        answers: &mut Vec<u8>,
    ) -> io::Result<()> {
        #[cfg(feature = "parts")]
        if self.wanted.parts {
            return self.write_with_parts(id, &verdict, answers);
        }
        shared.write(id, verdict, answers)
    }

    #[cfg(feature = "parts")]
    fn write_with_parts(
        &self,
        id: impl Serialize,
        verdict: &Verdict<'_>,
        answers: &mut Vec<u8>,
    ) -> io::Result<()> {
        let question = self.question(&[], &[]);
        let parts = question.parts.page_parts();
        let record = json(id, verdict, self.wanted.ledger).with_parts(parts.as_ref());
        Ok(serde_json::to_writer(answers, &record)?)
    }

    /// Its question for askers of these names, who are these engines or clients.
    pub(crate) fn question<'q>(
        &'q self,
        clients: &'q [Client],
        engines: &[Profile],
    ) -> Question<'q> {
        let own_robots = RobotsGiven {
            status: self.robots_status,
            body: self.robots_txt.as_deref(),
        };
        let has_robots = own_robots.is_given();
        let documents = &self.defaults.documents;
        let readers = self.readers.clone();
        let readers = readers.unwrap_or_else(|| self.defaults.reading.readers());
        let is_read = !has_robots && self.readers.is_none() && !self.past.has_answers();
        Question {
            clients,
            url: &self.url,
            robots: if has_robots {
                own_robots
            } else {
                documents.robots()
            },
            past: self.past.borrowed(),
            read_robots: documents.read_robots.as_ref().filter(|_| is_read),
            now: self.now,
            parts: Parts {
                fields: self.headers.as_deref().map(lines),
                document: self.document.as_deref(),
                is_text: self.is_text,
                is_cut: self.stated.is_cut,
                status: self.stated.status,
                chunk: self.chunk,
            },
            uses: self.uses(),
            stated: self.stated,
            has_ledger: self.wanted.ledger,
            readers: readers.for_engines(engines),
        }
    }

    /// The documents about AI use: those of the record, key by key, else those of the command line.
    fn uses(&self) -> UseDocuments<'_> {
        let mut uses = self.defaults.documents.uses();
        if self.tdmrep_status.is_some() || self.tdmrep.is_some() {
            uses.tdmrep_status = self.tdmrep_status;
            uses.tdmrep = self.tdmrep.as_deref();
        }
        if !self.licenses.is_empty() {
            let licenses = self.licenses.iter();
            uses.licenses = licenses.map(|(url, body)| (&**url, &**body)).collect();
        }
        uses
    }
}

/// The error of a time without an end.
const WITHOUT_ROBOTS: &str = "`robots_hours` is how long the fetch of robots.txt has been ending so, and neither `robots_status` nor `robots_txt` says how; add one of them";
