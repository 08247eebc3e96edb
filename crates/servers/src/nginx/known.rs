//! Directives of nginx that change no field about robots, and those that hand the answer to others.

/// Directives that give the answer to another server or a program.
pub(super) const HANDLERS: &[&str] = &[
    "proxy_pass",
    "fastcgi_pass",
    "uwsgi_pass",
    "scgi_pass",
    "grpc_pass",
    "memcached_pass",
    "passenger_enabled",
    "passenger_app_root",
    "content_by_lua",
    "content_by_lua_block",
    "content_by_lua_file",
    "perl",
    "js_content",
    "echo",
    "empty_gif",
    "stub_status",
    "api",
    "random_index",
    "hls",
    "f4f",
];

/// Directives of other modules that set fields.
pub(super) const SETTERS: &[&str] = &[
    "more_set_headers",
    "more_clear_headers",
    "header_filter_by_lua",
    "header_filter_by_lua_block",
    "header_filter_by_lua_file",
    "js_header_filter",
    "perl_set",
    "pagespeed",
    "modsecurity",
    "auth_request",
    "auth_jwt",
    "access_by_lua_block",
    "access_by_lua_file",
    "rewrite_by_lua_block",
    "rewrite_by_lua_file",
];

/// Names of directives that are read here.
const READ: &[&str] = &[
    "absolute_redirect",
    "add_header",
    "add_header_inherit",
    "add_trailer",
    "aio",
    "alias",
    "allow",
    "autoindex",
    "break",
    "charset",
    "deny",
    "directio",
    "error_page",
    "etag",
    "expires",
    "geo",
    "http",
    "http2",
    "if",
    "if_modified_since",
    "index",
    "internal",
    "limit_except",
    "listen",
    "location",
    "map",
    "return",
    "rewrite",
    "root",
    "satisfy",
    "server",
    "server_name",
    "server_tokens",
    "set",
    "tcp_nodelay",
    "tcp_nopush",
    "try_files",
    "types",
    "upstream",
    "split_clients",
];

/// Beginnings of the names of directives without a field about robots.
const HARMLESS: &[&str] = &[
    "access_log",
    "auth_basic",
    "autoindex_",
    "brotli",
    "charset_",
    "chunked_transfer_encoding",
    "client_",
    "connection_pool",
    "default_type",
    "directio_",
    "disable_symlinks",
    "error_log",
    "fastcgi_",
    "grpc_",
    "gunzip",
    "gzip",
    "http2_",
    "http3",
    "ignore_invalid_headers",
    "keepalive_",
    "large_client_header_buffers",
    "limit_",
    "lingering_",
    "log_",
    "lua_",
    "map_hash_",
    "max_ranges",
    "merge_slashes",
    "open_file_cache",
    "open_log_file_cache",
    "output_buffers",
    "port_in_redirect",
    "postpone_output",
    "proxy_",
    "quic_",
    "read_ahead",
    "real_ip_",
    "recursive_error_pages",
    "referer_hash_",
    "reset_timedout_connection",
    "resolver",
    "rewrite_log",
    "root",
    "scgi_",
    "secure_link",
    "send_",
    "sendfile",
    "server_name_in_redirect",
    "server_names_hash_",
    "set_real_ip_from",
    "ssi",
    "ssl_",
    "sub_filter",
    "subrequest_output_buffer_size",
    "tcp_",
    "types_hash_",
    "underscores_in_headers",
    "uwsgi_",
    "valid_referers",
    "variables_hash_",
    "zstd",
];

/// Whether a directive alone sets no field about robots and hands nothing to others.
pub(super) fn is_known(name: &str) -> bool {
    READ.contains(&name)
        || !HANDLERS.contains(&name) && HARMLESS.iter().any(|stem| name.starts_with(stem))
}

/// Included files that every installation has and that set no field.
pub(super) fn is_stock(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or_default();
    matches!(
        name,
        "mime.types"
            | "fastcgi_params"
            | "fastcgi.conf"
            | "proxy_params"
            | "uwsgi_params"
            | "scgi_params"
            | "koi-win"
            | "koi-utf"
            | "win-utf"
            | "options-ssl-nginx.conf"
    ) || file.contains("modules-enabled/")
}
