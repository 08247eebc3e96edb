// The controls of the page, and the state that they hold.

import { SOURCES } from './contract.js';
import { byId, make } from './dom.js';
import { editorOf, partOf, setPart } from './editors.js';
import { ASSUMED, DOCUMENTS, emptyState, isGiven } from './state.js';

// The controls of texts, menus and switches: they have the names that the state has.
const NAMES = Object.entries(emptyState());
const CONTROLS = NAMES.filter(([name, value]) => typeof value === 'string' && name !== 'who' && name !== 'fields').map(([name]) => name);
const SWITCHES = NAMES.filter(([, value]) => typeof value === 'boolean').map(([name]) => name);
const METAS_OF_PAGE = ['head', 'noscript', 'body'];

/** What the controls hold. */
export function readState(editors) {
  const state = emptyState();
  for (const name of CONTROLS) state[name] = byId(name).value;
  for (const name of SWITCHES) state[name] = byId(name).checked;
  state.who = byId('who-as').checked ? 'as' : 'agent';
  state.metas = METAS_OF_PAGE.filter((name) => byId(`meta-${name}`).checked);
  state.assumed = ASSUMED.filter((name) => assumedBox(name).checked);
  state.fields = editorOf(editors, 'fields').area.value;
  for (const [name] of DOCUMENTS) state[name] = partOf(editorOf(editors, name));
  state.licenses = [{ url: byId('licenseUrl').value, body: byId('licenseBody').value }];
  return state;
}

/** Puts a state into the controls. */
export function writeState(editors, state) {
  for (const name of CONTROLS) setControl(name, state[name]);
  for (const name of SWITCHES) byId(name).checked = state[name];
  byId('who-as').checked = state.who === 'as';
  byId('who-agent').checked = state.who !== 'as';
  for (const name of METAS_OF_PAGE) byId(`meta-${name}`).checked = state.metas.includes(name);
  for (const name of ASSUMED) assumedBox(name).checked = state.assumed.includes(name);
  byId('assumed-part').open = state.assumed.length > 0;
  setPart(editorOf(editors, 'fields'), { text: state.fields, bytes: null, name: '' });
  for (const [name] of DOCUMENTS) setPart(editorOf(editors, name), state[name]);
  const [license] = [...state.licenses, { url: '', body: '' }];
  byId('licenseUrl').value = license.url;
  byId('licenseBody').value = license.body;
  byId('tdmrep-part').open = isGiven(state.tdmrep) || state.tdmrepStatus !== '';
  const more = ['pageAgent', 'purposes', 'signatureAgent', 'policyTokens', 'robotsHours', 'siteUp'].some((name) => state[name] !== '');
  byId('more-part').open = more || isGiven(state.robotsCached) || license.url !== '';
  showWho();
}

/** Makes the boxes of what may be assumed away. */
export function makeAssumed() {
  const boxes = ASSUMED.map((name) => {
    const box = make('input', { type: 'checkbox', 'data-assumed': name });
    return make('label', {}, box, ` ${SOURCES[name] ?? 'all that is not given'}`);
  });
  byId('assumed').append(...boxes);
}

/** Assumes a source away. */
export function assume(name) {
  assumedBox(name).checked = true;
  byId('assumed-part').open = true;
}

function assumedBox(name) {
  return document.querySelector(`[data-assumed="${name}"]`);
}

/** Puts a value into a control; a menu gets it as a choice. */
export function setControl(name, value) {
  const control = byId(name);
  const isIn = [...(control.options ?? [])].some((option) => option.value === value);
  if (control.tagName === 'SELECT' && !isIn) control.append(make('option', { value }, value));
  control.value = value;
}

/** Shows which controls are about the one who asks. */
export function showWho() {
  const isEngine = byId('who-as').checked;
  byId('agent').setAttribute('list', isEngine ? 'engine-names' : 'token-names');
  byId('agent').placeholder = isEngine ? 'googlebot' : '* (a client that no one names)';
  byId('agent-label').textContent = isEngine ? 'Engine' : 'Product token';
  for (const control of document.querySelectorAll('[data-client]')) control.disabled = isEngine;
}

/** Asks as this engine; if it asks already, as a client that no one names. */
export function chooseAsker(name) {
  const isChosen = byId('who-as').checked && byId('agent').value === name;
  byId('who-as').checked = !isChosen;
  byId('who-agent').checked = isChosen;
  byId('agent').value = isChosen ? '' : name;
  showWho();
}
