/**
 * Makes the WebAssembly module ready. Node, Deno and Bun need no call: they read the file of the package at
 * the first question. In a browser or a worker it comes first; without a source it fetches the file beside
 * this module.
 *
 * @param source A `WebAssembly.Module`, its bytes, its address, or a `Response` (or a promise of one) that
 * has it.
 */
export function init(source?: string | object | PromiseLike<string | object>): Promise<void>;

/**
 * The verdict on a response: who may fetch, index, follow, archive and use it.
 *
 * @param record The response and the question, as a plain object or as its JSON text. An unknown key is an
 * error.
 * @throws {RecordError} A value of the record cannot be read, it has `askers`, which `verdicts` answers, or its JSON text has
 * more than 64 MiB, `line-too-long`.
 * @throws {TypeError} The record is neither a plain object nor a text, such as a Promise, or an option is wrong.
 * @throws {RangeError} Its JSON text has more than 512 MiB, as much as the module can take.
 */
export function verdict(record: InputRecord | string, options?: VerdictOptions): VerdictRecord;
/**
 * The verdict on a response of `fetch`, or on the answer that a client of `node:http` has: its fields, its status, its address
 * after redirects, and its body, which is read to its end. A body that breaks off is cut. `recordOf` says what is not given.
 *
 * @param facts What the response does not say, such as `agent` and `robots_txt`; all keys of a record but those that it gives.
 * @throws {RecordError} (as a rejection) A fact cannot be read.
 * @throws {TypeError} (as a rejection) A fact contradicts the response, or the response has no address and a fact needs one.
 */
export function verdict(response: FetchResponse | HttpMessage, facts?: ResponseFacts): Promise<VerdictRecord>;
/**
 * The verdict on a record of an array, as `records.map(verdict)` calls: the place in the array says nothing, and the clock is that
 * of the system.
 */
export function verdict<Given extends InputRecord | string>(record: Given, at: number, all: readonly Given[]): VerdictRecord;

/**
 * The record of a response, for `verdicts`, for a file of records, or to add to it.
 *
 * It has the status, the fields, the address where the response has one, and the body in `html_base64`: all of it, or `cut: true`
 * where it broke off, and after its first 32 MiB. Fetch joins the lines of one field, and the record says so; those of `node:http`
 * are apart. What the response no longer has, or what a browser hides, is not in the record, so that the answers are null: a body that
 * was used (then `html` may be a fact), the fields of a response of another site (`type` is `cors`; then `headers` may be one), and
 * everything of an opaque response.
 *
 * @param facts Copied into the record. After a redirect, facts of a site such as `robots_txt` need a `url`, which is that of the
 * response: so they are not those of the site that was asked first.
 * @throws {TypeError} (as a rejection) As `verdict` of a response.
 */
export function recordOf(response: FetchResponse | HttpMessage, facts?: ResponseFacts): Promise<InputRecord>;

/**
 * Several verdicts on one response, whose inputs are read once: one for each of `askers` of the record, in their order.
 * With names, null is the asker of the record and a text the name of an engine, as `as` has it.
 *
 * @throws {RecordError} A value of the record cannot be read, an engine is unknown, or names stand beside `askers`.
 * @throws {TypeError} As `verdict`, and for a name that is neither a text nor null, or one text for all names.
 */
export function verdicts(
  record: InputRecord | string,
  engines?: Iterable<string | null>,
  options?: VerdictOptions,
): VerdictRecord[];

/**
 * The verdict on a response whose document comes in pieces. Answers about the page need no more than its head; those
 * about AI use need all of it.
 *
 * The document is that of the pieces, so the record has neither `html` nor `html_base64`. A reader that is
 * not finished is freed with the garbage of JavaScript, where the runtime has a FinalizationRegistry; elsewhere
 * it takes memory until `free` is called.
 */
