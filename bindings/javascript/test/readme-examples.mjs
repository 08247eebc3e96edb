/** The examples of a README in JavaScript, as programs that fail where an answer is not the one after the arrow. */

/** @param {string} text The README. */
export function examplesOf(text) {
  const blocks = [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => code);
  return blocks.map((code) => {
    let answers = 0;
    const checked = code.replace(/^(.*); \/\/ → (.*)$/gm, (_, asked, answer) => {
      answers += 1;
      return `assert.deepEqual(${asked}, ${answer});`;
    });
    if (answers === 0) throw new Error(`an example has no answer to compare:\n${code}`);
    return `import assert from 'node:assert/strict';\n${checked}`;
  });
}
