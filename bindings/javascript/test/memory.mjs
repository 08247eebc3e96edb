/** The memory of the module. Its instance is made at the first call of a test, and shows its memory here. */

const Instance = WebAssembly.Instance;
let memory;
WebAssembly.Instance = class extends Instance {
  constructor(...given) {
    super(...given);
    memory = this.exports.memory;
  }
};

/** How many bytes it has. */
export function bytesOfMemory() {
  return memory.buffer.byteLength;
}
