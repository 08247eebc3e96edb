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
 * @throws {RecordError} A value of the record cannot be read, or its JSON text has more than 64 MiB, `line-too-long`.
 * @throws {TypeError} The record is neither a plain object nor a text, such as a Promise, or an option is wrong.
 * @throws {RangeError} Its JSON text has more than 512 MiB, as much as the module can take.
 */
export function verdict(record: InputRecord | string, options?: VerdictOptions): VerdictRecord;

/**
 * Several verdicts on one response, whose inputs are read once: null is the asker of the record, a text the
 * name of an engine, as `as` has it.
 *
 * @throws {RecordError} A value of the record cannot be read, or an engine is unknown.
 * @throws {TypeError} As `verdict`, and for a name that is neither a text nor null, or one text for all names.
 */
export function verdicts(
  record: InputRecord | string,
  engines: Iterable<string | null>,
  options?: VerdictOptions,
): VerdictRecord[];

/**
 * The verdict on a response whose document comes in pieces: the download can stop at the end of its head.
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
   * Takes the next bytes; returns whether the head has been read, so that no further bytes can change the
   * verdict.
   *
   * @throws {TypeError} The bytes are no Uint8Array, or their buffer was transferred; the reader is unharmed.
   */
  feed(bytes: Uint8Array): boolean;
  /**
   * The verdict, once. With `cut` the document has more bytes than were fed: unless its head was read, what
   * they may say is unknown.
   *
   * @throws {TypeError} `cut` is not a boolean, or another option is given; the reader is then not finished.
   */
  finish(options?: { cut?: boolean }): VerdictRecord;
  /** Frees a reader that will not be finished. One that was finished or freed stays as it is. */
  free(): void;
}

/** The engines whose reading `as` and `verdicts` can give. */
export function engines(): Engine[];

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

export interface VerdictOptions {
  /**
   * The clock, where the record has no `now`; a number counts milliseconds since 1970. By default that of the
   * system.
   */
  now?: Date | number;
}

/** A response and a question; all keys may be left out. */
export interface InputRecord {
  /** Copied to the answer. */
  id?: unknown;
  /** An absolute URL, a path that begins with `/`, or `//` with a host and a path. */
  url?: string | null;
  /** The product tokens of the asker, most specific first; `*` is a client that no one names. */
  agent?: string | readonly string[] | null;
  /** Tokens that page-level statements address it by, where they differ. */
  page_agent?: string | readonly string[] | null;
  /** Its `User-agent-purpose` tokens. */
  purposes?: readonly string[] | null;
  /** Its `Signature-Agent` field. */
  signature_agent?: string | null;
  /** False for a client that only obeys statements to its name. */
  obeys_global?: boolean | null;
  /** The name of an engine, whose reading is the answer; without the keys of a client. */
  as?: string | null;
  /** The clock, in the form of RFC 3339. */
  now?: string | null;
  /** Response fields in wire order. */
  headers?: readonly (readonly [name: string, value: string])[] | null;
  /** The document as characters. */
  html?: string | null;
  /** The document as bytes. */
  html_base64?: string | null;
  /** Feeds the document in chunks of this length. */
  chunk?: number | null;
  /** The body of robots.txt. */
  robots_txt?: string | null;
  robots_txt_base64?: string | null;
  /** The HTTP status of its fetch; 0 is a network failure. */
  robots_status?: number | null;
  /** For how many hours the fetch of robots.txt has been ending so. */
  robots_hours?: number | null;
  /** The body of the last good robots.txt, from before its fetch failed. */
  robots_cached?: string | null;
  robots_cached_base64?: string | null;
  /** Whether the site answers other requests. */
  site_up?: boolean | null;
  /** The body of `/.well-known/tdmrep.json`. */
  tdmrep?: string | null;
  tdmrep_base64?: string | null;
  /** The HTTP status of its fetch. */
  tdmrep_status?: number | null;
  /** Licences in RSL that robots.txt, a field or the page points at. */
  licenses?: readonly License[] | null;
  /** Product tokens that no crawler sends, each with its activities: `Google-Extended=train,input`. */
  policy_tokens?: readonly string[] | null;
  /** The HTTP status of the response; 0 is a network failure. As the next five a key of the ledger. */
  status?: number | null;
  /** Whether the document ends before its end. */
  cut?: boolean | null;
  /** Sources that do not exist, by the word of the caller. */
  assume_absent?: Assumed | readonly Assumed[] | null;
  /** When the response was fetched, in the form of RFC 3339. */
  fetched?: string | null;
  /** When robots.txt was fetched. */
  robots_fetched?: string | null;
  /** Whether the answer has the ledger. */
  ledger?: boolean | null;
  options?: ReadingOptions | null;
}

/** A source that may speak about a response. */
export type LedgerSource =
  | 'robots.txt'
  | 'fields'
  | 'document'
  | 'tdmrep.json'
  | 'licenses'
  | 'embedded';

/** A source by name, or every source that is not given. */
export type Assumed = LedgerSource | 'rest';

/** The state of a source; what is not known is left out. */
export interface LedgerEntry {
  source: LedgerSource;
  state: 'read' | 'absent' | 'not-applicable' | 'assumed' | 'not-given' | 'unread';
  /** The reason of the state. */
  why?: string;
  /** The address that answered. */
  url?: string;
  status?: number;
  fetched?: string;
  sha256?: string;
  record_id?: string;
}

export type License = { url: string; body: string } | { url: string; body_base64: string };

