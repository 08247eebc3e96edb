//! Sessions: what people have in a folder and on sites, what they type, and the snapshot of what they see.
//!
//! A file of `sessions` has one step a line, done in order:
//!
//! | line | step |
//! |---|---|
//! | `# text` | says what is to be seen |
//! | `NAME : = text` | puts this text in the place of the name from now on |
//! | `name = bytes` | writes a file; a copy of another one, of the folder or of the repository, after `@` |
//! | `name/ = bytes` | makes a folder |
//! | `name -> other` | makes a symbolic link |
//! | `name + address = bytes` | adds a response to an archive |
//! | `name + crawl = seed count` | adds so many responses of a made crawl |
//! | `SITE/path = answer` | answers for a path of a site from now on, `FAR/path` of another one; `*` for every other path |
//! | `SITE/path then = answer` | answers so after the answer before |
//! | `- name` | removes a file or a folder |
//! | `$ words` | runs the program, and shows its output, its status and the requests that it made |
//! | `< text` | after a run: a line of its standard input |
//! | `% text` | lines of a shell, up to an empty one, which has the program by its name: the first of them is shown, and all that they write |
//! | `? name` | shows a file, or the names in a folder |
//!
//! Bytes are text with the escapes of [`robots_policy_kit::bytes`], and words may have them too. An answer is that of
//! [`robots_policy_kit::site`], or after `@` a file of which parts may be asked for: `@name field: a` has a field, and `@name|9`
//! breaks off after 9 bytes. `NAME=value` before the words is a variable, `IN=name` the folder of the run, and ` < bytes` after
//! them is the input, a file after `@`. After ` | ` there is a choice of the output, or of the file: the values of JSON under
//! pointers, the lines that have each `~text`, whether an `=text` is there, or nothing and no request (`-`). LOCAL and INNER are
//! other names of both sites, PORT and PORT2 the ports of SITE and FAR.
//!
//! In every run, whatever it shows, nothing steers a terminal, and text fits its COLUMNS.

mod site;
pub(crate) mod steps;
pub(crate) mod text;

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_kit::files::files;

use steps::Session;

macro_rules! sessions {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            hold(stringify!($name));
        })*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

// A line has the sessions of a command, or of what concerns several.
sessions! {
    as_case as_engine asked askers
    check check_answers check_cache check_engines check_fail_on check_fetched check_lists
    check_owner check_reach check_requests check_robots check_unread check_uses
    eval eval_batch eval_files eval_marks eval_parts eval_records eval_saved readings saved_robots
    export_croissant export_domains
    faults_archives faults_disk faults_killed faults_output faults_servers faults_store faults_tables
    lint lint_fix lint_formats lint_inputs lint_intent lint_part lint_server lint_sites
    engines matrix matrix_as robots_store why
    report report_cubes report_page
    scan scan_addresses scan_again scan_as scan_cores scan_inputs
    scan_names scan_parts scan_pages scan_records scan_time scan_uses
    echoed memory proxies text usage wrong_files
}

#[test]
fn every_file_of_a_session_is_a_test() {
    let files = files(&place());
    let names = files.iter().filter_map(|path| {
        let is_session = path.extension()? == "session";
        is_session.then_some(path.file_stem()?.to_str()?)
    });
    let mut listed = NAMES.to_vec();
    listed.sort_unstable();
    assert_eq!(names.collect::<Vec<_>>(), listed);
}

/// Does the steps of a session, and compares what is seen with its snapshot.
fn hold(name: &'static str) {
    let text = fs::read_to_string(place().join(name).with_extension("session"));
    let mut session = Session::new(name);
    session.steps(&text.unwrap());
    insta::with_settings!({
        snapshot_path => place(), prepend_module_to_snapshot => false, omit_expression => true,
    }, {
        insta::assert_snapshot!(name, session.seen);
    });
}

fn place() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions")
}
