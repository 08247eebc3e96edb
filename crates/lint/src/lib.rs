//! Findings about robots.txt, response fields and pages: what an owner wrote that is not heard, or closes more than it says.
//!
//! A [`Linter`] takes inputs one by one, and gives [`Finding`]s. Each is of a [`Rule`] with its [`Level`], points at bytes, and has
//! an [`Effect`]: the answers that every named engine, and a client that no input names, would give otherwise. The effect is
//! computed by asking twice; no sentence claims it.
//!
//! The crate does no I/O.
//!
//! ```
//! use robots_policy::Timestamp;
//! use robots_policy_lint::{Linter, Source};
//!
//! let file = b"User-agent: *\nCrawl-delay: 10\n\nUser-agent: BadBot\nDisallow: /\n";
//! let mut linter = Linter::new(Timestamp::from_unix(1_790_000_000));
//! linter.robots(&Source::new("robots.txt", file));
//! let findings = linter.finish();
//! let found = findings.iter().find(|found| found.code.to_string() == "rules-shared").unwrap();
//! let change = &found.effect.as_ref().unwrap().changes[0];
//! assert!(change.who.contains(&String::from("googlebot")), "{found:?}");
//! ```
#![forbid(unsafe_code)]

mod answer;
mod askers;
mod code;
mod deployment;
mod diagnostics;
mod effect;
mod excerpt;
mod finding;
mod intent;
#[cfg(feature = "json")]
pub mod json;
mod level;
mod line;
mod linter;
mod marks;
mod page;
mod place;
mod redirect;
mod registry;
mod repair;
mod robots;
mod rule;
pub mod settings;
mod sieve;
mod site;
mod sitemap;
mod uses;

pub use self::answer::RobotsAnswer;
pub use self::askers::{ANY_OTHER, Asker};
pub use self::code::Code;
pub use self::deployment::{NotPredicted, ReadFile, Served, ServedRobots, ServerFile, Servers};
pub use self::effect::{Answer, Change, Compared, Effect, Question, named};
pub use self::finding::{Edit, Finding, Fix, Other};
pub use self::intent::{Beyond, Expectation, Intent, Lock, Locking, NotKnown, UrlPattern};
pub use self::level::{Level, Need};
pub use self::line::{FindingLine, fingerprinted};
pub use self::linter::{Finished, Linter};
pub use self::page::{Document, FieldLine, Page};
pub use self::place::{Place, Source};
pub use self::redirect::Redirect;
pub use self::registry::RULES;
pub use self::repair::Repair;
pub use self::rule::Rule;
pub use self::sieve::{Baseline, Ignore, Known, Taken};
pub use self::sitemap::{Sitemap, SitemapEntry, SitemapKind};
pub use robots_policy_servers::{Refusal, ServerKind, names_one};
