// The entry of a test package around the substitute Electron: loads its compatibility layer, then Latent. What is shipped has neither.
'use strict';
const path = require('node:path');
const { app } = require('electron');

// An Electron without the fuse for the privileges of `file:` gives itself this switch, which Latent refuses.
app.commandLine.removeSwitch('allow-file-access-from-files');

require(path.join(process.resourcesPath, 'compat/compat.cjs'));
require('./dist/main.cjs');
