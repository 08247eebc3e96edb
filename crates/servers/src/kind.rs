//! Which program or service reads a configuration.

use crate::named;

named! {
    /// Which program or service reads a configuration.
    #[non_exhaustive]
    pub enum Kind {
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

impl Kind {
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

/// Beginnings of lines that Apache alone has.
const OF_APACHE: &str = "<|header |rewriteengine |documentroot |loadmodule |servername ";

/// Beginnings of lines that nginx alone has.
const OF_NGINX: &str =
    "server {|server{|http {|http{|location |add_header |events |worker_processes ";

/// The server that alone has a line that begins so.
fn of_text(text: &str) -> Option<Kind> {
    let lines = text.lines().map(|line| line.trim().to_ascii_lowercase());
    let mut kinds = lines.filter_map(|line| {
        let starts = |beginnings: &str| beginnings.split('|').any(|begin| line.starts_with(begin));
        let nginx = starts(OF_NGINX).then_some(Kind::Nginx);
        starts(OF_APACHE).then_some(Kind::Apache).or(nginx)
    });
    kinds.next()
}
