// The words and keys of the page, made by `cargo run -p robots-policy-dev -- generate`.

/** The ends of “Must not be …”, by directive. */
export const BANS = {
  'noindex': 'shown in results',
  'nosnippet': 'excerpted',
  'noarchive': 'offered as a stored copy',
  'notranslate': 'offered in translation',
  'noai': 'used for AI',
  'noml': 'used for machine learning',
};

/** Other sentences, by directive. */
export const SENTENCES = {
  'nofollow': 'Its links must not be followed.',
  'noimageindex': 'Its images must not be indexed.',
  'noimageai': 'Its images must not be used for AI.',
};

/** The sources, as subjects of sentences. */
export const SOURCES = {
  'robots.txt': 'robots.txt',
  'fields': 'header',
  'document': 'document',
  'tdmrep.json': 'tdmrep.json',
  'licenses': 'licence',
  'embedded': 'metadata of the file',
};

/** The ends of sentences about a source that is not known, by the reason; of every other reason those of `incomplete`. */
export const UNREAD = {
  'not-given': 'was not given',
  'status': 'has a status that is not that of a page',
  'content-coding': 'is still coded',
  'incomplete': 'was not read whole',
  'encoding': 'is not text in its encoding',
  'empty': 'is empty, and the response does not say so',
  'ill-formed': 'is not well-formed',
  'markup': 'has a meta that only looser readers count',
  'challenge': 'is a challenge',
  'limit': 'is longer than its limit',
  'scope-uncertain': 'was joined, so that it is not known who a rule addresses',
  'body': 'was read up to the end of its head',
  'not-requested': 'was not requested',
};

/** The reasons why a source is not known. */
export const WHYS = {
  'not-given': 'it was not given',
  'status': 'the status of the answer is not that of a document',
  'content-coding': 'its content coding is not undone',
  'incomplete': 'it ends before its head is over',
  'encoding': 'its octets are not text in its encoding',
  'empty': 'it is empty, and the response does not say that it is',
  'ill-formed': 'it is not well-formed before the end of its head',
  'markup': 'markup is in its place',
  'challenge': 'the answer is a challenge',
  'limit': 'the part beyond its parsing limit was not read',
  'scope-uncertain': 'where its lines ended is not known',
  'body': 'its body was not read',
  'embedded': 'the metadata of its format is not read',
  'not-requested': 'robots.txt does not let the client request it',
  'not-conforming': 'it does not conform to its format',
  'earlier': 'it was fetched long before the page',
  'later': 'it was fetched long after the page',
  'damaged': 'its stored bytes are damaged',
  'reference': 'a character in it has a name that this build does not have',
};

/** The reasons for a missing robots.txt. */
export const CAUSES = {
  'absent': 'there is no robots.txt',
  'refused': 'the server refuses robots.txt',
  'redirects': 'robots.txt redirects without end',
  'rate-limited': 'the server asks to fetch robots.txt later (429)',
  'server-error': 'the server failed to send robots.txt',
  'network-error': 'robots.txt could not be fetched',
  'undecodable': 'robots.txt could not be decoded',
};

/** The reasons for an access. */
export const REASONS = {
  'allow-rule': 'an Allow line is the longest that matches',
  'disallow-rule': 'a Disallow line is the longest that matches',
  'no-match': 'no rule matches',
  'no-group': 'no group is for this client',
  'robots-txt-itself': 'every client may fetch robots.txt itself',
  'unavailable': 'everything is allowed',
  'unreachable': 'the site counts as closed',
  'unknown': 'robots.txt was not requested',
  'not-read': 'robots.txt was not read',
  'not-read-whole': 'the part of robots.txt that was read does not forbid it',
  'other-time': 'the robots.txt of another time does not forbid it',
  'not-obeyed': 'this client does not obey robots.txt',
  'may-not-be-obeyed': 'this client does not always obey robots.txt',
  'makes-no-requests': 'no request is made with this name',
  'unsaid': 'the owner of this client does not say which group binds it',
};

/** Further sentences; `{}` is a value. */
export const SAID = {
  'EXCERPTS': 'Excerpts have at most {} characters.',
  'UNTIL': 'Must not be shown in results after {}.',
  'RESTRICTED': 'Its use is restricted as shown.',
  'RESTRICTED_FOR_AI': 'Its use for AI is restricted as shown.',
  'FREE': 'What was read restricts nothing{}.',
  'NOTHING_ELSE': 'Nothing else that was read restricts it{}.',
  'SITE_UNKNOWN': 'it is not known whether the site answers, which decides without a robots.txt',
};

/** The uses of AI with what they are. */
export const USES = {
  'train': 'training a generative model',
  'train-other': 'training other models',
  'input': 'input to a generative model',
  'ai-index': 'an index of an AI system',
  'search': 'results with a link and an excerpt',
  'mine': 'other text and data mining',
};

/** Directives about AI. */
export const AI_DIRECTIVES = ["noai","noimageai","noml"];

/** The codes of the notices that the sentence counts beside faults. */
export const COUNTED_NOTICES = ["ai-agents-disallowed","rights-reserved-in-comment","signal-outside-group"];

/** The options of the program that keys and options of the reading have. */
export const FLAGS = {
  'url': '--url',
  'agent': '--agent',
  'page_agent': '--page-agent',
  'purposes': '--purpose',
  'signature_agent': '--signature-agent',
  'obeys_global': '--own-name-only',
  'policy_tokens': '--policy-token',
  'as': '--as',
  'now': '--now',
  'robots_txt': '--robots',
  'robots_hours': '--robots-hours',
  'robots_cached': '--robots-cached',
  'site_up': '--site-up',
  'tdmrep': '--tdmrep',
  'licenses': '--license',
  'assume_absent': '--assume-absent',
  'robots_fetched': '--robots-fetched',
  'ledger': '--ledger',
  'robots_tag': '--robots-tag',
  'both_fields': '--both-fields',
  'metas': '--metas',
  'http_equiv': '--http-equiv',
  'lines_joined': '--lines-joined',
  'google_compat': '--google-compat',
};

/** The options of the reading with their defaults. */
export const READING = {
  'robots_tag': "lenient",
  'both_fields': "union",
  'metas': ["head","noscript"],
  'http_equiv': false,
  'lines_joined': false,
  'google_compat': false,
};
