//! The file of a path: itself, the index of a folder, or another one in its place.

use super::access::access;
use super::merge::{Merged, Scope};
use super::read::Apache;
use crate::files::{Entry, entry};
use crate::place::ConfigPlace;
use crate::prediction::{Request, Unknown, Why};

/// The answer to a path: its status, the statements that count, and whether the server makes its text itself.
pub(super) struct Reached<'c> {
    pub(super) status: u16,
    pub(super) merged: Merged<'c>,
    pub(super) is_generated: bool,
    pub(super) file: Option<String>,
    /// The statement that chose it.
    pub(super) by: Option<ConfigPlace>,
}

impl<'c> Reached<'c> {
    /// An answer that the server makes itself.
    pub(super) fn generated(status: u16, merged: Merged<'c>) -> Reached<'c> {
        Reached {
            status,
            merged,
            is_generated: true,
            file: None,
            by: None,
        }
    }

    fn served(merged: Merged<'c>, file: &str) -> Reached<'c> {
        Reached {
            is_generated: false,
            file: Some(file.to_owned()),
            ..Reached::generated(200, merged)
        }
    }
}

impl Apache {
    pub(super) fn file<'c>(
        &'c self,
        scope: &Scope<'c>,
        request: &Request<'_>,
        path: &str,
        merged: Merged<'c>,
    ) -> Result<Reached<'c>, Unknown> {
        let found = entry(request.files, path);
        if found == Entry::File && !path.ends_with('/') {
            return Ok(Reached::served(merged, path));
        }
        let is_folder = found == Entry::Folder;
        let last = |name: &str| merged.named(name).last();
        let stays = || last("directoryslash").is_some_and(|own| own.is_off(1));
        if is_folder && !path.ends_with('/') && !stays() {
            return Ok(Reached::generated(301, merged));
        }
        if is_folder && let Some(index) = self.index(scope, request, path, &merged)? {
            return Ok(index);
        }
        let fallback = last("fallbackresource").filter(|own| own.word(1) != "disabled");
        if let Some(resource) = fallback
            && entry(request.files, resource.word(1)) == Entry::File
        {
            let inner = self.merged(scope, resource.word(1), request.files, true)?;
            return Ok(Reached {
                by: Some(resource.place),
                ..Reached::served(inner, resource.word(1))
            });
        }
        if is_folder && merged.has_option("indexes") {
            return Ok(Reached {
                file: None,
                ..Reached::served(merged, path)
            });
        }
        let stem = format!("{}.", path.trim_end_matches('/'));
        let may_have = || request.files.is_none_or(|files| files.has_more(&stem));
        if !is_folder && merged.has_option("multiviews") && may_have() {
            let place = last("options").map(|options| options.place);
            let reason = "`MultiViews` chooses among several files";
            return Err(place.unwrap_or_default().unknown(Why::Files, reason));
        }
        let status = if is_folder { 403 } else { 404 };
        Ok(Reached::generated(status, merged))
    }

    /// The index of a folder, if there is one.
    fn index<'c>(
        &'c self,
        scope: &Scope<'c>,
        request: &Request<'_>,
        path: &str,
        merged: &Merged<'c>,
    ) -> Result<Option<Reached<'c>>, Unknown> {
        let statements = merged.last_section(&["directoryindex"]);
        let mut names: Vec<&str> = statements.iter().flat_map(|own| own.arguments()).collect();
        if names.is_empty() {
            names.push("index.html");
        }
        for name in names.into_iter().filter(|name| *name != "disabled") {
            let index = if name.starts_with('/') {
                name.to_owned()
            } else {
                format!("{}/{name}", path.trim_end_matches('/'))
            };
            if entry(request.files, &index) == Entry::File {
                let inner = self.merged(scope, &index, request.files, true)?;
                return Ok(Some(match access(&inner)? {
                    Some(status) => Reached::generated(status, inner),
                    None => Reached::served(inner, &index),
                }));
            }
        }
        Ok(None)
    }
}
