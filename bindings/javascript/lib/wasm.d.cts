/** The WebAssembly module, where the runtime or the bundler makes one of `require`. */
declare const module: object;
export = module;