export class HeadReader {
  /**
   * @throws {RecordError} A value of the record cannot be read.
   * @throws {TypeError} As `verdict`.
   */
  constructor(record?: InputRecord | string, options?: VerdictOptions);
  /**
   * Takes the next bytes; returns whether the head is over, so that answers about the page need no more. Answers
   * about AI use (`uses`) need the rest too: a licence may stand anywhere.
   *
   * @throws {TypeError} The bytes are no Uint8Array, or their buffer was transferred; the reader is unharmed.
   */
  feed(bytes: Uint8Array): boolean;
  /**
   * The verdict, once. `cut` says whether the document has more bytes than were fed, because you stopped or the
   * connection broke off: true makes answers about AI use unknown, and those about the page, too, unless its head
   * was over. False says that all of it was fed: only then are answers about AI use known. Without it they
   * are unknown, unless `Content-Length` proves that nothing is missing. A document that ends inside markup counts as cut.
   *
   * @throws {TypeError} `cut` is not a boolean, or another option is given; the reader is then not finished.
   */
  finish(options?: { cut?: boolean }): VerdictRecord;
  /** Frees a reader that will not be finished. One that was finished or freed stays as it is. */
  free(): void;
}

/** The engines whose reading `as` and `verdicts` can give. */
export function engines(): Engine[];

/**
 * What an owner wrote that is not heard, or that closes more than it says: the findings of `robots-policy lint`, each with its bytes,
 * and with who is affected. `robots-policy explain` shows the rules.
 *
 * Node, Deno and Bun have it. The module that browsers and workers load does not: give `init` the larger one,
 * `robots-policy/robots-policy-full.wasm`.
 *
 * @throws {TypeError} An input is of another type, a key or the code of a rule is misspelt, or nothing is given to look at.
 * @throws {Error} The module that was loaded is the smaller one.
 */
export function lint(input: LintInput): LintResult;

/**
 * Which text of a page may be quoted, the marks that close the rest, and its links: `parts` of the verdict on the record with
 * `parts: true`; null without a document. The places of texts are bytes of UTF-8 for `html`.
 *
 * Node, Deno and Bun have it, and the larger module, as for `lint`.
 *
 * @throws {RecordError} As `verdict`; `invalid-record` if the module that was loaded is the smaller one.
 * @throws {TypeError} The record is not a plain object, or an option is wrong.
 */
export function parts(record: InputRecord, options?: VerdictOptions): Parts | null;
/** The same, as `records.map(parts)` calls. */
export function parts(record: InputRecord, at: number, all: readonly InputRecord[]): Parts | null;

/** An input that has no verdict. */
export class RecordError extends TypeError {
  /**
   * What is wrong, as in `eval --jsonl`: `invalid-json`, `invalid-record`, `invalid-url`, `invalid-agent`,
   * and others.
   */
  readonly code: string;
  /** The `id` of the record. */
  readonly id: unknown;
}

