// The name of a crawler in what people paste for it: a User-Agent string has it, and versions and addresses beside it.

/** A product with a version, as a User-Agent string begins. */
const USER_AGENT = /^(?:user-agent\s*:\s*)?[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[0-9]/i;

// What browsers and the crawlers that imitate them write before their own name.
const OF_BROWSERS = /^(?:mozilla|applewebkit|khtml|gecko|chrome|safari|version|mobile|firefox|edg)$/i;

/** The product token of a User-Agent string, that of a known crawler before others; null for any other text. */
export function tokenOfUserAgent(text, tokens) {
  const trimmed = text.trim();
  if (!USER_AGENT.test(trimmed)) return null;
  const named = trimmed.replace(/https?:\S+/gi, '').matchAll(/[A-Za-z_][A-Za-z_-]*/g);
  const words = [...named].map(([word]) => word);
  const known = new Set(tokens.map((token) => token.toLowerCase()));
  const products = [...trimmed.matchAll(/([A-Za-z_-]+)\/[0-9]/g)].map(([, name]) => name);
  const own = products.find((name) => !OF_BROWSERS.test(name));
  return words.find((word) => known.has(word.toLowerCase())) ?? own ?? products[0] ?? null;
}

/** The engine to which a product token belongs; the token itself where there is none. */
export function engineOfToken(token, engines) {
  const isOwn = (name) => name.toLowerCase() === token.toLowerCase();
  const found = engines.find(({ name }) => isOwn(name)) ?? engines.find(({ tokens }) => (tokens ?? []).some(isOwn));
  return found?.name ?? token;
}
