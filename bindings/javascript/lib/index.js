/** Browsers, workers and bundlers: `await init()` comes first. */

import { api } from './api.js';
import { init, load } from './load.js';

export { RecordError } from './answer.js';
export { init };
export const { HeadReader, engines, lint, parts, recordOf, verdict, verdicts } = api(load);
