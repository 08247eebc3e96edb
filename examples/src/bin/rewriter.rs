//! Rewrites a page as it streams, a nonce for each script, and reads its robots metas from the same chunks.
//!
//! ```sh
//! cargo run --bin rewriter -- ExampleBot https://www.rfc-editor.org/rfc/rfc9309.html >page.html
//! ```
//!
//! A rewriter sees tags where a crawler sees a document: it does not know where the head ends, and in a `noscript`, a template or a
//! comment it finds metas that do not count, or misses those that do. So it gives its chunks to the reader of metas as well.

use std::io::Write;
use std::time::SystemTime;

use lol_html::{HtmlRewriter, Settings, element};
use robots_policy::{MetaExtractor, Policy};
use robots_policy_examples::{Crawler, Failure};

const NONCE: &str = "one-for-each-page";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let (Some(agent), Some(url)) = (args.next(), args.next()) else {
        return Err("usage: rewriter AGENT URL".into());
    };
    let crawler = Crawler::new(&agent)?;
    let mut response = crawler.open(&url).await?;
    let headers = response.headers().clone();

    let mut out = std::io::stdout().lock();
    let mut written = Ok(());
    let nonces = element!("script", |script| Ok(script.set_attribute("nonce", NONCE)?));
    let settings = Settings::new().append_element_content_handler(nonces);
    let mut rewriter = HtmlRewriter::new(settings, |octets: &[u8]| {
        if written.is_ok() {
            written = out.write_all(octets);
        }
    });
    let mut metas = MetaExtractor::from_headers(&headers).with_client(&crawler.me);
    let metas = loop {
        match response.chunk().await {
            Ok(Some(chunk)) => {
                let _ = metas.feed(&chunk); // After the head it takes no time.
                rewriter.write(&chunk)?;
            }
            Ok(None) => break metas.finish(),
            Err(_) => break metas.finish_cut(),
        }
    };
    rewriter.end()?;
    written?;

    let policy = Policy::new()
        .with_status(response.status().as_u16())
        .with_headers(&headers)
        .with_robots(crawler.robots(response.url().as_str()).await)
        .with_document(metas);
    let verdict = policy.verdict(&crawler.me, response.url().as_str(), SystemTime::now());
    eprint!("{verdict}");
    Ok(())
}
