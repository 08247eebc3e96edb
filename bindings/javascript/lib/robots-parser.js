/** Browsers, workers and bundlers: `await init()` of robots-policy comes first. */

import { dropIn } from './drop-in.js';
import { load } from './load.js';

export default dropIn(load);
