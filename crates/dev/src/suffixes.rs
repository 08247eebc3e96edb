//! The public suffix list with the letters of DNS, from the file in the package of `psl`, which the tests of the program bring.

use std::fs;

use url::Host;

use crate::files::{COMMAND, Files};
use crate::package::Package;

/// Writes the list that the program has.
pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let (version, list) = list()?;
    let rules: Vec<String> = list
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .map(ascii)
        .collect::<Result<_, _>>()?;
    files.whole(
        PATH,
        format!(
            "// The public suffix list (https://publicsuffix.org/list), as psl {version} has it: made by `{COMMAND}`.\n\
             // This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was not\n\
             // distributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/.\n\
             {}\n",
            rules.join("\n")
        ),
    );
    Ok(())
}

const PATH: &str = "crates/cli/src/export/domains/suffixes.txt";

/// The version of the package, and the text of its list.
fn list() -> Result<(String, String), String> {
    let package = Package::named("psl")?;
    let path = package.file("data/rules.txt");
    let list = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok((package.version, list))
}

/// A rule with the letters of DNS in each label.
fn ascii(rule: &str) -> Result<String, String> {
    let (mark, name) = match rule.strip_prefix('!') {
        Some(name) => ("!", name),
        None => rule
            .strip_prefix("*.")
            .map_or(("", rule), |name| ("*.", name)),
    };
    match Host::parse(name) {
        Ok(Host::Domain(name)) => Ok(format!("{mark}{name}")),
        _ => Err(format!(
            "«{rule}» of the public suffix list cannot be a name"
        )),
    }
}
