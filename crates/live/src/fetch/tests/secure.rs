use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};
use std::thread;

use rcgen::{BasicConstraints, CertificateParams, IsCa, KeyPair};
use robots_policy::Timestamp;
use robots_policy::robots_txt::RobotsFetch;
use robots_policy_kit::server::{ok, redirect};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::*;
use crate::fetch::settings::roots;

/// The end of a connection after one answer.
#[derive(Clone, Copy)]
enum End {
    /// There is none.
    Keep,
    /// With the alert that says so (`close_notify`).
    Alert,
    /// Without it.
    Bare,
}

/// A server with a certificate for `name`, that certificate, and the requests of each connection.
struct Secure {
    address: SocketAddr,
    pem: String,
    asked: Arc<Mutex<Vec<(usize, String)>>>,
}

impl Secure {
    fn start(name: &str, answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> Secure {
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        Secure::start_with(&params, End::Keep, answer)
    }

    fn start_with(
        params: &CertificateParams,
        end: End,
        answer: impl Fn(&str) -> Vec<u8> + Send + 'static,
    ) -> Secure {
        let signing_key = KeyPair::generate().unwrap();
        let cert = params.self_signed(&signing_key).unwrap();
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(signing_key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap();
        let config = config
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .unwrap();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Secure {
            address: listener.local_addr().unwrap(),
            pem: cert.pem(),
            asked: Arc::default(),
        };
        let asked = Arc::clone(&server.asked);
        thread::spawn(move || {
            for (index, stream) in listener.incoming().enumerate() {
                let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
                let mut stream = BufReader::new(StreamOwned::new(connection, stream.unwrap()));
                // One connection after the other; a handshake that fails ends its own.
                while let Some(path) = path(&mut stream) {
                    asked.lock().unwrap().push((index + 1, path.clone()));
                    let tls = stream.get_mut();
                    tls.write_all(&answer(&path)).unwrap();
                    if let End::Alert = end {
                        tls.conn.send_close_notify();
                    }
                    tls.flush().unwrap();
                    if !matches!(end, End::Keep) {
                        break;
                    }
                }
            }
        });
        server
    }

    fn url(&self, path: &str) -> String {
        format!("https://{}{path}", self.address)
    }
}

/// A client that trusts the certificate of this server alone.
fn trusting(server: &Secure) -> HttpClient {
    let roots = roots("own.pem", server.pem.as_bytes()).unwrap();
    client_of(ClientSettings {
        roots: Some(roots),
        ..settings()
    })
}

/// The robots.txt of this server.
fn robots_txt(client: &HttpClient, server: &Secure) -> (RobotsAnswer, RobotsFetch) {
    let mut fetch = RobotsFetch::default();
    let request = RobotsRequest {
        copy: None,
        fields: &HeaderMap::new(),
        most: 100,
        now: Timestamp::from_unix(1_790_000_000),
    };
    let page = Url::parse(&server.url("/")).unwrap();
    (client.robots_txt(&page, &mut fetch, request), fetch)
}

fn path(stream: &mut impl BufRead) -> Option<String> {
    let mut lines = stream
        .lines()
        .map_while(Result::ok)
        .take_while(|line| !line.is_empty());
    let first = lines.next()?;
    lines.for_each(drop);
    first.split(' ').nth(1).map(str::to_owned)
}

#[test]
fn a_trusted_server_is_read_and_its_connection_serves_again() {
    let server = Secure::start("127.0.0.1", |path| ok("", path.repeat(10_000)));
    let client = trusting(&server);
    for path in ["/robots.txt", "/page"] {
        let (body, end) = get(&client, &server.url(path));
        assert_eq!(
            (body == path.repeat(10_000).as_bytes(), end),
            (true, Ok(BodyEnd::Whole))
        );
    }
    assert_eq!(
        *server.asked.lock().unwrap(),
        [(1, "/robots.txt".into()), (1, "/page".into())]
    );
}

#[test]
fn an_answer_without_a_length_ends_with_the_alert_and_not_with_the_connection() {
    let part = "User-agent: *\n";
    let framed = |length: &str| format!("HTTP/1.1 200 OK\r\n{length}\r\n{part}").into_bytes();
    let length = format!("Content-Length: {}\r\n", part.len());
    for (end, length, read) in [
        (End::Alert, "", Ok(BodyEnd::Whole)),
        (End::Bare, &length, Ok(BodyEnd::Whole)),
        (End::Bare, "", Err(ProblemKind::Cut)),
    ] {
        let bytes = framed(length);
        let params = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
        let server = Secure::start_with(&params, end, move |_| bytes.clone());
        let client = trusting(&server);
        assert_eq!(
            get(&client, &server.url("/")),
            (part.as_bytes().to_vec(), read.clone())
        );
        let (answer, fetch) = robots_txt(&client, &server);
        assert_eq!(fetch.unreachable().is_some(), read.is_err());
        assert_eq!(answer.end == RobotsEnd::NetworkError, read.is_err());
    }
}

#[test]
fn a_server_that_is_not_trusted_is_not_asked() {
    let server = Secure::start("127.0.0.1", |_| ok("", ""));
    let other = Secure::start("127.0.0.2", |_| ok("", ""));
    let error = problem(&client(), &server.url("/"));
    assert_eq!(
        error.to_string(),
        format!(
            "{}: no secure connection: invalid peer certificate: UnknownIssuer",
            server.url("/")
        )
    );
    let client = trusting(&other);
    let problem = problem(&client, &other.url("/"));
    let why = problem.to_string();
    assert!(
        why.contains("no secure connection: ") && why.contains("not valid for name"),
        "{why}"
    );
    assert!(server.asked.lock().unwrap().is_empty() && other.asked.lock().unwrap().is_empty());
}

#[test]
fn a_redirect_to_an_insecure_place_is_followed_and_noted() {
    let plain = robots_policy_kit::server::Server::of(ok("", "Disallow: /"));
    let place = plain.url("/robots.txt");
    let server = Secure::start("127.0.0.1", move |_| redirect(301, &place));
    let client = trusting(&server);
    let (answer, _) = robots_txt(&client, &server);
    assert_eq!(answer.end.answered(), Some(200));
    let [hop] = &answer.hops[..] else {
        panic!("{answer:?}")
    };
    assert!(hop.is_downgrade() && hop.leaves_authority());
}

#[test]
fn invalid_certificates_are_reported() {
    let given = roots("own.pem", b"nothing").unwrap_err().to_string();
    let why = "there is no `BEGIN CERTIFICATE` in the certificates";
    assert_eq!(given, format!("cannot read own.pem: {why}"));
    let broken = b"-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n";
    assert!(roots("own.pem", broken).is_err());
}

#[test]
fn a_server_with_the_certificate_of_an_authority_is_reported_with_a_fix() {
    let mut params = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let server = Secure::start_with(&params, End::Keep, |_| ok("", ""));
    let client = trusting(&server);
    let message = problem(&client, &server.url("/")).to_string();
    assert!(
        message.contains(": no secure connection: its certificate is that of an authority")
            && message.contains("-addext basicConstraints=critical,CA:FALSE"),
        "{message}"
    );
}

#[test]
fn a_client_that_verifies_nothing_reads_a_server_that_is_not_trusted() {
    let server = Secure::start("other.example", |path| ok("", path));
    let client = client_of(ClientSettings {
        is_insecure: true,
        ..settings()
    });
    let (body, _) = get(&client, &server.url("/page"));
    assert_eq!(body, b"/page");
}

#[test]
fn plain_http_at_a_secure_url_is_reported() {
    // The server answers before a request, because a handshake is not one.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        thread::sleep(Duration::from_millis(300));
    });
    let problem = problem(&client(), &format!("https://{address}/"));
    assert_eq!(problem.kind(), &ProblemKind::Plain);
}
