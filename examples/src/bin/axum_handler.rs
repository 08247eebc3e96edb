//! A service that judges pages: it takes a response as a POST and answers with the verdict as JSON.
//!
//! ```sh
//! cargo run --bin axum_handler &
//! curl -s -H 'X-Robots-Tag: nofollow' -H 'Content-Type: text/html' \
//!     --data '<meta name=robots content=noindex>' 'http://127.0.0.1:3000/judge/ExampleBot'
//! ```
//!
//! The fields of the request are those of the response that is judged. The body streams; after its head nothing of it is read.

use std::time::SystemTime;

use axum::Router;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use robots_policy::meta::read_head;
use robots_policy::report::Json;
use robots_policy::{Client, MetaExtractor, Policy};

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let app = Router::new().route("/judge/{agent}", post(judge));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    axum::serve(listener, app).await
}

async fn judge(
    Path(agent): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, (StatusCode, String)> {
    let me: Client = agent
        .parse()
        .map_err(|error| (StatusCode::BAD_REQUEST, format!("{error}\n")))?;
    let metas = MetaExtractor::from_headers(&headers).with_client(&me);
    let (metas, _rest) = read_head(body, metas).await;
    let policy = Policy::new().with_headers(&headers).with_document(metas);
    let verdict = policy.verdict(&me, "/", SystemTime::now());
    Ok(axum::Json(Json::new(None::<&str>, &verdict)).into_response())
}
