// The inputs: text areas with their marks, and excerpts of files.
//
// B: the marks of a text area are drawn on a sheet under it. The sheet holds the same characters in the same
// type, so that lines break at the same places; the text area above it is transparent. What changes one of the
// two in type, padding or width must change the other (`.editor .sheet, .editor textarea` in page.css).
// `the sheet lies under its text` in tests/browser/playground.test.mjs tells.

import { byId, foreign, make, quietButton, replaceChildren } from './dom.js';
import { decoded, hiddenIn, loneSurrogates } from './octets.js';
import { strictlyDecoded, utf16Offsets, visible, wellFormed } from './octets.js';
import { partBytes, pieces } from './places.js';
import { emptyPart, heldPart } from './state.js';

/** Longer texts are held as they are, and shown by excerpts: a text area of megabytes stalls a browser. */
export const MOST_TYPED = 150000;

/** An input by the element `data-editor`; `changed` is called after each change, `replacing` before what it holds is replaced. */
export function makeEditor(root, changed, replacing) {
  const name = root.dataset.editor;
  const area = root.querySelector('textarea');
  const sheet = make('pre', { class: 'sheet', 'aria-hidden': 'true' });
  const notes = make('ul', { class: 'notes', id: `${name}-notes` });
  const held = make('div', { class: 'held', hidden: true });
  const box = make('div', { class: 'box' });
  area.replaceWith(box);
  box.append(sheet, area);
  root.append(held, notes);
  area.setAttribute('aria-describedby', notes.id);
  const editor = { name, root, area, sheet, notes, held, part: null, marks: [], isHex: false };
  Object.assign(editor, { changed, replacing });
  area.addEventListener('input', changed);
  area.addEventListener('scroll', () => followScroll(editor), { passive: true });
  area.addEventListener('mousemove', (event) => showHint(editor, event));
  new ResizeObserver(() => fitSheet(editor)).observe(area);
  area.addEventListener('paste', (event) => takeText(editor, event, event.clipboardData, 'pasted text'));
  area.addEventListener('drop', (event) => {
    const file = event.dataTransfer.files[0];
    if (file === undefined) return takeText(editor, event, event.dataTransfer, 'dropped text');
    event.preventDefault();
    return file.arrayBuffer().then((buffer) => receive(editor, new Uint8Array(buffer), file.name));
  });
  const upload = root.querySelector('input[type=file]');
  upload?.addEventListener('change', async () => {
    const file = upload.files[0];
    if (file === undefined) return;
    receive(editor, new Uint8Array(await file.arrayBuffer()), file.name);
    upload.value = '';
  });
  return editor;
}

function receive(editor, bytes, name) {
  if (editor.received) editor.received(bytes, name);
  else holdPart(editor, heldPart(bytes, name));
}

/** Holds a long text instead of giving it to the text area. */
function takeText(editor, event, data, name) {
  const text = data?.getData('text/plain') ?? '';
  if (text.length <= MOST_TYPED || editor.name === 'fields') return;
  event.preventDefault();
  holdPart(editor, { ...emptyPart(), text: text.replace(/\r\n?/g, '\n'), name });
}

/** Puts a file or a long text into an editor, as a change. */
export function holdPart(editor, part) {
  editor.replacing();
  setPart(editor, part);
  editor.filled?.();
  editor.changed();
}

/** The part of a state that this editor holds. */
export function partOf(editor) {
  return editor.part ?? { ...emptyPart(), text: editor.area.value };
}

/** Puts a part of a state into an editor. */
export function setPart(editor, part) {
  // Fields are read from their text area alone.
  const isLong = editor.name !== 'fields' && part.bytes === null && part.text.length > MOST_TYPED;
  editor.part =
    part.bytes !== null || part.name !== '' || isLong ? { ...part, name: part.name || 'a long text' } : null;
  editor.area.value = editor.part === null ? part.text : '';
  editor.area.parentElement.hidden = editor.part !== null;
  editor.held.hidden = editor.part === null;
  editor.isHex = part.bytes !== null && strictlyDecoded(part.bytes.subarray(0, 4096)) === null;
  paint(editor, []);
}

