// Bytes and characters: the reader counts bytes of UTF-8, a text area counts UTF-16 code units.

const encoder = new TextEncoder();

/** The bytes of a text in UTF-8; half a surrogate pair becomes U+FFFD. */
export function encoded(text) {
  return encoder.encode(text);
}

/** The text of bytes; what is not UTF-8 becomes U+FFFD, and a byte order mark stays. */
export function decoded(bytes) {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** The text of bytes that are UTF-8, else null. */
export function strictlyDecoded(bytes) {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** The text with each half of a surrogate pair as U+FFFD, as an encoder writes it. */
export function wellFormed(text) {
  return text.replace(LONE, '\uFFFD');
}

/** How many halves of surrogate pairs a text has. */
export function loneSurrogates(text) {
  return (text.match(LONE) ?? []).length;
}

/** The UTF-16 offsets of these byte offsets in the text; inside a character, that of its first byte. */
export function utf16Offsets(text, offsets) {
  const sorted = [...new Set(offsets)].sort((a, b) => a - b);
  const found = new Map();
  let bytes = 0;
  let at = 0;
  for (const offset of sorted) {
    while (at < text.length) {
      const unit = text.codePointAt(at);
      const width = unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit < 0x10000 ? 3 : 4;
      if (bytes + width > offset) break;
      bytes += width;
      at += unit > 0xffff ? 2 : 1;
    }
    found.set(offset, at);
  }
  return found;
}

export function toBase64(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 0x8000) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  }
  return btoa(parts.join(''));
}

export function fromBase64(text) {
  return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
}

// Marks that turn the direction of text, characters without a shape, and controls.
const HIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;

/** The text with every character that cannot be seen, or that turns others around, as its code point. */
export function visible(text) {
  return text.replace(
    HIDDEN,
    (unit) => `⟨U+${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** The hidden characters of a text, each once, by their code points. */
export function hiddenIn(text) {
  const units = new Set(text.match(HIDDEN) ?? []);
  return [...units].map((unit) => visible(unit).slice(1, -1));
}
