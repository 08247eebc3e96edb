//! Crawls pages, indexes those that may be, and answers a query for two clients: now, and after the next deadline of a page.
//!
//! ```sh
//! cargo run --bin indexer -- ExampleBot OtherBot robots https://www.rfc-editor.org/rfc/rfc9309.html https://example.com/
//! ```

use std::time::SystemTime;

use reqwest::Response;
use robots_policy::ledger::Asked;
use robots_policy::{Client, MetaExtractor, Policy, Timestamp, Verdict};
use robots_policy_examples::{Crawler, Failure, rest, words};
use tantivy::collector::TopDocs;
use tantivy::query::QueryParser;
use tantivy::schema::{STORED, STRING, Schema, TEXT, Value};
use tantivy::{Index, TantivyDocument, doc};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [agent, other, query, urls @ ..] = &args[..] else {
        return Err("usage: indexer AGENT OTHER_AGENT QUERY URL...".into());
    };
    let (crawler, now) = (Crawler::new(agent)?, Timestamp::from(SystemTime::now()));
    let mut schema = Schema::builder();
    let url = schema.add_text_field("url", STRING | STORED);
    let text = schema.add_text_field("text", TEXT | STORED);
    let policy = schema.add_bytes_field("policy", STORED);
    let index = Index::create_in_ram(schema.build());

    let mut writer = index.writer_with_num_threads(1, 20_000_000)?;
    let mut moments = vec![now];
    for start in urls {
        let opened = crawler.open(start).await;
        let Ok(mut response) = opened.inspect_err(|error| println!("not fetched: {error}")) else {
            continue;
        };
        let (page, mut body) = head(&crawler.me, &mut response).await;
        let at = response.url().to_string();
        let verdict = page.verdict(&crawler.me, &at, now);
        match verdict.index() {
            Some(false) => println!("dropped: {at}"), // The rest of the body is not downloaded.
            None => println!("held, to ask again: {at}: {}", missing(&verdict)),
            Some(true) => {
                // Of a body that breaks off after its head, the start is indexed.
                body.extend(rest(&mut response).await.unwrap_or_default());
                let (words, stored) = (words(&body), page.to_stored());
                writer.add_document(doc!(url => &at[..], text => words, policy => &stored[..]))?;
                println!("indexed: {at}");
            }
        }
        if let Some(change) = page.next_change(now) {
            println!("to ask again at {change}: {at}");
            moments.push(change);
        }
    }
    writer.commit()?;

    // Later: each client has its own answers, by the policy that lies beside the document. robots.txt ages on its own, and is
    // given again from the cache.
    let searcher = index.reader()?.searcher();
    let query = QueryParser::for_index(&index, vec![text]).parse_query(query)?;
    let found = searcher.search(&query, &TopDocs::with_limit(10).order_by_score())?;
    let askers = moments.iter().flat_map(|now| [(now, agent), (now, other)]);
    for (now, client) in askers {
        println!("{client} at {now}:");
        for (_, place) in &found {
            let found: TantivyDocument = searcher.doc(*place)?;
            let of = |field| found.get_first(field);
            let url = of(url).and_then(|url| url.as_str()).unwrap_or_default();
            let text = of(text).and_then(|it| it.as_str()).unwrap_or_default();
            let stored = of(policy).and_then(|policy| policy.as_bytes());
            let policy = Policy::from_stored(stored.unwrap_or_default())?;
            let policy = policy.with_robots(crawler.robots(url).await);
            let verdict = policy.verdict(&Client::new(client)?, url, *now);
            if verdict.may_index() {
                let excerpt = verdict.snippet().cut(text, 160).unwrap_or_default();
                let robots = verdict.access().reason();
                println!("  {url} (robots.txt: {robots}): {excerpt}");
            }
        }
    }
    Ok(())
}

/// The policy of a response by its fields and its head, and the octets that were read for it.
async fn head(me: &Client, response: &mut Response) -> (Policy, Vec<u8>) {
    let policy = Policy::new()
        .with_status(response.status().as_u16())
        .with_headers(response.headers());
    let mut metas = MetaExtractor::from_headers(response.headers()).with_client(me);
    let mut body = Vec::new();
    while !metas.progress().is_done() {
        match response.chunk().await {
            Ok(Some(chunk)) => {
                body.extend_from_slice(&chunk);
                let _ = metas.feed(&chunk);
            }
            Ok(None) => break,
            Err(_) => return (policy.with_document(metas.finish_cut()), body),
        }
    }
    (policy.with_document(metas.finish()), body)
}

/// The sources that keep it from being known whether a page may be indexed.
fn missing(verdict: &Verdict<'_>) -> String {
    let unread = verdict.unread().filter(|unread| unread.keeps(Asked::Index));
    let named = unread.map(|unread| unread.to_string());
    named.collect::<Vec<_>>().join(", ")
}