/** Shows the marks, `{start, end, kind, id, hint}` in bytes, in the text or in excerpts of the file. */
export function paint(editor, marks) {
  editor.marks = marks.filter(({ start, end }) => end > start);
  if (editor.part === null) paintSheet(editor);
  else paintHeld(editor);
}

function paintSheet(editor) {
  const text = editor.area.value;
  const parts = pieces(editor.marks);
  const offsets = utf16Offsets(
    wellFormed(text),
    parts.flatMap(({ start, end }) => [start, end]),
  );
  const nodes = [];
  let at = 0;
  for (const piece of parts) {
    const [start, end] = [offsets.get(piece.start), offsets.get(piece.end)];
    nodes.push(text.slice(at, start), markOf(piece, text.slice(start, end)));
    at = end;
  }
  // A last line without characters has a height in a text area, and none in other elements.
  replaceChildren(editor.sheet, ...nodes, `${text.slice(at)}\n`);
  fitSheet(editor);
}

const ORDER = ['no', 'some', 'yes', 'error', 'warning', 'undone', 'closed', 'notice'];

function markOf(piece, ...children) {
  const kinds = ORDER.filter((kind) => piece.marks.some((mark) => mark.kind === kind));
  return make(
    'mark',
    {
      class: kinds.map((kind) => `k-${kind}`).join(' '),
      'data-ids': piece.marks.map(({ id }) => id).join(' '),
      title: piece.marks.map(({ hint }) => hint).filter(Boolean).join('\n') || null,
    },
    ...children,
  );
}

/** Says what marks under the pointer say; it meets the text area above them. */
function showHint({ area, sheet }, { clientX, clientY }) {
  sheet.style.pointerEvents = 'auto';
  const under = document.elementsFromPoint(clientX, clientY);
  sheet.style.pointerEvents = '';
  area.title = under.find((element) => sheet.contains(element) && element.title)?.title ?? '';
}

function fitSheet({ area, sheet }) {
  sheet.style.width = `${area.clientWidth}px`;
  sheet.style.height = `${area.clientHeight}px`;
  followScroll({ area, sheet });
}

function followScroll({ area, sheet }) {
  sheet.scrollTop = area.scrollTop;
  sheet.scrollLeft = area.scrollLeft;
}

/** Says what is special about the characters of an input. */
export function noteText(editor, more) {
  const { area, notes, part } = editor;
  const text = part?.text ?? area.value;
  const said = [...more];
  const lone = text.length > MOST_TYPED ? 0 : loneSurrogates(text);
  if (lone > 0) said.push(`${lone} half of a surrogate pair is not a character. Each is sent as U+FFFD.`);
  const hidden = hiddenIn(text.slice(0, MOST_TYPED));
  if (hidden.length > 0)
    said.push(`Characters that cannot be seen are in it: ${hidden.slice(0, 6).join(', ')}.`);
  replaceChildren(notes, ...said.map((note) => make('li', {}, ...[note].flat())));
}

/** Moves the focus to the bytes of a mark. */
export function showMark(editor, { start, end, id }) {
  editor.root.closest('details')?.setAttribute('open', '');
  for (const mark of document.querySelectorAll('mark.is-chosen')) mark.classList.remove('is-chosen');
  const marks = [...editor.root.querySelectorAll('mark')].filter((mark) =>
    mark.dataset.ids.split(' ').includes(String(id)),
  );
  for (const mark of marks) mark.classList.add('is-chosen');
  if (editor.part !== null) {
    marks[0]?.focus();
    marks[0]?.scrollIntoView({ block: 'center' });
    return;
  }
  const { area, sheet } = editor;
  const offsets = utf16Offsets(wellFormed(area.value), [start, end]);
  area.focus({ preventScroll: true });
  area.setSelectionRange(offsets.get(start), offsets.get(end));
  if (marks.length > 0) {
    area.scrollTop = Math.max(0, marks[0].offsetTop - sheet.clientHeight / 2);
    area.scrollLeft = Math.max(0, marks[0].offsetLeft - sheet.clientWidth / 2);
    followScroll(editor);
  }
  editor.root.scrollIntoView({ block: 'nearest' });
}

