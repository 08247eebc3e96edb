//! The public suffix list with the letters of DNS, from the file in the package of `psl`, which the tests of the program bring.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::Value;
use url::Host;

use crate::files::{COMMAND, Files};

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
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| {
        let said = String::from_utf8_lossy(&output.stderr);
        format!("cargo metadata: {error}: {said}")
    })?;
    let package = metadata["packages"]
        .as_array()
        .and_then(|packages| packages.iter().find(|package| package["name"] == "psl"));
    let text = |key: &str| package.and_then(|package| package[key].as_str());
    let (Some(version), Some(manifest)) = (text("version"), text("manifest_path")) else {
        return Err(String::from("Cargo.lock has no package psl"));
    };
    let path = Path::new(manifest).with_file_name("data").join("rules.txt");
    let list = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok((version.to_owned(), list))
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