/** How inputs are read. */
export interface ReadingOptions {
  robots_tag?: 'lenient' | 'strict-list' | 'strict-dictionary' | null;
  both_fields?: 'union' | 'prefer-robots-tag' | null;
  /** The places where metas count. */
  metas?: readonly ('head' | 'noscript' | 'body')[] | null;
  /** Whether `meta http-equiv=X-Robots-Tag` counts. */
  http_equiv?: boolean | null;
  /** The lines of each field were joined with commas, as the `Headers` of `fetch` do. */
  lines_joined?: boolean | null;
  /** Reads robots.txt as Google's parser does. */
  google_compat?: boolean | null;
}

/** The verdict: the record that `robots-policy eval --jsonl` writes. */
export interface VerdictRecord {
  version: 1;
  id: unknown;
  url: string;
  /** The product tokens in lower case; `*` for a client without one. */
  agent: string[];
  access: Access;
  /** False when `noindex` is in force, null where something was not read, else true. */
  index: boolean | null;
  follow: boolean | null;
  archive: boolean | null;
  snippet: Snippet;
  /** The directives in force. */
  directives: Record<string, DirectiveValue>;
  /** Explicit permissions. They lift no restriction. */
  permits?: Record<string, DirectiveValue>;
  /** The state of each source, where the record asks for it. */
  ledger?: LedgerEntry[];
  /** The answer about each use, where a source states something. */
  uses?: Record<Use, UseAnswer>;
  /** The labels of each vocabulary that states something. */
  preferences?: Record<string, Record<string, string>>;
  /** The terms of uses that are allowed on terms. */
  terms?: Terms[];
  /** Names that are not directives. */
  extensions: Record<string, string | true | (string | true)[]>;
  /** The statements that decided. */
  reasons: Reason[];
  diagnostics: Diagnostic[];
  /** The inputs that met their parsing limit. */
  truncated: string[];
  /** Inputs that were not read, and addresses that could still be read. */
  unread?: Unread[];
  /** False when robots.txt disallows: an obedient client would not have fetched the page. */
  obtainable: boolean;
  /** Why robots.txt is missing. */
  robots_cause?: string;
  mobile_agent_server?: { host: string } | { none: true };
  sitemaps?: string[];
  /** Seconds. */
  crawl_delay?: number;
  /** The reading of one engine; the answers above are then its answers. */
  as?: EngineReading;
  /** The answers without the engine. */
  general?: General;
}

/** True, a limit (-1 is none), a level, or a date. */
export type DirectiveValue = true | number | string;
export type Use = 'train' | 'train-other' | 'input' | 'ai-index' | 'search' | 'mine';
export type UseAnswer = 'allow' | 'conditional' | 'disallow' | 'unstated';

/** The answer of robots.txt. */
export interface Access {
  /** Null where nothing is known. */
  allowed: boolean | null;
  reason: string;
  group: string | null;
  /** The line that decided, and its number from 1. */
  rule: string | null;
  line: number | null;
  /** The answer for each purpose of the asker. */
  purposes?: (Access & { purpose: string })[];
}

export interface Snippet {
  allowed: boolean | null;
  /** Null without a limit. */
  max_chars: number | null;
}

/** The place of a statement. */
export interface Place {
  source: string;
  /** Of a meta. */
  placement?: string;
  /** From 1 on: the number among the lines of a field, the line of robots.txt; null for a document. */
  line: number | null;
  /** The first byte and the byte after the last, from 0 on. */
  span: [start: number, end: number];
}

/** A statement that decided: a directive, or a use with its vocabulary. */
export interface Reason extends Place {
  directive?: string;
  use?: string;
  vocabulary?: string;
  value?: DirectiveValue;
  /** The clients that it addresses. */
  scope: string;
  /** The address of the licence that holds it. */
  url?: string;
  /** `unreachable`, for an answer of a robots.txt that was out of reach, which no line gives. */
  why?: string;
  /** Its bytes, decoded. */
  text: string;
}

export interface Diagnostic extends Place {
  code: string;
  severity: 'notice' | 'warning' | 'error';
  message: string;
}

export interface Unread {
  source: string;
  line?: number;
  why: string;
  url?: string;
}

/** The terms of a use that is allowed on terms; the other keys are the terms themselves. */
export interface Terms {
  use: Use;
  from: string;
  [term: string]: unknown;
}

/** The part of a verdict that only the reading of an engine has. */
export interface EngineReading {
  profile: string;
  /** The oldest day on which one of its facts was verified. */
  verified: string | null;
  /** Whether it is asked not to, by any statement that reaches it; null if none asks and a document that may was not read. */
  asked_not_to: ByActivity;
  /** Whether its owner says that it listens to that; null where no document says, or nothing asks. */
  listens: ByActivity;
  /** Whether its documents say that it is used so; never true where it is asked not to. */
  answer: boolean | 'limited' | null;
  train: boolean | 'limited' | null;
  index_if_embedded: true | null;
  /** Directives that the engine leaves undone. */
  not_honoured: NotHonoured[];
  /** The answers that are not those of `general`. */
  differs: string[];
  marks: string[];
}

/** A fact about each activity of which documents of engines speak: training, and answers of a machine. */
export interface ByActivity {
  train: boolean | null;
  input: boolean | null;
}

export interface NotHonoured {
  directive: string;
  why: 'stated' | 'unlisted';
  source: string | null;
  from: string;
  line: number | null;
  span: [start: number, end: number];
}

export interface General {
  access: boolean | null;
  index: boolean | null;
  follow: boolean | null;
  archive: boolean | null;
  snippet: boolean | null;
}

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
