//! What the program printed, and how it ended.
#![allow(missing_docs)]

use std::process::Output;

/// Standard output of a run that ends with this status.
#[track_caller]
pub(crate) fn ends(output: &Output, code: i32) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), said(output));
    assert_eq!(
        output.status.code(),
        Some(code),
        "stdout:\n{out}\nstderr:\n{err}"
    );
    out.into_owned()
}

/// Standard error.
pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
