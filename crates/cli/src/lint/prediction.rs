//! The files of a built site, with the fields that configurations of its server predict.

use std::path::Path;

use robots_policy_input::read_input::read;
use robots_policy_lint::{
    Document, NotPredicted, Page, Served, ServedRobots, ServerFile, Servers, Source,
};

use url::Position;

use super::folder::SiteFolder;
use super::look::{Look, name_of};
use super::server::{ServerChoice, ServerFiles, file_of};
use crate::say::number;

/// Looks at the pages of a folder, and at its other files where they have fields.
pub(super) fn look_at(folder: &SiteFolder, server: &ServerChoice, look: &mut Look<'_>) {
    let below = folder.base.as_ref().map_or("", |base| base.path());
    let below = below.trim_matches('/');
    let configurations = server.of_folder(folder, below, look);
    let files: Vec<Vec<ServerFile<'_>>> = configurations.iter().map(ServerFiles::files).collect();
    let mut site = site(folder, below);
    let mut is_known = true;
    for (own, files) in configurations.iter().zip(&files) {
        if own.read_into(files, &mut site, &name_of(&folder.root), look) {
            look.seen(&own.names());
            let by = own.names();
            let folder = name_of(&folder.root);
            look.note(&format!(
                "{folder}: the fields of its files are predicted by {by}"
            ));
            look.local.extend(own.locals());
        } else {
            is_known = false;
        }
    }
    if site.is_empty() || !is_known {
        return folder
            .pages
            .iter()
            .for_each(|path| page(folder, path, look));
    }
    if below.is_empty() {
        robots(folder, &mut site, look);
    }
    for path in &folder.pages {
        if let Some(octets) = SiteFolder::page(path, look) {
            served(folder, path, Some(&octets), &mut site, look);
        }
    }
    for path in folder.files.iter().filter(|path| !is_of_itself(path)) {
        served(folder, path, None, &mut site, look);
    }
    for unknown in look.linter.served_all(site) {
        not_known(&name_of(&folder.root), &unknown, look);
    }
}

/// The site without its configurations.
fn site<'s>(folder: &SiteFolder, below: &str) -> Servers<'s> {
    let base = folder.base.as_ref();
    let secure = base.is_none_or(|base| base.scheme() == "https");
    let host = base.map(|base| &base[Position::BeforeHost..Position::AfterPort]);
    let paths = folder.pages.iter().chain(&folder.files);
    let paths = paths.chain(&folder.robots).filter_map(|path| {
        let inside = path.strip_prefix(&folder.root).ok()?;
        let names: Vec<_> = inside.iter().map(|name| name.to_string_lossy()).collect();
        Some(format!("{below}/{}", names.join("/")))
    });
    Servers::new(secure, host.map(str::to_owned), paths)
}

/// Looks at the answer to a request for robots.txt.
fn robots(folder: &SiteFolder, site: &mut Servers<'_>, look: &mut Look<'_>) {
    let path = folder.root.join("robots.txt");
    let name = name_of(&path);
    let bytes = folder.robots.as_ref().and_then(|path| read(path).ok());
    let source = bytes.as_ref().map(|bytes| Source::new(&name, bytes));
    look.linter.served_robots(
        site,
        &ServedRobots {
            name: &name,
            file: source.as_ref(),
            read: &|path| file_of(&folder.root, "", path),
        },
    );
}

fn served(
    folder: &SiteFolder,
    path: &Path,
    octets: Option<&[u8]>,
    site: &mut Servers<'_>,
    look: &mut Look<'_>,
) {
    let name = name_of(path);
    let source = octets.map(|octets| Source::new(&name, octets));
    let document = source.as_ref().map(|source| Document::of(source, 0));
    if document.is_some() {
        look.seen(&name);
    }
    let file = Served {
        name: &name,
        url: &folder.url(path),
        document,
    };
    if let Some(why) = look.linter.served(site, &file) {
        look.not_looked_at(&name, &format!("its document was not read whole ({why})"));
    }
}

/// A page without fields.
fn page(folder: &SiteFolder, path: &Path, look: &mut Look<'_>) {
    let Some(octets) = SiteFolder::page(path, look) else {
        return;
    };
    let name = name_of(path);
    let source = Source::new(&name, &octets);
    look.look_at(&Page {
        name: &name,
        url: Some(&folder.url(path)),
        status: Page::status_of_file(&name),
        fields: None,
        document: Some(Document::of(&source, 0)),
    });
}

/// Names the files whose fields are not known.
fn not_known(folder: &str, unknown: &NotPredicted, look: &mut Look<'_>) {
    let (count, mut files) = (unknown.count, unknown.inputs.join(", "));
    if count > unknown.inputs.len() {
        let more = format!(" and {} more", count - unknown.inputs.len());
        files.push_str(&more);
    }
    if count > 1 {
        files = format!("{folder}: {} ({files})", number(count as u64, "file"));
    }
    let places = [&unknown.place, &unknown.reason];
    let places: Vec<&str> = places
        .map(|text| &**text)
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect();
    let why = format!("the fields are not known: {}", places.join(": "));
    look.not_looked_at(&files, &why);
}

/// Whether a file is a configuration, or one that has rules of its own.
fn is_of_itself(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    NAMES.contains(&&*name)
}

const NAMES: [&str; 5] = [
    "_headers",
    "_redirects",
    "netlify.toml",
    "robots.txt",
    "vercel.json",
];
