//! Reads the pages of a folder on all cores and counts which may be indexed.
//!
//! ```sh
//! cargo run --release --bin folder_in_parallel -- ../fixtures/html
//! ```

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rayon::prelude::*;
use robots_policy::{Client, MetaExtractor, Policy};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args()
        .nth(1)
        .ok_or("usage: folder_in_parallel FOLDER")?;
    let me = Client::new("ExampleBot")?;
    let mut pages = Vec::new();
    find(Path::new(&folder), &mut pages)?;
    let answers: Vec<Option<bool>> = pages
        .par_iter()
        .map(|page| Ok(may_index(&fs::read(page)?, &me)))
        .collect::<Result<_, std::io::Error>>()?;
    let count = |answer| answers.iter().filter(|given| **given == answer).count();
    println!("may be indexed  {}", count(Some(true)));
    println!("may not         {}", count(Some(false)));
    println!("unknown         {}", count(None));
    Ok(())
}

/// `None` if the page was not read whole.
fn may_index(page: &[u8], me: &Client) -> Option<bool> {
    let mut metas = MetaExtractor::new().with_client(me);
    let _ = metas.feed(page); // the whole page, so it does not matter whether more is needed
    let policy = Policy::new().with_document(metas.finish());
    policy.verdict(me, "/", SystemTime::now()).index()
}

fn find(folder: &Path, pages: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, pages)?;
        } else if path.extension() == Some(OsStr::new("html")) {
            pages.push(path);
        }
    }
    Ok(())
}
