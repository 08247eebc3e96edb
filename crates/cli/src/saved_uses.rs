//! Documents about AI use in files: a `tdmrep.json`, and licences in RSL.

use std::path::PathBuf;

use robots_policy_input::names::shown;
use robots_policy_input::read_input;
use robots_policy_show::{Input, SavedUses};

use crate::exit::Failure;

/// Reads the files of these documents, the licences each with its address.
///
/// # Errors
/// A file that cannot be read.
pub(crate) fn read(
    tdmrep: Option<&PathBuf>,
    licenses: &[(String, PathBuf)],
) -> Result<SavedUses, Failure> {
    let document = |path: &PathBuf| -> Result<Input<'static>, Failure> {
        Ok(Input::new(shown(path.as_os_str()), read_input::read(path)?))
    };
    let licenses = licenses.iter();
    let licenses = licenses.map(|(url, path)| Ok((url.clone(), document(path)?)));
    Ok(SavedUses {
        tdmrep: tdmrep.map(document).transpose()?,
        licenses: licenses.collect::<Result<_, Failure>>()?,
    })
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
