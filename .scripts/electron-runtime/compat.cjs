// Gives Electron 25 (Node 18.15) what Latent uses of its own Electron: in the main process, its workers and its utility
// processes. Nothing here reaches a renderer or a sandboxed preload: those see Chrome 114 as it is.
'use strict';
const buffer = require('node:buffer');
const crypto = require('node:crypto');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const tls = require('node:tls');
const zlib = require('node:zlib');

provideSqlite();
provideGlobals();
provideCollections();
provideBytes();
provideChecksum();

/** node:sqlite by a package with the same interface; electron and worker_threads patched as they are first required. */
function provideSqlite() {
  const sqlite = path.join(__dirname, 'node_modules', '@photostructure', 'sqlite');
  const { _load: load, _resolveFilename: resolveFilename } = Module;
  Module._resolveFilename = function (request, ...rest) {
    return resolveFilename.call(this, request === 'node:sqlite' ? sqlite : request, ...rest);
  };
  Module._load = function (request, parent, isMain) {
    if (request === 'node:sqlite') return load.call(this, sqlite, parent, false);
    const exported = load.call(this, request, parent, isMain);
    if (request === 'electron' || request === 'electron/main') return once(exported, patchElectron);
    if (request === 'worker_threads' || request === 'node:worker_threads') return once(exported, patchWorkers);
    return exported;
  };
  process.getBuiltinModule ??= (name) => require(name);
}

function provideGlobals() {
  globalThis.File ??= buffer.File;
  globalThis.crypto ??= crypto.webcrypto;
  globalThis.navigator ??= { hardwareConcurrency: os.cpus().length, userAgent: `Node.js/${process.versions.node}` };
  Symbol.dispose ??= Symbol('Symbol.dispose');
  Symbol.asyncDispose ??= Symbol('Symbol.asyncDispose');
  Promise.withResolvers ??= () => {
    let resolve;
    let reject;
    const promise = new Promise((...settle) => ([resolve, reject] = settle));
    return { promise, resolve, reject };
  };
  Promise.try ??= (run, ...args) => new Promise((resolve) => resolve(run(...args)));
  URL.parse ??= (url, base) => {
    try {
      return new URL(url, base);
    } catch {
      return null;
    }
  };
  URL.canParse ??= (url, base) => URL.parse(url, base) !== null;
  AbortSignal.any ??= (signals) => {
    const controller = new AbortController();
    for (const signal of signals) {
      if (signal.aborted) controller.abort(signal.reason);
      else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true, signal: controller.signal });
    }
    return controller.signal;
  };
  tls.getCACertificates ??= () => [...tls.rootCertificates];
  tls.setDefaultCACertificates ??= () => {};
}

function provideCollections() {
  Array.fromAsync ??= async (source, map) => {
    const result = [];
    for await (const item of source) result.push(map ? await map(item, result.length) : item);
    return result;
  };
  Map.groupBy ??= (items, key) => {
    const groups = new Map();
    let index = 0;
    for (const item of items) {
      const name = key(item, index++);
      if (groups.has(name)) groups.get(name).push(item);
      else groups.set(name, [item]);
    }
    return groups;
  };
  Object.groupBy ??= (items, key) => Object.assign(Object.create(null), Object.fromEntries(Map.groupBy(items, key)));
  addMethods(Set.prototype, {
    union(other) {
      return new Set([...this, ...other.keys()]);
    },
    intersection(other) {
      return new Set([...this].filter((item) => other.has(item)));
    },
    difference(other) {
      return new Set([...this].filter((item) => !other.has(item)));
    },
    isSubsetOf(other) {
      return [...this].every((item) => other.has(item));
    },
  });
}

function provideBytes() {
  const encode = (bytes, encoding) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
  addMethods(Uint8Array.prototype, {
    toHex() {
      return encode(this, 'hex');
    },
    toBase64() {
      return encode(this, 'base64');
    },
  });
}

function provideChecksum() {
  const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  zlib.crc32 ??= (bytes, before = 0) => {
    let value = ~before;
    for (const byte of bytes) value = (value >>> 8) ^ table[(value ^ byte) & 0xff];
    return ~value >>> 0;
  };
}

function addMethods(prototype, methods) {
  for (const [name, value] of Object.entries(methods)) {
    if (!(name in prototype)) Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}

function once(exported, patch) {
  const patched = Symbol.for('latent.patched');
  if (!Object.hasOwn(exported, patched)) {
    Object.defineProperty(exported, patched, { value: true });
    patch(exported);
  }
  return exported;
}

function patchElectron(electron) {
  const { safeStorage, utilityProcess } = electron;
  if (!electron.ClipboardItem) provideClipboardItem(electron);
  if (safeStorage && !safeStorage.encryptStringAsync) {
    safeStorage.isAsyncEncryptionAvailable = async () => safeStorage.isEncryptionAvailable();
    safeStorage.encryptStringAsync = async (text) => safeStorage.encryptString(text);
    safeStorage.decryptStringAsync = async (bytes) => ({ result: safeStorage.decryptString(bytes), shouldReEncrypt: false });
    safeStorage.getSelectedStorageBackend ??= () => (safeStorage.isEncryptionAvailable() ? 'gnome_libsecret' : 'basic_text');
  }
  if (utilityProcess) {
    const { fork } = utilityProcess;
    // --require does nothing in a utility process, so it starts at utility-entry.cjs.
    utilityProcess.fork = (file, args = [], options = {}) =>
      fork.call(utilityProcess, path.join(__dirname, 'utility-entry.cjs'), args, {
        ...options,
        env: { ...(options.env ?? process.env), ELECTRON_COMPAT_ENTRY: file },
      });
  }
}

/** The clipboard's asynchronous calls: write takes one item with a picture or a system format (the first of several), read gives every format as it lies there. */
function provideClipboardItem(electron) {
  const { clipboard, nativeImage } = electron;
  if (!clipboard) return;
  class ClipboardItem {
    constructor(data) {
      this.data = data;
      this.types = Object.keys(data);
    }
    async getType(type) {
      return this.data[type];
    }
  }
  Object.defineProperty(electron, 'ClipboardItem', { value: ClipboardItem, enumerable: true });
  clipboard.write = async ([item]) => {
    const format = /^electron application\/osclipboard;format="(.+)"$/.exec(item.types[0])?.[1];
    if (format !== undefined) return clipboard.writeBuffer(format, Buffer.from(await item.getType(item.types[0])));
    const picture = await item.getType('image/png');
    clipboard.writeImage(nativeImage.createFromBuffer(Buffer.from(await picture.arrayBuffer())));
  };
  clipboard.read = async () => {
    const bytesOf = (type) => (type === 'image/png' ? clipboard.readImage().toPNG() : clipboard.readBuffer(type));
    return [new ClipboardItem(Object.fromEntries(clipboard.availableFormats().map((type) => [type, new buffer.Blob([bytesOf(type)], { type })])))];
  };
}

function patchWorkers(workers) {
  const { Worker } = workers;
  workers.Worker = class extends Worker {
    constructor(file, options = {}) {
      super(file, { ...options, execArgv: ['--require', __filename, ...(options.execArgv ?? [])] });
    }
  };
}
