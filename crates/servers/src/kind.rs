//! Which program or service reads a configuration.

/// Which program or service reads a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// nginx: `nginx.conf`, or a file of servers or of one server.
    Nginx,
    /// Apache: the file of the server, and `.htaccess` of folders.
    Apache,
    /// Caddy: a Caddyfile.
    Caddy,
    /// `_headers`, where it is not known whether Netlify or Cloudflare reads it.
    Headers,
    /// `_headers` of Cloudflare.
    Cloudflare,
    /// `netlify.toml`, `_headers`, or both.
    Netlify,
    /// `vercel.json`.
    Vercel,
}

impl Kind {
    /// All kinds.
    pub const ALL: &[Kind] = &[
        Kind::Nginx,
        Kind::Apache,
        Kind::Caddy,
        Kind::Headers,
        Kind::Cloudflare,
        Kind::Netlify,
        Kind::Vercel,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Nginx => "nginx",
            Kind::Apache => "apache",
            Kind::Caddy => "caddy",
            Kind::Headers => "headers",
            Kind::Cloudflare => "cloudflare",
            Kind::Netlify => "netlify",
            Kind::Vercel => "vercel",
        }
    }

    /// The kind of a file by its name, and by its text where the name leaves it open.
    ///
    /// ```
    /// use robots_policy_servers::Kind;
    ///
    /// assert_eq!(Kind::of("dist/_headers", ""), Some(Kind::Headers));
    /// assert_eq!(Kind::of("site.conf", "server { listen 80; }"), Some(Kind::Nginx));
    /// assert_eq!(Kind::of("site.conf", "<VirtualHost *:80>"), Some(Kind::Apache));
    /// ```
    pub fn of(name: &str, text: &str) -> Option<Kind> {
        let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
        match file {
            "nginx.conf" => return Some(Kind::Nginx),
            "httpd.conf" | "apache2.conf" => return Some(Kind::Apache),
            "_headers" => return Some(Kind::Headers),
            "netlify.toml" => return Some(Kind::Netlify),
            "vercel.json" => return Some(Kind::Vercel),
            _ => {}
        }
        if file.starts_with("Caddyfile") || file.ends_with(".caddyfile") {
            return Some(Kind::Caddy);
        }
        if file.starts_with(".htaccess") {
            return Some(Kind::Apache);
        }
        file.strip_suffix(".conf").and_then(|_| of_text(text))
    }
}

/// Statements that one server alone has at the begin of their lines.
fn of_text(text: &str) -> Option<Kind> {
    text.lines()
        .map(|line| line.trim().to_ascii_lowercase())
        .find_map(|line| {
            let starts = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
            if starts(&[
                "<",
                "header ",
                "rewriteengine ",
                "documentroot ",
                "loadmodule ",
                "servername ",
            ]) {
                Some(Kind::Apache)
            } else if starts(&[
                "server {",
                "server{",
                "http {",
                "http{",
                "location ",
                "add_header ",
                "events ",
                "worker_processes ",
            ]) {
                Some(Kind::Nginx)
            } else {
                None
            }
        })
}
