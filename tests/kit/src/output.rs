//! The output of the program, and how it ended.

use std::process::Output;

/// Standard output of a run that ends with this status.
#[track_caller]
pub fn ends(output: &Output, code: i32) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), said(output));
    assert_eq!(
        output.status.code(),
        Some(code),
        "stdout:\n{out}\nstderr:\n{err}"
    );
    out.into_owned()
}

/// Standard error.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
