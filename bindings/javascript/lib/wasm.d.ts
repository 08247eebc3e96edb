/** The WebAssembly module, where the runtime or the bundler makes one of the import. */
declare const module: object;
export default module;
