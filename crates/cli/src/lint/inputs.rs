//! The inputs of a run, in the order in which they are looked at: robots.txt first, then what has no robots.txt of its own, then
//! folders and sites that have one.

use std::path::Path;

use robots_policy_input::names::shown;
use robots_policy_input::read_input::read;

use super::LintSettings;
use super::folder::SiteFolder;
use super::har;
use super::look::{self, Look};
use super::prediction;
use super::robots::Robots;
use super::server::{self, ServerChoice};
use super::sitemaps::{self, SitemapFile};
use crate::file_kind::FileKind;

/// An input that was read, by its kind.
enum LintInput {
    Robots(Robots),
    TdmRep(Vec<u8>),
    License(Vec<u8>),
    Sitemap(SitemapFile),
    /// A response or a page.
    Saved(Vec<u8>),
    /// A response whose body is a sitemap.
    SavedSitemap(Vec<u8>),
    Har(Vec<u8>),
    Folder(SiteFolder),
}

/// Looks at all inputs. One that cannot be looked at does not keep the others from it.
pub(super) fn look_at_all(settings: &LintSettings, look: &mut Look) {
    let mut inputs = Vec::new();
    for path in &settings.inputs {
        let name = shown(path.as_os_str());
        match LintInput::of(path, settings) {
            Ok(input) => inputs.push((name, input)),
            Err(why) => look.not_looked_at(&name, &why),
        }
    }
    let is_robots = |(_, input): &(String, LintInput)| matches!(input, LintInput::Robots(_));
    let (robots, mut rest): (Vec<_>, Vec<_>) = inputs.into_iter().partition(is_robots);
    let is_one = settings.robots.is_some() || robots.len() == 1;
    for (name, input) in robots {
        if let LintInput::Robots(robots) = input {
            robots.look_at(&name, look);
        }
    }
    if let Some(path) = &settings.robots {
        let name = shown(path.as_os_str());
        match Robots::in_file(path) {
            Ok(robots) => robots.look_at(&name, look),
            Err(why) => look.not_looked_at(&name, &why),
        }
    } else if !is_one {
        // It is not known which of several is that of a page.
        look.linter.without_robots();
    }
    let is_sitemap =
        |input: &LintInput| matches!(input, LintInput::Sitemap(_) | LintInput::SavedSitemap(_));
    rest.sort_by_key(|(_, input)| (input.has_robots(), !is_sitemap(input)));
    for (name, input) in rest {
        input.look_at(&name, &settings.server, look);
    }
}

impl LintInput {
    /// Reads an input by its kind.
    fn of(path: &Path, settings: &LintSettings) -> Result<LintInput, String> {
        if path.is_dir() {
            return SiteFolder::of(path, settings.base.clone()).map(LintInput::Folder);
        }
        let file = read(path).map_err(look::why)?;
        let kind = FileKind::of(&file);
        let is_named = |own: &str| path.file_name().is_some_and(|name| name == own);
        let is_named_robots = is_named("robots.txt");
        let sitemap = || SitemapFile::of(kind, &file).filter(|_| !is_named_robots);
        if let Some(sitemap) = sitemap() {
            return Ok(LintInput::Sitemap(sitemap));
        }
        if kind == FileKind::Packed {
            return Err(kind.sentence().unwrap_or_default().to_owned());
        }
        let body = Robots::in_response(kind, &file);
        let body_kind = body.as_ref().map(|(_, body)| FileKind::of(body));
        if is_named_robots || [Some(kind), body_kind].contains(&Some(FileKind::RobotsTxt)) {
            return Robots::of(&file).map(|robots| LintInput::Robots(robots.at(path, &file)));
        }
        if let (Some((200..300, body)), Some(kind)) = (&body, body_kind)
            && SitemapFile::of(kind, body).is_some()
        {
            return Ok(LintInput::SavedSitemap(file));
        }
        Ok(match kind {
            FileKind::Response | FileKind::Marked | FileKind::Page | FileKind::Mhtml => {
                LintInput::Saved(file)
            }
            FileKind::Har => LintInput::Har(file),
            kind if kind.is_tdmrep() || is_named("tdmrep.json") => LintInput::TdmRep(file),
            kind if kind.is_license() => LintInput::License(file),
            kind => {
                let server = server::not_an_input(&shown(path.as_os_str()), &file);
                return Err(server.unwrap_or_else(|| kind.sentence().unwrap_or(UNKNOWN).to_owned()));
            }
        })
    }

    /// Whether it brings a robots.txt for its pages.
    fn has_robots(&self) -> bool {
        match self {
            LintInput::Folder(folder) => folder.robots.is_some(),
            LintInput::Har(file) => har::have_sites(file),
            LintInput::Robots(_) => true,
            LintInput::TdmRep(_)
            | LintInput::License(_)
            | LintInput::Sitemap(_)
            | LintInput::Saved(_)
            | LintInput::SavedSitemap(_) => false,
        }
    }

    fn look_at(self, name: &str, server: &ServerChoice, look: &mut Look) {
        match self {
            LintInput::Robots(robots) => robots.look_at(name, look),
            LintInput::TdmRep(file) => look.tdmrep(name, &file),
            LintInput::License(file) => look.license(name, &file),
            LintInput::Sitemap(file) => {
                file.look_at(name, None, look);
            }
            LintInput::Saved(file) => look.saved(name, file),
            LintInput::SavedSitemap(file) => sitemaps::look_at_response(name, file, look),
            LintInput::Har(file) => har::look_at(name, &file, look),
            LintInput::Folder(folder) => {
                let unseen = look.unseen.len();
                folder.look_at(look);
                prediction::look_at(&folder, server, look);
                if let Some(below) = folder.below().filter(|_| look.unseen.len() == unseen) {
                    look.linter.whole(&below);
                }
            }
        }
    }
}

const UNKNOWN: &str = "it is neither a robots.txt nor a saved response, an HTML page, a HAR, a sitemap, a tdmrep.json or a licence in RSL; save a response with `curl -si URL`";