/** A `Response` of Fetch, as browsers, Node, Deno, Bun and workers have it. */
export interface FetchResponse {
  readonly url: string;
  readonly status: number;
  readonly redirected: boolean;
  readonly type: string;
  readonly bodyUsed: boolean;
  readonly body: object | null;
  readonly headers: { forEach(each: (value: string, name: string) => void): void };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** An `IncomingMessage` of a client of `node:http` or `node:https`. */
export interface HttpMessage extends AsyncIterable<unknown> {
  readonly rawHeaders: readonly string[];
  readonly statusCode?: number | undefined;
  readonly destroyed: boolean;
  readonly readableDidRead: boolean;
}

/** Keys of a record that a response does not give. */
export interface ResponseFacts extends Omit<InputRecord, 'status' | 'chunk' | 'askers' | 'now'> {
  /** The address, where the response has none, as that of `node:http`. */
  url?: string | null;
  /** The fields, where a browser hides them. */
  headers?: readonly (readonly [name: string, value: string])[] | null;
  /** The document, where someone has read the body. */
  html?: string | null;
  /** The clock: as in a record, or as in options. */
  now?: string | Date | number | null;
}

export interface VerdictOptions {
  /**
   * The clock, where the record has no `now`; a number counts milliseconds since 1970. By default that of the
   * system.
   */
  now?: Date | number;
}

// types of records: made by `cargo run -p robots-policy-dev -- generate`

/** A response and a question; all keys may be left out. */
export interface InputRecord extends RecordAsker {
  /** Copied to the answer. Without it: the number of the line, from 0. */
  id?: unknown;
  /**
   * An absolute URL of http, https or ftp, or a path starting with `/`, or `//` with a host and a path; any
   * other text is the error `invalid-url`. Without it: `/`.
   */
  url?: string | null;
  /**
   * Several askers in the place of the keys from `agent` to `as`: an object for each, with these keys alone.
   * Each gets its answer, in this order. Without it: one asker.
   */
  askers?: readonly RecordAsker[] | null;
  /** The clock for `unavailable_after`. Without it: the clock of the system. */
  now?: string | null;
  /**
   * Response fields in wire order; `HTTP_X_ROBOTS_TAG`, the name of a variable, is an error. Without it: they
   * are not given.
   */
  headers?: readonly (readonly [name: string, value: string])[] | null;
  /** The document as characters: the charset of its type does not apply. Without it: the document is not given. */
  html?: string | null;
  /** The document as bytes, in base64, in the place of `html`. */
  html_base64?: string | null;
  /** Feeds the document in chunks of this many bytes. Without it: at once. */
  chunk?: number | null;
  /**
   * The body of robots.txt; without a status, the address of a file alone is an error. Without it: nothing is
   * known of robots.txt.
   */
  robots_txt?: string | null;
  /** The same as bytes, in base64. */
  robots_txt_base64?: string | null;
  /** The HTTP status of its fetch, 100 to 599; 0 is a network failure. Without it: 200 if a body is given. */
  robots_status?: number | null;
  /**
   * For how many hours the fetch of robots.txt has been ending so. Without it: 0, it failed now for the first
   * time.
   */
  robots_hours?: number | null;
  /** The body of the last good robots.txt, from before its fetch failed. Without it: there is none. */
  robots_cached?: string | null;
  /** The same as bytes, in base64. */
  robots_cached_base64?: string | null;
  /**
   * Whether the site answers other requests, at which some engines look while robots.txt cannot be fetched.
   * Without it: it is not known.
   */
  site_up?: boolean | null;
  /** The body of `/.well-known/tdmrep.json`. Without it: it was not fetched. */
  tdmrep?: string | null;
  /** The same as bytes, in base64. */
  tdmrep_base64?: string | null;
  /**
   * The HTTP status of its fetch, 0 for a network failure; 4xx except 429, and a page instead of JSON: the site
   * has none; 0, 206, 3xx, 429 and 5xx: it is not known. Without it: a body is the file.
   */
  tdmrep_status?: number | null;
  /** Licences in RSL that robots.txt, a field or the page points at. Without it: none was fetched. */
  licenses?: readonly License[] | null;
  /**
   * The HTTP status of the response, 0 for a network failure; see the ledger for this key and the next five.
   * Without it: it is taken for 200.
   */
  status?: number | null;
  /** Whether the end of the document is missing; true needs a document. Without it: false. */
  cut?: boolean | null;
  /** Sources that do not exist, by your word; one that is given too is an error. Without it: none. */
  assume_absent?: Assumed | readonly Assumed[] | null;
  /** When the response was fetched. Without it: it is not stated. */
  fetched?: string | null;
  /** When robots.txt was fetched; needs a robots.txt. Without it: it is not stated. */
  robots_fetched?: string | null;
  /** Whether the answer has `ledger`. Without it: false. */
  ledger?: boolean | null;
  /**
   * Whether the answer has `parts`: which text of the document may be quoted, its marks, and its links. Without
   * it: false.
   */
  parts?: boolean | null;
  /** How the inputs are read. Without it: those of the library. */
  options?: ReadingOptions | null;
}

/** One of several askers; all keys may be left out. */
export interface RecordAsker {
  /** Product tokens of the asker, most specific first. Without it: `*`, a client that no one names. */
  agent?: string | readonly string[] | null;
  /** Tokens that page-level statements address it by, where they differ. Without it: those of `agent`. */
  page_agent?: string | readonly string[] | null;
  /** Its `User-agent-purpose` tokens. Without it: none. */
  purposes?: readonly string[] | null;
  /** Its own `Signature-Agent` field, in any of its forms. Without it: none. */
  signature_agent?: string | null;
  /** False for a client that only obeys statements to its name. Without it: true. */
  obeys_global?: boolean | null;
  /**
   * Product tokens that no crawler sends, each with the activities that it is about, if it counts for them:
   * `Google-Extended=train,input`. Without it: none.
   */
  policy_tokens?: readonly string[] | null;
  /**
   * The name of an engine, whose reading is the answer; without `agent`, `page_agent`, `obeys_global`,
   * `purposes`, `signature_agent` and `policy_tokens`, which are keys of a client. Without it: none.
   */
  as?: string | null;
}

/** A licence: its address, and its body as characters or as bytes in base64. */
export type License = { url: string; body: string } | { url: string; body_base64: string };

/** A source by name, or every source that is not given. */
export type Assumed = 'robots.txt' | 'fields' | 'document' | 'tdmrep.json' | 'licenses' | 'embedded' | 'rest';

/** How inputs are read. */
export interface ReadingOptions {
  /** How Robots-Tag is read. Without it: `lenient`. */
  robots_tag?: 'lenient' | 'strict-list' | 'strict-dictionary' | null;
  /** How to combine both fields if both are present. Without it: `union`. */
  both_fields?: 'union' | 'prefer-robots-tag' | null;
  /** Where metas count. Without it: `head`, `noscript`. */
  metas?: readonly ('head' | 'noscript' | 'body')[] | null;
  /** Count meta http-equiv=X-Robots-Tag too. Without it: false. */
  http_equiv?: boolean | null;
  /** The field lines were joined with commas on the way. Without it: false. */
  lines_joined?: boolean | null;
  /** Read robots.txt as Google's parser does. Without it: false. */
  google_compat?: boolean | null;
}

/** The verdict: the record that `robots-policy eval --jsonl` writes. */
export interface VerdictRecord {
  /** 1, the version of the form. */
  version: 1;
  /** That of the question. */
  id: unknown;
  /** That of the question. */
  url: string;
  /** The product tokens of the asker in lower case; `*` for a client without one. */
  agent: string[];
  /** The answer of robots.txt. */
  access: Access;
  /** False when `noindex` is in force; else null where fields or document are not known, see `unread`. */
  index: boolean | null;
  /** Likewise, of `nofollow`. */
  follow: boolean | null;
  /** Likewise, of `noarchive`. */
  archive: boolean | null;
  /** May it be excerpted, and how long. */
  snippet: Snippet;
  /**
   * The directives in force: `none` expanded, `max-snippet: 0` also as `nosnippet`, `noindex` once a deadline
   * has passed, `indexifembedded` beside a `noindex`.
   */
  directives: Record<string, DirectiveValue>;
  /**
   * `index`, `follow`, `all`, `archive` as true, a limit of -1, the highest level of a preview; permissions lift
   * no restriction. Only where a source gives explicit permissions.
   */
  permits?: Record<string, DirectiveValue>;
  /** The answer about each use, null where it is not known; see AI use. */
  uses: Record<Use, UseAnswer | null>;
  /**
   * The labels of each vocabulary that states something: `aipref`, `content-signal` (with its level `use`),
   * `tdmrep`, `rsl`, `canel`; the answers for policy tokens in `tokens`. Only where a vocabulary does.
   */
  preferences?: Record<string, Record<string, string>>;
  /**
   * The terms of conditional uses, and the address of a TDM policy. Only where a use is conditional, or a TDM
   * policy is in force.
   */
  terms?: Terms[];
  /**
   * Names outside the table of directives with their raw values, true where there is none, an array where they
   * differ.
   */
  extensions: Record<string, string | true | (string | true)[]>;
  /** The line that disallows, and every statement that put a directive in force or that decided about AI use. */
  reasons: Reason[];
  /** Anything unusual in an input. */
  diagnostics: Diagnostic[];
  /** The inputs that met their parsing limit. */
  truncated: string[];
  /**
   * The sources that are not known, and the answers that each keeps from being known. Only where one is not
   * known.
   */
  unread?: Unread[];
  /** The state of each source; see the ledger. Only where the question has `ledger: true`. */
  ledger?: LedgerEntry[];
  /**
   * The parts of the document, see What may I quote?; null without a document. Only where the question has
   * `parts: true`.
   */
  parts?: Parts | null;
  /** False when access is disallowed: an obedient crawler would not have fetched the page. */
  obtainable: boolean;
  /**
   * Why: `absent`, `refused`, `redirects`, `rate-limited`, `server-error`, `network-error`, `undecodable`. Only
   * where there is no robots.txt.
   */
  robots_cause?: string;
  /** The server of mobile agents for the target, or that there is none. Only where robots.txt names one. */
  mobile_agent_server?: { host: string } | { none: true };
  /** Their addresses. Only where robots.txt names some. */
  sitemaps?: string[];
  /** Seconds between two requests. Only where robots.txt has one for the asker. */
  crawl_delay?: number;
  /** The reading of the engine; the answers above are then those of the engine. Only with `as`. */
  as?: EngineReading;
  /** The answers without the engine. Only with `as`. */
  general?: General;
}

/** The answer of robots.txt. */
export interface Access {
  /** The purpose that it is about. Only in an item of `purposes`. */
  purpose?: string;
  /** May it be fetched; null where that is not known. */
  allowed: boolean | null;
  /** Why: `allow-rule`, `disallow-rule`, `no-match`, `no-group`, `unavailable` and others. */
  reason: string;
  /** The subject of the group that was used. */
  group: string | null;
  /** The line of robots.txt that decided. */
  rule: string | null;
  /** Its number, from 1. */
  line: number | null;
  /** The answer for each purpose. Only for an asker with purposes. */
  purposes?: Access[];
}

/** May it be excerpted, and how long? */
export interface Snippet {
  /** False when `nosnippet` is in force; else null where fields or document are not known. */
  allowed: boolean | null;
  /** The most characters: 0 when no excerpt is allowed, null when there is no limit. */
  max_chars: number | null;
}

/** True, a limit (-1 is none), a level, or a date. */
export type DirectiveValue = true | number | string;

/** A use of a response by AI. */
export type Use = 'train' | 'train-other' | 'input' | 'ai-index' | 'search' | 'mine';

/** The statements about a use, as one answer. */
export type UseAnswer = 'unstated' | 'allow' | 'conditional' | 'disallow';

/** The terms of a use that is allowed on terms, or the address that has them. */
export interface Terms {
  /** The use. */
  use: Use;
  /** The vocabulary. */
  from: string;
  /** The address of the document that has them. Only where there is one. */
  url?: string;
  /** Types of payment, such as `training`, `crawl`, `attribution`. Only where it costs something. */
  payment?: string[];
  /** The server that issues a token. Only where a licence names one. */
  server?: string;
  /** Their profiles. Only where reports are required. */
  reporting?: string[];
  /** Kinds of users that it is for; `!` before one that it is not for. Only where a licence names some. */
  user?: string[];
  /** Countries that it is for, likewise. Only where a licence names some. */
  geo?: string[];
  /**
   * The highest level of use: `immediate` is one response in which nothing is kept, `reference` is an index with
   * excerpts and links. Only where Content Signals limit it.
   */
  level?: string;
}

/** A statement that decided: a directive, or a use with its vocabulary. */
export interface Reason extends Place {
  /** Its name; `disallow` for a line of robots.txt. Only for a directive. */
  directive?: string;
  /** Its label, or the policy token. Only for a statement about AI use. */
  use?: string;
  /** The vocabulary of the label; `tokens` for a policy token. Only for a statement about AI use. */
  vocabulary?: string;
  /** Its value: that of the directive, the path of a rule, or the answer about the use. Only where it has one. */
  value?: DirectiveValue;
  /** The clients that it addresses; `*` is every client. */
  scope: string;
  /** The address of the licence. Only for a statement of a licence. */
  url?: string;
  /** `no-match`. Only for a policy token whose group has no line for the page. */
  why?: string;
  /** Its bytes, decoded. */
  text: string;
}

/** The place of a statement. */
export interface Place {
  /** The input: `robots.txt`, `robots-tag`, `x-robots-tag`, `meta` and others. */
  source: string;
  /** Where it is: `head`, `noscript`, `body`. Only of a meta. */
  placement?: string;
  /** From 1: the number among the lines of that field, the line of robots.txt; null for a document. */
  line: number | null;
  /** The first byte and the byte after the last, from 0, in that line or in the document. */
  span: [start: number, end: number];
}

/** Anything unusual in an input, with its place. */
export interface Diagnostic extends Place {
  /** Its code, which stays the same. */
  code: string;
  /** Its weight. */
  severity: 'notice' | 'warning' | 'error';
  /** A sentence for people, which may change. */
  message: string;
}

/** A source that is not known. */
export interface Unread {
  /** The source. */
  source: LedgerSource;
  /** Why it is not known; see the ledger. */
  why: Why;
  /** Its address. Only of `tdmrep.json` and of a licence. */
  url?: string;
  /** The source that points at it. Only of a licence. */
  from?: string;
  /** Its number, from 1. Only where a line points at a licence. */
  line?: number;
  /** The answers that it keeps from being known: `access`, `index`, `follow`, `archive`, `snippet`, and the uses. */
  keeps: Asked[];
}

/** A source that may speak about a response. */
export type LedgerSource = 'robots.txt' | 'fields' | 'document' | 'tdmrep.json' | 'licenses' | 'embedded';

/** Why a source is not known. */
export type Why = 'not-given' | 'status' | 'content-coding' | 'incomplete' | 'encoding' | 'empty' | 'ill-formed' | 'markup' | 'challenge' | 'limit' | 'scope-uncertain' | 'body' | 'embedded' | 'not-requested' | 'not-conforming' | 'earlier' | 'later' | 'damaged' | 'reference' | 'newer-version';

/** An answer that may not be known. */
export type Asked = 'access' | 'index' | 'follow' | 'archive' | 'snippet' | 'train' | 'train-other' | 'input' | 'ai-index' | 'search' | 'mine';

/** The state of a source; what is not known is left out. */
export interface LedgerEntry {
  /** The source. */
  source: LedgerSource;
  /** Its state. */
  state: 'read' | 'absent' | 'not-applicable' | 'assumed' | 'not-given' | 'unread';
  /** The reason of the state. Only where the state has one. */
  why?: Why;
  /** The address that answered. Only where it is known. */
  url?: string;
  /** The status of the answer, 0 if there was none. Only where it is known. */
  status?: number;
  /** The time of the answer. Only where it is known. */
  fetched?: string;
  /** The SHA-256 of the body. Only where it is known. */
  sha256?: string;
  /** The identifier of its record in an archive. Only where it is known. */
  record_id?: string;
}

/** The parts of a document: which text may be quoted, the marks in it, and its links. */
export interface Parts {
  /** Why, in words. Only where nothing of the page may be quoted. */
  refusal?: string;
  /** Why; the lists are empty then. Only where texts, marks and links are not known. */
  unread?: Why;
  /** The bytes of the texts that may be quoted. */
  quotable: ([start: number, end: number])[];
  /** The characters of the texts of the page. */
  chars: number;
  /** How many of them may not be quoted. */
  closed_chars: number;
  /** The marks, those that the asker does not hear among them. */
  marks: PartMark[];
  /** The links. */
  links: Link[];
}

/** A mark that closes text. */
export interface PartMark {
  /** How it is stated. */
  kind: 'data-nosnippet' | 'data-nosnippet elsewhere' | 'robots-nocontent' | 'noindex' | 'noindex comment' | 'noindex comment, loose' | 'googleoff';
  /** The element. Only where an element has it. */
  element?: string;
  /** The bytes of the tag or the comment. */
  span: [start: number, end: number];
  /** The bytes of the texts that it closes. */
  covers: ([start: number, end: number])[];
  /** Does the asker hear it?. */
  heard: boolean;
}

/** A link of a page. */
export interface Link {
  /** Its URL; as it is written where that is none. */
  url: string;
  /** The element. */
  element: 'a' | 'area' | 'form';
  /** The words of `rel` about following it. Only where it has some. */
  rel?: ('nofollow' | 'ugc' | 'sponsored')[];
  /** The bytes of its tag. */
  span: [start: number, end: number];
  /** May it be followed. */
  follow: boolean | null;
  /**
   * What decides: `rel=nofollow`, `the page`, `robots.txt`, `its address`. Only where it may not, or that is not
   * known.
   */
  why?: string;
}

/** The part of a verdict that only the reading of an engine has. */
export interface EngineReading {
  /** The name of the engine. */
  profile: string;
  /** The oldest day on which one of its facts was verified. */
  verified: string | null;
  /** Whether a statement that reaches it asks it not to; null if none asks and a source that may is not known. */
  asked_not_to: ByActivity;
  /** Whether its owner says that it listens to that (AI use); null where no document says, or nothing asks. */
  listens: ByActivity;
  /** Whether its documents say that it is used in answers of a machine; `why` says why it is null. */
  answer: boolean | 'limited' | null;
  /** Likewise, for training. */
  train: boolean | 'limited' | null;
  /** Why these two are null. */
  why: Unused;
  /** Whether it is indexed only where it is embedded. */
  index_if_embedded: true | null;
  /** The directives that it leaves undone. */
  not_honoured: NotHonoured[];
  /** The answers that are not those of `general`. */
  differs: string[];
  /** The ways in which it leaves the general reading, and the doubts, each with its cell. */
  marks: string[];
}

/** A fact about each activity of which documents of engines speak: training, and answers of a machine. */
export interface ByActivity {
  /** About training. */
  train: boolean | null;
  /** About the answers of a machine. */
  input: boolean | null;
}

/** Why it is not said whether an engine uses a page. */
export interface Unused {
  /**
   * About the answers of a machine: `undocumented`, `not-known`, or `asked-not-to` where its owner does not say
   * that it listens.
   */
  answer: 'undocumented' | 'not-known' | 'asked-not-to' | null;
  /** Likewise, about training. */
  train: 'undocumented' | 'not-known' | 'asked-not-to' | null;
}

/** A directive that an engine leaves undone. */
export interface NotHonoured {
  /** Its name. */
  directive: string;
  /** `stated` by its owner, or `unlisted`. */
  why: 'stated' | 'unlisted';
  /** The document that says so. */
  source: string | null;
  /** The input that has the directive. */
  from: string;
  /** As in a reason. */
  line: number | null;
  /** Likewise. */
  span: [start: number, end: number];
}

/** The answers of the general reading, beside those of an engine. */
export interface General {
  /** May it be fetched. */
  access: boolean | null;
  /** May it be indexed. */
  index: boolean | null;
  /** May its links be followed. */
  follow: boolean | null;
  /** May a stored copy be offered. */
  archive: boolean | null;
  /** May it be excerpted. */
  snippet: boolean | null;
}
// end of types of records

/** A named crawler. */
export interface Engine {
  /** The value of `as`. */
  name: string;
  title: string;
  owner: string;
  purposes: string[];
  tokens: string[];
  /** Whether its owner no longer uses it. */
  is_retired: boolean;
}

/** What `lint` looks at; one of the first four at least. */
export interface LintInput {
  /** The site's robots.txt, which is for the pages too. */
  robots?: string | Uint8Array | null;
  /** Its `/.well-known/tdmrep.json`. */
  tdmrep?: string | Uint8Array | null;
  /** A licence in RSL. */
  license?: string | Uint8Array | null;
  /** Responses and pages, in their order. */
  pages?: readonly LintPage[] | null;
  /** Other levels of rules, by their codes; `off` leaves a rule out. */
  levels?: Readonly<Record<string, LintLevel | 'off'>> | null;
  /** The clock, by which deadlines are past or not; a number counts milliseconds since 1970. By default that of the system. */
  now?: Date | number | null;
}

/** A response, or a page without one: it has `headers`, `html`, or both. */
export interface LintPage {
  /** Its name in findings. Without it: its `url`, or its place in `pages`. */
  name?: string | null;
  /** An absolute URL, or a path starting with `/`. Without it, what robots.txt says about it is not known. */
  url?: string | null;
  /** The HTTP status, from 100 to 599. */
  status?: number | null;
  /** Response fields in wire order. Without it: they are not given. */
  headers?: readonly (readonly [name: string, value: string])[] | null;
  /** The document as characters, or as bytes, which are read by their charset. Without it: it is not given. */
  html?: string | Uint8Array | null;
  /** Whether the end of the document is missing; true needs a document. Without it: false. */
  cut?: boolean | null;
}

/** The weight of a finding: `error` where a statement is not heard, `warning` where readers differ, `info` for the rest. */
export type LintLevel = 'info' | 'warning' | 'error';

/** The findings about an input. */
export interface LintResult {
  /** The findings, in the order of the inputs. */
  findings: Finding[];
  /** The inputs that were not looked at, or not whole. Without findings they are not known to have none. */
  incomplete: { input: string; why: string }[];
}

/** A finding: a line of `robots-policy lint --format json`. */
export interface Finding {
  /** 1, the version of the form. */
  version: 1;
  type: 'finding';
  /** A number of the rule, the address or input and the text; it stays where lines move. */
  fingerprint: string;
  /** The rule. */
  code: string;
  level: LintLevel;
  /** A sentence for people, which may change. */
  message: string;
  /** The bytes that it is about. */
  place: FindingPlace;
  /** Further bytes, each with what they are. */
  others: { place: FindingPlace; label: string }[];
  /** The page that it is about. */
  url?: string;
  /** The answers that differ between what is written and a second reading. */
  effect?: {
    /** The statement as it was probably meant, the input without it, or the same path on another host. */
    compared: 'as-meant' | 'without' | 'other-host';
    changes: FindingChange[];
  };
  /** Text to put in the place of bytes of the input of `place`. */
  fix?: {
    /** Whether every answer stays as it is; another fix changes those of `effect`. */
    is_safe: boolean;
    /** The changes, in the order of their bytes; none overlaps another. */
    edits: { start: number; end: number; text: string }[];
  };
  /** The number of lines or pages. */
  count: number;
  /** The first of several pages. */
  inputs?: string[];
}

/** Bytes of an input. */
export interface FindingPlace {
  /** `robots.txt`, `tdmrep.json`, `license.xml`, or the name of a page; with ` (fields)` after it, its fields. */
  input: string;
  /**
   * The first byte and the byte after the last. Those of fields are of a text with a line `Name: value` for each, which a LF ends; those
   * of a text are of its UTF-8.
   */
  bytes: [start: number, end: number];
  /** From 1; 0 for the input as a whole. */
  line: number;
  /** In characters, from 1. */
  column: number;
  /** The line, or the part of it around the bytes. */
  text: string;
  /** The bytes in the UTF-8 of `text`. */
  marked: [start: number, end: number];
}

/** An answer that differs for some askers. */
export interface FindingChange {
  question: 'fetch' | 'index' | 'follow' | 'archive' | 'snippet' | 'train' | 'input' | 'search';
  /** The first paths or addresses that were asked about, and the number of them. */
  targets: string[];
  targets_count: number;
  /** The answer to what is written. */
  now: FindingAnswer;
  /** The answer of the second reading. */
  then: FindingAnswer;
  /** The engines and names, and `any other client`. */
  who: string[];
}

/** An answer to a question. */
export type FindingAnswer = 'yes' | 'no' | 'unstated' | 'unknown';
