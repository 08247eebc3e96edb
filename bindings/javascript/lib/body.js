/** The octets of a body that comes in pieces, and their form in JSON. */

/**
 * The octets of a body, and whether some are missing: because it broke off, or because it has more than `most`.
 * @param {ReadableStream | AsyncIterable} body
 */
export async function bytesOf(body, most) {
  const pieces = [];
  let left = most;
  const source = readerOf(body);
  for (;;) {
    let next;
    try {
      next = await source.next();
    } catch {
      return { bytes: joined(pieces), cut: true };
    }
    if (next.done) return { bytes: joined(pieces), cut: false };
    if (!(next.value instanceof Uint8Array)) {
      throw new TypeError('the body of the response comes as text or objects, not as bytes (a Uint8Array)');
    }
    pieces.push(next.value.subarray(0, left));
    if (next.value.length > left) {
      // It may fail as well, which changes nothing here.
      await source.stop().catch(() => {});
      return { bytes: joined(pieces), cut: true };
    }
    left -= next.value.length;
  }
}

/** A stream of the web, which not every browser iterates, or one of Node. */
function readerOf(body) {
  if (typeof body.getReader === 'function') {
    const reader = body.getReader();
    return { next: () => reader.read(), stop: () => reader.cancel() };
  }
  const pieces = body[Symbol.asyncIterator]();
  return { next: () => pieces.next(), stop: () => pieces.return() };
}

function joined(pieces) {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Of as many octets one call makes a text: a multiple of three, so that only the last piece is padded. */
const PIECE = 3 << 12;

/** Octets in base64, as every runtime writes it. */
export function base64(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += PIECE) parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE))));
  return parts.join('');
}
