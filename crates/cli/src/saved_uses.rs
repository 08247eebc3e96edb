//! Documents about AI use in files: a `tdmrep.json`, and licences in RSL.

use std::path::PathBuf;

use robots_policy_input::UseDocuments;
use robots_policy_input::names::shown;
use robots_policy_input::read_input::read;

use crate::exit::Failure;

/// The files of these documents.
#[derive(Clone, Debug, Default)]
pub(crate) struct UseFiles {
    pub(crate) tdmrep: Option<PathBuf>,
    /// The address of each licence, and its file.
    pub(crate) licenses: Vec<(String, PathBuf)>,
}

/// A document, and the name of its file.
#[derive(Clone, Debug)]
pub(crate) struct SavedDocument {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The documents of a command line.
#[derive(Clone, Debug, Default)]
pub(crate) struct SavedUses {
    pub(crate) tdmrep: Option<SavedDocument>,
    pub(crate) licenses: Vec<(String, SavedDocument)>,
}

impl SavedUses {
    /// Reads the files.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(crate) fn read(files: &UseFiles) -> Result<SavedUses, Failure> {
        let document = |path: &PathBuf| -> Result<SavedDocument, Failure> {
            Ok(SavedDocument {
                name: shown(path.as_os_str()),
                bytes: read(path)?,
            })
        };
        let licenses = files.licenses.iter();
        let licenses = licenses.map(|(url, path)| Ok((url.clone(), document(path)?)));
        Ok(SavedUses {
            tdmrep: files.tdmrep.as_ref().map(document).transpose()?,
            licenses: licenses.collect::<Result<_, Failure>>()?,
        })
    }

    /// The documents as a caller gives them.
    pub(crate) fn given(&self) -> UseDocuments<'_> {
        let licenses = self.licenses.iter();
        UseDocuments {
            tdmrep_status: None,
            tdmrep: self.tdmrep.as_ref().map(|file| file.bytes.as_slice()),
            licenses: licenses
                .map(|(url, file)| (url.as_str(), file.bytes.as_slice()))
                .collect(),
        }
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
