//! The WebAssembly module: built, made smaller, compressed.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

/// The target of the module.
const TARGET: &str = "wasm32-unknown-unknown";

/// Builds both modules. That of browsers is without the tables that they have or few documents need, and without what only the
/// page of the playground calls. Each has a sentence for people about a part of the build that was left out.
pub(crate) fn build(root: &Path) -> Result<[(Vec<u8>, &'static str); 2], String> {
    let small = shrink(root, &compile(root, &["--no-default-features"])?)?;
    Ok([small, shrink(root, &compile(root, &[])?)?])
}

/// Compiles a module. Returns its file, which the next one replaces.
fn compile(root: &Path, features: &[&str]) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .current_dir(root)
        .args([
            "build",
            "--locked",
            "-p",
            "robots-policy-wasm",
            "--profile",
            "wasm",
            "--target",
            TARGET,
        ])
        .args(features)
        .arg("--target-dir")
        .arg(root.join("target"))
        .env("CARGO_ENCODED_RUSTFLAGS", flags(root));
    let status = command
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!(
            "the module was not built; where its target is missing, `rustup target add {TARGET}` installs it"
        ));
    }
    let folder = root.join("target").join(TARGET).join("wasm");
    Ok(folder.join("robots_policy_wasm.wasm"))
}

/// Makes a module smaller where `wasm-opt` is installed.
fn shrink(root: &Path, built: &Path) -> Result<(Vec<u8>, &'static str), String> {
    let Some(optimizer) = optimizer(root) else {
        let notice = "; wasm-opt is not installed, so the module is larger than it could be (`bindings/javascript/test/install` installs it)";
        return Ok((read(built)?, notice));
    };
    let output = built.with_extension("out.wasm");
    let status = Command::new(optimizer)
        .args(PASSES)
        .args(FEATURES.iter().map(|feature| format!("--enable-{feature}")))
        .arg(built)
        .arg("-o")
        .arg(&output)
        .status();
    match status {
        Ok(status) if status.success() => Ok((read(&output)?, "")),
        Ok(status) => Err(format!("wasm-opt failed ({status})")),
        Err(error) => Err(format!("wasm-opt: {error}")),
    }
}

/// The work of `wasm-opt`. All of its optimisations take an eighth of the module, and make the compressed one larger; these make
/// it smaller.
const PASSES: [&str; 19] = [
    "--converge",
    "--dae",
    "--remove-unused-module-elements",
    "--dce",
    "--coalesce-locals",
    "--simplify-locals-nostructure",
    "--optimize-instructions",
    "--remove-unused-brs",
    "--merge-blocks",
    "--code-folding",
    "--rse",
    "--vacuum",
    "--reorder-locals",
    "--duplicate-function-elimination",
    "--merge-similar-functions",
    "--inlining-optimizing",
    "--dealign", // processors of today take no hint
    "--strip-debug",
    "--strip-producers",
];

/// The features of WebAssembly that the compiler uses; all are in browsers since 2021.
const FEATURES: [&str; 6] = [
    "bulk-memory",
    "multivalue",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
];

/// Flags of the compiler: no path of this machine is in the module.
fn flags(root: &Path) -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let mut flags = vec![format!("--remap-path-prefix={}=.", root.display())];
    flags.extend(home.map(|home| format!("--remap-path-prefix={}=cargo", home.display())));
    flags.join("\u{1f}")
}

/// `wasm-opt` of npm's `binaryen`, where the npm package or its tests have installed it.
fn optimizer(root: &Path) -> Option<PathBuf> {
    let folders = ["bindings/javascript", "target/tmp/npm"].iter();
    let mut found = folders.map(|folder| root.join(folder).join("node_modules/.bin/wasm-opt"));
    found.find(|path| path.exists())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The module as gzip, which pages inflate.
pub(crate) fn packed(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes);
    written
        .and_then(|()| encoder.finish())
        .map_err(|error| error.to_string())
}
