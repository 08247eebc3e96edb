'use strict';
// Node, Deno and Bun: the module is compiled from the file of the package at the first call.
const { RecordError } = require('../dist/cjs/answer.cjs');
const { api } = require('../dist/cjs/api.cjs');
const { init, load } = require('./load.cjs');

module.exports = { ...api(load), RecordError, init };
