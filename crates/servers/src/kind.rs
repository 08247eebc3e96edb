//! Which program or service reads a configuration.

use crate::named;

named! {
    /// Which program or service reads a configuration.
    #[non_exhaustive]
    pub enum ServerKind {
        /// nginx: `nginx.conf`, or a file of servers or of one server.
        Nginx = "nginx";
        /// Apache: the file of the server, and `.htaccess` of folders.
        Apache = "apache";
        /// Caddy: a Caddyfile.
        Caddy = "caddy";
        /// `_headers`, where it is not known whether Netlify or Cloudflare reads it.
        Headers = "headers";
        /// `_headers` of Cloudflare.
        Cloudflare = "cloudflare";
        /// `netlify.toml`, `_headers`, or both.
        Netlify = "netlify";
        /// `vercel.json`.
        Vercel = "vercel";
    }
}

impl ServerKind {
    /// The kind of a file by its name, and by its text where the name leaves it open.
    ///
    /// ```
    /// use robots_policy_servers::ServerKind;
    ///
    /// assert_eq!(ServerKind::of("dist/_headers", ""), Some(ServerKind::Headers));
    /// assert_eq!(ServerKind::of("site.conf", "server { listen 80; }"), Some(ServerKind::Nginx));
    /// assert_eq!(ServerKind::of("site.conf", "<VirtualHost *:80>"), Some(ServerKind::Apache));
    /// ```
    pub fn of(name: &str, text: &str) -> Option<ServerKind> {
        let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
        match file {
            "nginx.conf" => return Some(ServerKind::Nginx),
            "httpd.conf" | "apache2.conf" => return Some(ServerKind::Apache),
            "_headers" => return Some(ServerKind::Headers),
            "netlify.toml" => return Some(ServerKind::Netlify),
            "vercel.json" => return Some(ServerKind::Vercel),
            _ => {}
        }
        if file.starts_with("Caddyfile") || file.ends_with(".caddyfile") {
            return Some(ServerKind::Caddy);
        }
        if file.starts_with(".htaccess") {
            return Some(ServerKind::Apache);
        }
        file.strip_suffix(".conf").and_then(|_| of_text(text))
    }
}

/// Beginnings of lines that Apache alone has.
const OF_APACHE: &str = "<|header |rewriteengine |documentroot |loadmodule |servername ";

/// Beginnings of lines that nginx alone has.
const OF_NGINX: &str =
    "server {|server{|http {|http{|location |add_header |events |worker_processes ";

/// The server that alone has a line that begins so.
fn of_text(text: &str) -> Option<ServerKind> {
    let lines = text.lines().map(|line| line.trim().to_ascii_lowercase());
    let mut kinds = lines.filter_map(|line| {
        let starts = |beginnings: &str| beginnings.split('|').any(|begin| line.starts_with(begin));
        let nginx = starts(OF_NGINX).then_some(ServerKind::Nginx);
        starts(OF_APACHE).then_some(ServerKind::Apache).or(nginx)
    });
    kinds.next()
}
