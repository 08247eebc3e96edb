// Elements. Untrusted texts become text nodes, never markup.

import { visible } from './octets.js';

export function byId(id) {
  return document.getElementById(id);
}

/** An element with properties, `class`, `data-` and `aria-` attributes, and children: nodes or texts. */
export function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Untrusted text: isolated in its direction, with hidden characters shown. */
export function foreign(text, limit = 300) {
  const units = Array.from(text.slice(0, limit * 2));
  const shown = units.length > limit ? `${units.slice(0, limit).join('')}…` : text;
  return make('bdi', { class: 'foreign' }, visible(shown));
}

export function replaceChildren(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null));
}

/**
 * Texts with backquotes as the reader writes them: what is between two is code. Of more than two, some may be of a
 * quoted value, so all are shown.
 */
export function withCode(text) {
  const parts = text.split('`');
  const mark = parts.length === 3 ? '' : '`';
  return parts.flatMap((part, i) => [
    ...(i > 0 ? [mark] : []),
    i % 2 === 1 ? make('code', {}, foreign(part)) : visible(part),
  ]);
}

/** A reason of the module as a sentence. */
export function sentence(reason) {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

/** A button that looks like a link. */
export function quietButton(text, onclick, attributes = {}) {
  return make('button', { type: 'button', class: 'quiet', onclick, ...attributes }, text);
}
