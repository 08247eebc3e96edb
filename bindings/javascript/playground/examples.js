// The menu of examples. The builder of the page replaces each path of examples.json by the text of its file.

import { readResponse } from './fields.js';
import { decoded, encoded, fromBase64 } from './octets.js';
import { stateOf } from './state.js';

/** The examples of the page. */
export function pageExamples() {
  return JSON.parse(document.getElementById('examples').textContent);
}

/** The state of an example. */
export function stateOfExample({ response, fields, html, robots, robots_status: status, tdmrep, ...record }) {
  const opened = response === undefined ? null : readResponse(encoded(response));
  const all = { ...record };
  delete all.name;
  if (opened !== null) all.fields = opened.fields;
  if (opened?.cut) all.cut = true;
  if (fields !== undefined) all.fields = fields.trimEnd();
  const page = html ?? decoded(fromBase64(opened?.html_base64 ?? ''));
  if (page !== '') all.html = page;
  if (robots !== undefined) all.robots_txt = robots;
  if (status !== undefined) all.robots_status = status;
  if (tdmrep !== undefined) all.tdmrep = tdmrep;
  return stateOf(all).state;
}