/** The marks under the caret of a text area. */
export function marksAtCaret(editor) {
  const { area } = editor;
  if (editor.part !== null || area.selectionStart !== area.selectionEnd) return [];
  const edges = editor.marks.flatMap(({ start, end }) => [start, end]);
  const offsets = utf16Offsets(wellFormed(area.value), edges);
  const caret = area.selectionStart;
  return editor.marks.filter(({ start, end }) => offsets.get(start) <= caret && caret <= offsets.get(end));
}

// Excerpts of what is held.

const AROUND = 160;
const MOST_EXCERPTS = 40;
const MOST_CLOSED = 20;

function paintHeld(editor) {
  const { part, held } = editor;
  const bytes = partBytes(part);
  const remove = quietButton('Remove', () => {
    editor.replacing();
    setPart(editor, emptyPart());
    editor.area.focus();
    editor.emptied?.();
    editor.changed();
  });
  const turned = () => {
    editor.isHex = !editor.isHex;
    paintHeld(editor);
    editor.held.querySelector('[aria-pressed]').focus();
  };
  const turn = quietButton('Hex', turned, { 'aria-pressed': String(editor.isHex) });
  const size = `${bytes.length.toLocaleString('en')} bytes`;
  const bar = make('p', { class: 'bar' }, foreign(part.name), ` · ${size} `, turn, remove);
  // The first of the closed texts leave room for what decides.
  const left = new Set(editor.marks.filter(({ hint }) => hint).slice(MOST_CLOSED));
  const all = windows(bytes, pieces(editor.marks.filter((mark) => !left.has(mark))));
  const shown = all.slice(0, MOST_EXCERPTS).map((window) => excerpt(bytes, window, editor.isHex));
  const rest =
    all.length > MOST_EXCERPTS
      ? make('p', {}, `${all.length - MOST_EXCERPTS} more places are not shown.`)
      : null;
  replaceChildren(held, bar, ...shown, rest);
}

/** The parts of the bytes around marks; without marks, the beginning. */
function windows(bytes, parts) {
  const found = [];
  for (const piece of parts) {
    const last = found.at(-1);
    if (last !== undefined && piece.start - AROUND <= last.end) {
      last.end = Math.min(bytes.length, piece.end + AROUND);
      last.parts.push(piece);
    } else {
      const end = Math.min(bytes.length, piece.end + AROUND);
      found.push({ start: Math.max(0, piece.start - AROUND), end, parts: [piece] });
    }
  }
  return found.length > 0 ? found : [{ start: 0, end: Math.min(bytes.length, 2 * AROUND), parts: [] }];
}

function excerpt(bytes, { start, end, parts }, isHex) {
  const write = isHex ? hexOf : (part) => visible(decoded(part));
  const nodes = [];
  let at = start;
  for (const piece of parts) {
    const mark = markOf(piece, write(bytes.subarray(piece.start, piece.end)));
    mark.tabIndex = -1;
    nodes.push(write(bytes.subarray(at, piece.start)), mark);
    at = piece.end;
  }
  nodes.push(write(bytes.subarray(at, end)));
  const label = `Bytes ${start} to ${end}`;
  const body = make('pre', { tabindex: '0', role: 'group', 'aria-label': label }, ...nodes);
  return make('figure', {}, make('figcaption', {}, label), body);
}

function hexOf(bytes) {
  return (
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ') + (bytes.length > 0 ? ' ' : '')
  );
}

/** The editor by its name. */
export function editorOf(editors, name) {
  return editors.find((editor) => editor.name === name);
}

/** All editors of the page. */
export function makeEditors(changed, replacing) {
  const roots = [...byId('ask').querySelectorAll('[data-editor]')];
  return roots.map((root) => makeEditor(root, changed, replacing));
}
