//! Documents about AI use in files: a `tdmrep.json`, and licences in RSL.

use std::path::PathBuf;

use robots_policy_input::names::shown;
use robots_policy_input::read_input::read;
use robots_policy_show::{Input, SavedUses};

use crate::exit::Failure;

/// The files of these documents.
#[derive(Clone, Debug, Default)]
pub(crate) struct UseFiles {
    pub(crate) tdmrep: Option<PathBuf>,
    /// The address of each licence, and its file.
    pub(crate) licenses: Vec<(String, PathBuf)>,
}

impl UseFiles {
    /// Reads the files.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(crate) fn read(&self) -> Result<SavedUses, Failure> {
        let document = |path: &PathBuf| -> Result<Input<'static>, Failure> {
            Ok(Input::new(shown(path.as_os_str()), read(path)?))
        };
        let licenses = self.licenses.iter();
        let licenses = licenses.map(|(url, path)| Ok((url.clone(), document(path)?)));
        Ok(SavedUses {
            tdmrep: self.tdmrep.as_ref().map(document).transpose()?,
            licenses: licenses.collect::<Result<_, Failure>>()?,
        })
    }
}

/// Reads the address of a licence and its file: `https://example.com/license.xml=saved.xml`. The last `=` divides them, since
/// an address may have one. The error is the message of a value parser.
pub(crate) fn license(text: &str) -> Result<(String, PathBuf), String> {
    match text.rsplit_once('=') {
        Some((url, file)) if url.contains("://") && !file.is_empty() => {
            Ok((url.to_owned(), PathBuf::from(file)))
        }
        _ => Err(format!(
            "`{text}` is not an address, `=` and a file; write it as https://example.com/license.xml=saved.xml"
        )),
    }
}
