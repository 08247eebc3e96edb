//! Snapshots of this module, which are outside of the package.

/// Compares a text with its snapshot.
pub(super) fn keep(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    // A package has the sources alone; the path begins at the file below.
    settings.set_snapshot_path("../tests/snapshots");
    settings.bind(|| insta::assert_snapshot!(name, text));
}
