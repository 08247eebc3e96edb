//! A reverse proxy that logs the verdict of each page with its first frame, and states the whole policy in the fields, for what is
//! behind it and reads no documents. Bodies pass unchanged.
//!
//! ```sh
//! cargo run --bin proxy -- 127.0.0.1:3000 https://example.com ExampleBot &
//! curl -si http://127.0.0.1:3000/
//! ```

use std::sync::Arc;
use std::time::SystemTime;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Method, Response, StatusCode, header};
use axum::response::IntoResponse;
use reqwest::redirect;
use robots_policy::meta::read_head;
use robots_policy::{Client, MetaExtractor, Policy};
use robots_policy_examples::Failure;
use tokio::net::TcpListener;

struct Proxy {
    http: reqwest::Client,
    origin: String,
    me: Client,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let [Some(listen), Some(origin), Some(agent)] = std::array::from_fn(|_| args.next()) else {
        return Err("usage: proxy ADDRESS ORIGIN AGENT".into());
    };
    let http = reqwest::Client::builder()
        .redirect(redirect::Policy::none())
        .build()?;
    let me = Client::new(&agent)?;
    let app = Router::new()
        .fallback(pass)
        .with_state(Arc::new(Proxy { http, origin, me }));
    let listener = TcpListener::bind(listen).await?;
    println!("http://{}", listener.local_addr()?);
    Ok(axum::serve(listener, app).await?)
}

async fn pass(State(proxy): State<Arc<Proxy>>, request: Request) -> axum::response::Response {
    match proxy.pass(request).await {
        Ok(response) => response.into_response(),
        Err(error) => (StatusCode::BAD_GATEWAY, format!("{error}\n")).into_response(),
    }
}

impl Proxy {
    async fn pass(&self, request: Request) -> Result<Response<Body>, Failure> {
        let (mut asked, body) = request.into_parts();
        let target = asked
            .uri
            .path_and_query()
            .map_or("/", |target| target.as_str());
        // What is coded cannot be read, and the connection is another one.
        for name in [
            header::ACCEPT_ENCODING,
            header::HOST,
            header::CONNECTION,
            header::TRANSFER_ENCODING,
        ] {
            asked.headers.remove(name);
        }
        let sent = to_bytes(body, 1024 * 1024).await?;
        let url = format!("{}{target}", self.origin);
        let request = self
            .http
            .request(asked.method.clone(), url)
            .headers(asked.headers)
            .body(sent);
        let (mut answer, body) = Response::from(request.send().await?).into_parts();
        for name in [header::CONNECTION, header::TRANSFER_ENCODING] {
            answer.headers.remove(name);
        }
        // These have no body, whatever there would be to state.
        if asked.method == Method::HEAD || answer.status == StatusCode::NOT_MODIFIED {
            return Ok(Response::from_parts(answer, Body::new(body)));
        }

        // The frames of the head are held, and come again.
        let metas = MetaExtractor::from_headers(&answer.headers).with_client(&self.me);
        let (metas, body) = read_head(body, metas).await;
        let policy = Policy::new()
            .with_status(answer.status.as_u16())
            .with_headers(&answer.headers)
            .with_document(metas);
        let verdict = policy.verdict(&self.me, target, SystemTime::now());
        let because = verdict.because().map(|because| because.to_string());
        let because = because.collect::<Vec<_>>().join("; ");
        let (index, excerpt) = (verdict.may_index(), verdict.snippet());
        println!("{target}: may index {index}, excerpt {excerpt}; {because}");
        match policy.to_fields() {
            // Where a crawler may know the older field alone, that of the origin stays.
            Ok(fields) => {
                for (name, value) in fields {
                    if name == "x-robots-tag" || name == header::LINK {
                        answer.headers.append(name, value);
                    } else {
                        answer.headers.insert(name, value);
                    }
                }
            }
            Err(error) => println!("{target}: {error}"),
        }
        Ok(Response::from_parts(answer, Body::new(body)))
    }
}
