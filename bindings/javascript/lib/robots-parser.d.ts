/** The name of the type in robots-parser. */
export type Robot = Robots;

/** The rules of a robots.txt file, with the methods of robots-parser. */
export interface Robots {
  /**
   * Whether the user agent may fetch the URL; undefined where the file is not that of the URL's origin. False for
   * each URL where the file has more than 64 MiB: rules that were not read may disallow it.
   */
  isAllowed(url: string, ua?: string): boolean | undefined;
  /** The opposite of `isAllowed`: true, too, where the file is not that of the URL's origin. */
  isDisallowed(url: string, ua?: string): boolean;
  /**
   * Whether a group that names the user agent disallows the URL; the group of `*` does not count. True where the
   * file has more than 64 MiB.
   */
  isExplicitlyDisallowed(url: string, ua?: string): boolean | undefined;
  /** The 1-based line of the rule that decides, or -1. */
  getMatchingLineNumber(url: string, ua?: string): number;
  /** The seconds to wait between two requests. */
  getCrawlDelay(ua?: string): number | undefined;
  /** The addresses of the sitemaps, as they are written. */
  getSitemaps(): string[];
  /** The value of the last `Host` line in lower case. */
  getPreferredHost(): string | null;
}

/**
 * Reads robots.txt, as robots-parser does. Bytes keep what a text has lost: octets that are not UTF-8 stand
 * for themselves, and UTF-16 is decoded by its byte order mark.
 *
 * @param url The address of robots.txt. A relative one answers questions about relative URLs.
 * @param robotstxt Its body; without one, everything is allowed.
 */
export default function robotsParser(url: string, robotstxt?: string | Uint8Array | null): Robots;
