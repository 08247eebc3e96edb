//! The rows of options: each with a command line whose answer it changes.

/// An option, a command line without it, and the arguments that add it. SITE is the address of a site of the pages below.
pub(super) struct Row(
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) &'static str,
);

/// Options that change no answer by design.
pub(super) const SILENT: [&str; 12] = [
    // Only a second run finds a fresh copy.
    "check --refresh",
    // The answers are the same for any number of jobs.
    "eval --jobs",
    // The rows are the same for any number of workers.
    "scan --workers",
    "robots-store build --workers",
    // And for any memory.
    "scan --memory",
    "robots-store build --memory",
    // A server does not end; the tests in `play` hold its options.
    "play --port",
    "play --open",
    "play --page",
    // Only a terminal shows the effect.
    "report --quiet",
    "scan --quiet",
    "robots-store build --quiet",
];

pub(super) const ROWS: &[Row] = &[
    Row("eval --agent", "eval named", "--agent ExampleBot"),
    Row(
        "eval --page-agent",
        "eval named --agent Other",
        "--page-agent ExampleBot",
    ),
    Row(
        "eval --purpose",
        "eval --robots robots.txt --url /purpose named",
        "--purpose train",
    ),
    Row(
        "eval --signature-agent",
        "eval --robots robots.txt --url /signed named",
        "--signature-agent crawler.example",
    ),
    Row(
        "eval --own-name-only",
        "eval every-client --agent ExampleBot",
        "--own-name-only",
    ),
    Row(
        "eval --headers",
        "eval --html page.html",
        "--headers fields",
    ),
    Row("eval --html", "eval --headers fields", "--html page.html"),
    Row(
        "eval --robots-status",
        "eval named --url /never",
        "--robots-status 503",
    ),
    Row("eval --as", "eval every-client", "--as googlebot"),
    Row(
        "eval --disputed",
        "eval closed --as yandexbot",
        "--disputed",
    ),
    Row(
        "eval --status",
        "eval --html page.html --format json --ledger",
        "--status 404",
    ),
    Row(
        "eval --cut",
        "eval --html page.html --format json --ledger",
        "--cut",
    ),
    Row(
        "eval --assume-absent",
        "eval --html page.html --format json --ledger",
        "--assume-absent fields,tdmrep.json",
    ),
    Row(
        "eval --fetched",
        "eval named --format json --ledger",
        "--fetched 2026-11-01T00:00:00Z",
    ),
    Row(
        "eval --robots-fetched",
        "eval named --robots robots.txt --format json --ledger",
        "--robots-fetched 2026-11-01T00:00:00Z",
    ),
    Row("eval --ledger", "eval named --format json", "--ledger"),
    Row(
        "eval --robots-hours",
        "eval named --as googlebot --robots-status 503",
        "--robots-hours 48",
    ),
    Row(
        "eval --robots-cached",
        "eval named --robots-status 503",
        "--robots-cached robots.txt",
    ),
    Row(
        "eval --site-up",
        "eval named --as googlebot --robots-status 503 --robots-hours 800",
        "--site-up true",
    ),
    Row(
        "eval --robots",
        "eval named --url /never",
        "--robots robots.txt",
    ),
    Row(
        "eval --url",
        "eval --robots robots.txt named",
        "--url /never",
    ),
    Row("eval --now", "eval until", "--now 2020-01-01T00:00:00Z"),
    Row("eval --jsonl", "eval line", "--jsonl"),
    Row(
        "eval --robots-tag",
        "eval broken",
        "--robots-tag strict-list",
    ),
    Row(
        "eval --both-fields",
        "eval two",
        "--both-fields prefer-robots-tag",
    ),
    Row("eval --metas", "eval in-body", "--metas body"),
    Row("eval --http-equiv", "eval equiv", "--http-equiv"),
    Row("eval --lines-joined", "eval joined", "--lines-joined"),
    Row(
        "eval --google-compat",
        "eval --robots robots.txt --url /google named",
        "--google-compat",
    ),
    Row("eval --as-case", "eval every-client", "--as-case new/case"),
    Row("eval --format", "eval every-client", "--format json"),
    Row("eval --color", "eval every-client", "--color always"),
    Row("eval --verbose", "eval named --agent Other", "--verbose"),
    Row(
        "eval --policy-token",
        "eval --robots robots.txt --url /never named",
        "--policy-token Foo=train",
    ),
    Row("eval --tdmrep", "eval named", "--tdmrep page.html"),
    Row(
        "eval --license",
        "eval named",
        "--license https://a.example/l.xml=page.html",
    ),
    Row(
        "check --agent",
        "check SITE/named --no-cache",
        "--agent ExampleBot",
    ),
    Row(
        "check --as",
        "check SITE/every-client --no-cache",
        "--as googlebot",
    ),
    Row(
        "check --disputed",
        "check SITE/closed --no-cache --as yandexbot",
        "--disputed",
    ),
    Row(
        "check --page-agent",
        "check SITE/named --no-cache --agent Other",
        "--page-agent ExampleBot",
    ),
    Row(
        "check --purpose",
        "check SITE/purpose --no-cache --agent Other",
        "--purpose train",
    ),
    Row(
        "check --signature-agent",
        "check SITE/signed --no-cache --agent Other",
        "--signature-agent crawler.example",
    ),
    Row(
        "check --own-name-only",
        "check SITE/every-client --no-cache --agent Other",
        "--own-name-only",
    ),
    Row(
        "check --contact",
        "check SITE/every-client --no-cache --agent Other",
        "--contact https://example.com/bot",
    ),
    Row(
        "check --list",
        "check SITE/every-client --no-cache --agent Other",
        "--list urls",
    ),
    Row(
        "check --user-agent",
        "check SITE/every-client --no-cache --agent Other",
        "--user-agent Other/2",
    ),
    Row(
        "check --header",
        "check SITE/every-client --no-cache --agent Other",
        "--header Accept-Language:de",
    ),
    Row(
        "check --fail-on",
        "check SITE/every-client --no-cache --agent Other",
        "--fail-on fetch",
    ),
    Row(
        "check --progress",
        "check SITE/every-client --no-cache --agent Other",
        "--progress always",
    ),
    Row(
        "check --cache",
        "check SITE/every-client --agent Other",
        "--cache kept",
    ),
    Row(
        "check --policy-token",
        "check SITE/never --no-cache --agent Other",
        "--policy-token Foo=train",
    ),
    Row(
        "check --use",
        "check SITE/reserved --no-cache --agent Other",
        "--use train",
    ),
    Row(
        "check --no-extra-fetches",
        "check SITE/every-client --no-cache --agent Other",
        "--no-extra-fetches",
    ),
    Row(
        "check --no-cache",
        "check SITE/every-client --agent Other",
        "--no-cache",
    ),
    Row(
        "check --timeout",
        "check SITE/slow --no-cache --agent Other",
        "--timeout 1",
    ),
    Row(
        "check --redirects",
        "check SITE/hop --no-cache --agent Other",
        "--redirects 0",
    ),
    Row(
        "check --max-body",
        "check SITE/in-body --no-cache --agent Other",
        "--max-body 10",
    ),
    Row(
        "check --trust",
        "check SITE/every-client --no-cache --agent Other",
        "--trust page.html",
    ),
    Row(
        "check --proxy",
        "check http://none.invalid/every-client --no-cache --agent Other",
        "--proxy",
    ),
    Row(
        "check --allow-private",
        "check SITE/inner --no-cache --agent Other",
        "--allow-private",
    ),
    Row(
        "check --public-only",
        "check SITE/every-client --no-cache --agent Other",
        "--public-only",
    ),
    Row(
        "check --robots-tag",
        "check SITE/broken --no-cache --agent Other",
        "--robots-tag strict-list",
    ),
    Row(
        "check --both-fields",
        "check SITE/two --no-cache --agent Other",
        "--both-fields prefer-robots-tag",
    ),
    Row(
        "check --metas",
        "check SITE/in-body --no-cache --agent Other",
        "--metas body",
    ),
    Row(
        "check --http-equiv",
        "check SITE/equiv --no-cache --agent Other",
        "--http-equiv",
    ),
    Row(
        "check --lines-joined",
        "check SITE/joined --no-cache --agent Other",
        "--lines-joined",
    ),
    Row(
        "check --google-compat",
        "check SITE/google --no-cache --agent Other",
        "--google-compat",
    ),
    Row(
        "check --format",
        "check SITE/every-client --no-cache --agent Other",
        "--format json",
    ),
    Row(
        "check --color",
        "check SITE/every-client --no-cache --agent Other",
        "--color always",
    ),
    Row(
        "check --verbose",
        "check SITE/named --no-cache --agent Other",
        "--verbose",
    ),
    Row("matrix --agent", "matrix robots.txt /", "--agent Other"),
    Row("matrix --as", "matrix robots.txt /", "--as googlebot"),
    Row(
        "matrix --urls",
        "matrix robots.txt / --agent Other",
        "--urls urls",
    ),
    Row(
        "matrix --purpose",
        "matrix robots.txt /purpose --agent Other",
        "--purpose train",
    ),
    Row(
        "matrix --use",
        "matrix robots.txt / --agent Other",
        "--use train",
    ),
    Row(
        "matrix --google-compat",
        "matrix robots.txt /google --agent Other",
        "--google-compat",
    ),
    Row(
        "matrix --format",
        "matrix robots.txt / --agent Other",
        "--format csv",
    ),
    Row(
        "matrix --verbose",
        "matrix robots.txt / --agent Other",
        "--verbose",
    ),
    Row(
        "matrix --color",
        "matrix robots.txt / --agent Other",
        "--color always",
    ),
    Row("engines --stale", "engines ccbot", "--stale 9"),
    Row(
        "engines --now",
        "engines ccbot --stale 9",
        "--now 2036-01-01T00:00:00Z",
    ),
    Row("engines --format", "engines ccbot", "--format json"),
    Row(
        "report --output",
        "report done --json out.jsonl",
        "--output new.html",
    ),
    Row(
        "report --agent",
        "report --cube agents.csv -o -",
        "--agent GPTBot",
    ),
    Row("report --together", "report done twin -o -", "--together"),
    Row("report --cube", "report -o -", "--cube cube.csv"),
    Row("report --sql", "report done", "--sql duckdb"),
    Row("report --json", "report done -o -", "--json new.jsonl"),
    Row("report --progress", "report done -o -", "--progress always"),
    Row(
        "scan --list",
        "scan a.warc -o out --format jsonl",
        "--list list",
    ),
    Row(
        "scan --base-url",
        "scan --list list -o out --format jsonl",
        "--base-url SITE",
    ),
    Row("scan --trust", "scan a.warc -o out", "--trust page.html"),
    Row("scan --proxy", "scan SITE/never -o out", "--proxy"),
    Row(
        "scan --stdin-name",
        "scan - -o out --format jsonl",
        "--stdin-name named",
    ),
    Row(
        "scan --records",
        "scan -o out --format jsonl",
        "--records index.csv",
    ),
    Row("scan --output", "scan a.warc", "-o out"),
    Row("scan --format", "scan a.warc -o out", "--format jsonl"),
    Row(
        "scan --agent",
        "scan a.warc -o out --format jsonl",
        "--agent ExampleBot",
    ),
    Row(
        "scan --as",
        "scan a.warc -o out --format jsonl",
        "--as googlebot",
    ),
    Row(
        "scan --disputed",
        "scan a.warc -o out --format jsonl --as yandexbot",
        "--disputed",
    ),
    Row(
        "scan --robots-store",
        "scan a.warc -o out --format jsonl",
        "--robots-store s.redb",
    ),
    Row(
        "scan --now",
        "scan a.warc -o out --format jsonl",
        "--now 2020-01-01T00:00:00Z",
    ),
    Row("scan --resume", "scan a.warc -o done", "--resume"),
    Row("scan --progress", "scan a.warc -o out", "--progress always"),
    Row(
        "robots-store build --progress",
        "robots-store build a.warc -o new.redb",
        "--progress always",
    ),
    Row(
        "scan --fast-skip",
        "scan damaged.warc.gz -o out --format jsonl",
        "--fast-skip",
    ),
    Row("scan --schema", "scan a.warc -o out", "--schema"),
    Row(
        "scan --robots-tag",
        "scan a.warc -o out --format jsonl",
        "--robots-tag strict-list",
    ),
    Row(
        "scan --both-fields",
        "scan a.warc -o out --format jsonl",
        "--both-fields prefer-robots-tag",
    ),
    Row(
        "scan --metas",
        "scan a.warc -o out --format jsonl",
        "--metas body",
    ),
    Row(
        "scan --http-equiv",
        "scan a.warc -o out --format jsonl",
        "--http-equiv",
    ),
    Row(
        "scan --lines-joined",
        "scan a.warc -o out --format jsonl",
        "--lines-joined",
    ),
    Row(
        "scan --google-compat",
        "scan a.warc --robots-store s.redb -o out --format jsonl",
        "--google-compat",
    ),
    Row(
        "robots-store build --list",
        "robots-store build a.warc -o new.redb",
        "--list list",
    ),
    Row(
        "robots-store build --records",
        "robots-store build -o new.redb",
        "--records index.csv",
    ),
    Row(
        "robots-store build --base-url",
        "robots-store build --list list -o new.redb",
        "--base-url SITE",
    ),
    Row(
        "robots-store build --trust",
        "robots-store build a.warc -o new.redb",
        "--trust page.html",
    ),
    Row(
        "robots-store build --proxy",
        "robots-store build SITE/never -o new.redb",
        "--proxy",
    ),
    Row(
        "robots-store build --stdin-name",
        "robots-store build a.warc -o new.redb",
        "--stdin-name named",
    ),
    Row(
        "robots-store build --output",
        "robots-store build a.warc",
        "--output new.redb",
    ),
    Row(
        "robots-store build --update",
        "robots-store build a.warc -o s.redb",
        "--update",
    ),
];
