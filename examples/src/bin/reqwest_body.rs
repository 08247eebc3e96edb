//! Fetches a page with reqwest, stops the download after its head, and prints the verdict.
//!
//! ```sh
//! cargo run --bin reqwest_body -- https://example.com/
//! ```
//!
//! A crawler asks robots.txt first; `RobotsFetch` in the README of the library shows how.

use std::error::Error;
use std::time::SystemTime;

use robots_policy::{Client, MetaExtractor, Policy};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::args().nth(1).ok_or("usage: reqwest_body URL")?;
    let me = Client::new("ExampleBot")?;
    let http = reqwest::Client::builder()
        .user_agent("ExampleBot")
        .build()?;
    let mut response = http.get(url).send().await?;

    let headers = response.headers().clone();
    let mut metas = MetaExtractor::from_headers(&headers).with_client(&me);
    let metas = loop {
        match response.chunk().await {
            Ok(Some(chunk)) if metas.feed(&chunk).is_done() => break metas.finish(),
            Ok(Some(_)) => {}
            Ok(None) => break metas.finish(),
            // The body broke off: what was not read is unknown.
            Err(_) => break metas.finish_cut(),
        }
    };

    let policy = Policy::new().with_headers(&headers).with_document(metas);
    let verdict = policy.verdict(&me, response.url().as_str(), SystemTime::now());
    println!("may index: {}", verdict.may_index());
    for because in verdict.because() {
        println!("  {because}");
    }
    for diagnostic in verdict.diagnostics() {
        println!("  {diagnostic}");
    }
    Ok(())
}
