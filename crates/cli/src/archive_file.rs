//! Archives that a table names, as far as they are files here.

use std::path::{Path, PathBuf};

/// The file of an archive of this name: among files and folders that are named, else where the name leads, else in `beside`.
pub(crate) fn at_hand(named: &[PathBuf], name: &str, beside: Option<&Path>) -> Option<PathBuf> {
    let file = Path::new(name).file_name()?;
    let named = named.iter().map(|place| {
        if place.is_dir() {
            place.join(file)
        } else {
            place.clone()
        }
    });
    let beside = beside.map(|folder| folder.join(file));
    let mut places = named.chain([PathBuf::from(name)]).chain(beside);
    places.find(|place| place.file_name() == Some(file) && place.is_file())
}
