//! The internet of the documentation: a proxy on loopback that is every host which is reserved for examples.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use flate2::Compression;
use flate2::write::GzEncoder;
use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::server::ok;

/// The hosts of RFC 2606, and the one from which people read crawls. Documentation that names another fails.
const HOSTS: [&str; 4] = [
    "example.com",
    "example.org",
    "example.net",
    "data.commoncrawl.org",
];

pub(crate) const ROBOTS: &str = "User-agent: *\nDisallow: /private\n";
pub(crate) const PAGE: &str = "<!doctype html>\n<title>A page</title>\n<p>Text.\n";

pub(crate) struct Site {
    address: SocketAddr,
    certificate: String,
}

impl Site {
    pub(crate) fn start() -> Site {
        let key = KeyPair::generate().unwrap();
        let names = HOSTS.map(str::to_owned);
        let certificate = CertificateParams::new(names)
            .unwrap()
            .self_signed(&key)
            .unwrap();
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .unwrap();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (stream, config) = (stream.unwrap(), Arc::clone(&config));
                thread::spawn(move || serve(stream, config));
            }
        });
        let certificate = certificate.pem();
        Site {
            address,
            certificate,
        }
    }

    /// The proxy.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn certificate(&self) -> &str {
        &self.certificate
    }
}

/// Makes a tunnel, and answers at its end. A client that goes away ends it.
fn serve(stream: TcpStream, config: Arc<ServerConfig>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    target(&mut stream)?;
    let mut stream = stream.into_inner();
    let connected = b"HTTP/1.1 200 Connection established\r\n\r\n";
    stream.write_all(connected).ok()?;
    let connection = ServerConnection::new(config).ok()?;
    let mut stream = BufReader::new(StreamOwned::new(connection, stream));
    loop {
        let answer = match target(&mut stream)?.as_str() {
            "/robots.txt" => ok("Content-Type: text/plain\r\n", ROBOTS),
            path if path.ends_with("/warc.paths.gz") => ok("", paths()),
            path if path.ends_with(".warc.gz") => ok("ETag: \"a\"\r\n", crawl()),
            _ => ok("Content-Type: text/html\r\n", PAGE),
        };
        let stream = stream.get_mut();
        stream.write_all(&answer).ok()?;
        stream.flush().ok()?;
    }
}

/// The list of the archives of a month.
fn paths() -> Vec<u8> {
    let mut list = GzEncoder::new(Vec::new(), Compression::fast());
    let name = b"crawl-data/CC-MAIN-2025-05/segments/1/warc/00000.warc.gz\n";
    list.write_all(name).unwrap();
    list.finish().unwrap()
}

/// An archive of example.com.
pub(crate) fn crawl() -> Vec<u8> {
    let response = |kind: &str, body: &str| ok(&format!("Content-Type: text/{kind}\r\n"), body);
    let mut archive = Writer::new(Packing::Gzip);
    let robots = response("plain", ROBOTS);
    archive.response("https://example.com/robots.txt", &robots);
    archive.response("https://example.com/a", &response("html", PAGE));
    archive.bytes
}

/// The target of the next request, whose header block is read.
fn target(stream: &mut BufReader<impl Read>) -> Option<String> {
    let lines = stream.lines().map_while(Result::ok);
    let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    Some(head.first()?.split(' ').nth(1)?.to_owned())
}
