// What `electron [SWITCH…] PATH` runs. Electron's own default app is not in the package that this Electron comes from;
// this one loads compat.cjs first.
'use strict';
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { app } = require('electron');

require(path.resolve(process.execPath, '../../compat/compat.cjs'));

const args = process.argv.slice(1);
const preloads = [];
let target;
while (args.length > 0 && target === undefined) {
  const arg = args.shift();
  if (arg === '-r' || arg === '--require') preloads.push(args.shift());
  else if (!arg.startsWith('-')) target = arg;
}
if (target === undefined) {
  console.error('usage: electron PATH');
  process.exit(2);
}

process.defaultApp = true;
for (const name of preloads) Module._load(require.resolve(name, { paths: [process.cwd()] }), module, false);

Module._load(resolveEntry(path.resolve(target)), Module, true);

function resolveEntry(file) {
  if (!fs.statSync(file).isDirectory()) {
    app.setAppPath(path.dirname(file));
    return file;
  }
  const manifest = JSON.parse(fs.readFileSync(path.join(file, 'package.json'), 'utf8'));
  if (manifest.version) app.setVersion(manifest.version);
  app.name = manifest.productName ?? manifest.name ?? app.name;
  app.setAppPath(file);
  return require.resolve(path.join(file, manifest.main ?? 'index.js'));
}
