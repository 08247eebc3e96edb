//! Indexes saved pages, and shows the results of a query as each of these engines may quote them.
//!
//! ```sh
//! cargo run --bin quotes -- owner googlebot,bingbot,yandexbot ../fixtures/parts/*.html
//! ```

use http::{HeaderMap, HeaderValue};
use robots_policy::engines::Profile;
use robots_policy::ledger::{Assumed, Document, Extent, Input};
use robots_policy::meta::{MetaRules, Placement};
use robots_policy::parts::Parts;
use robots_policy::{MetaExtractor, Policy, Timestamp};
use robots_policy_examples::Failure;
use tantivy::collector::TopDocs;
use tantivy::query::QueryParser;
use tantivy::schema::{STORED, STRING, Schema, TEXT, Value};
use tantivy::{Index, TantivyDocument, doc};

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [query, engines, files @ ..] = &args[..] else {
        return Err("usage: quotes QUERY ENGINE,... FILE...".into());
    };
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("text/html"));
    let mut schema = Schema::builder();
    let name = schema.add_text_field("name", STRING | STORED);
    let page = schema.add_bytes_field("page", STORED);
    let text = schema.add_text_field("text", TEXT);
    let index = Index::create_in_ram(schema.build());
    let mut writer = index.writer_with_num_threads(1, 20_000_000)?;
    for file in files {
        let body = std::fs::read(file)?;
        // All of the text is found; what is shown of it is decided for each engine.
        let words = robots_policy_examples::words(&body);
        writer.add_document(doc!(name => &file[..], page => &body[..], text => words))?;
    }
    writer.commit()?;

    let searcher = index.reader()?.searcher();
    let found = QueryParser::for_index(&index, vec![text]).parse_query(query)?;
    let found = searcher.search(&found, &TopDocs::with_limit(10).order_by_score())?;
    for engine in engines.split(',') {
        let engine: Profile = engine.parse()?;
        println!("{engine}:");
        for (_, place) in &found {
            let found: TantivyDocument = searcher.doc(*place)?;
            let name = found.get_first(name).and_then(|it| it.as_str());
            let body = found.get_first(page).and_then(|it| it.as_bytes());
            let body = body.unwrap_or_default();
            let policy = policy(&headers, body);
            let verdict = policy.engine_verdict(engine, "/", Timestamp::from_unix(0));
            let parts = Parts::of(body, &headers);
            let quotable = verdict.quotable(&parts);
            let hit = |word: &[u8]| word.eq_ignore_ascii_case(query.as_bytes());
            let hit = body.windows(query.len()).position(hit).unwrap_or(0);
            let excerpt = match quotable.excerpt(hit, 60) {
                Some(excerpt) => excerpt.text().to_owned(),
                None => quotable
                    .refusal()
                    .map_or(String::new(), |why| format!("({why})")),
            };
            println!("  {}: {excerpt}", name.unwrap_or_default());
        }
    }
    Ok(())
}

/// What a page states. Some engines hear metas in its body.
fn policy(headers: &HeaderMap, body: &[u8]) -> Policy {
    let rules = MetaRules::new().with_placements(Placement::ALL.iter().copied());
    let mut metas = MetaExtractor::from_headers(headers).with_rules(rules);
    let _ = metas.feed(body);
    Policy::new()
        .with_document(Document::read(metas.finish(), Extent::Whole))
        .with_assumed(Assumed::new().with(Input::Fields))
}
