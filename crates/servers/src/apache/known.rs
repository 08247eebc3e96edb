//! Modules and sections of Apache.

/// Modules that are taken for loaded where the configuration does not say which are.
pub(super) fn is_usual(module: &str) -> bool {
    const USUAL: &[&str] = &[
        "alias",
        "auth_basic",
        "authn_core",
        "authn_file",
        "authz_core",
        "authz_host",
        "authz_user",
        "autoindex",
        "brotli",
        "deflate",
        "dir",
        "env",
        "expires",
        "filter",
        "headers",
        "mime",
        "negotiation",
        "rewrite",
        "setenvif",
        "ssl",
    ];
    USUAL.contains(&module_name(module))
}

/// `headers` of `mod_headers.c` and of `headers_module`.
pub(super) fn module_name(text: &str) -> &str {
    let text = text.strip_prefix("mod_").unwrap_or(text);
    let text = text.strip_suffix(".c").unwrap_or(text);
    text.strip_suffix("_module").unwrap_or(text)
}

/// Directives that decide which fields are sent, or with which status.
pub(super) fn matters(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "header",
        "errordocument",
        "redirect",
        "redirectmatch",
        "redirectpermanent",
        "redirecttemp",
        "rewriterule",
        "rewriteengine",
        "rewritecond",
        "proxypass",
        "proxypassmatch",
        "sethandler",
        "addhandler",
        "alias",
        "aliasmatch",
        "scriptalias",
        "scriptaliasmatch",
        "documentroot",
        "directoryindex",
        "directoryslash",
        "fallbackresource",
        "options",
        "require",
        "deny",
        "allow",
        "order",
        "authtype",
        "include",
        "includeoptional",
        "action",
        "checkspelling",
        "setenvif",
        "setenvifnocase",
        "cgipassauth",
        "suexec",
        "userdir",
        "virtualdocumentroot",
        "use",
        "metadir",
        "metafiles",
        "luahookfixups",
        "allowoverride",
    ];
    NAMES.contains(&name)
}

/// Directives that hand the answer to another server or a program, or choose files in a way that is not followed here.
pub(super) fn is_handler(name: &str) -> bool {
    matches!(
        name,
        "sethandler"
            | "action"
            | "checkspelling"
            | "virtualdocumentroot"
            | "luahookfixups"
            | "use"
            | "metafiles"
            | "proxypassmatch"
    )
}
