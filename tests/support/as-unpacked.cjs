// Loaded with `-r` before the app: once a checkout is ready, it believes that it is a package unpacked into the folder LATENT_TEST_PACKAGE. Before that, a packaged app would
// refuse the switches that tests start it with as root.
'use strict';
const path = require('node:path');
const { app } = require('electron');

Object.defineProperty(app, 'isPackaged', { get: () => app.isReady() });
Object.defineProperty(process, 'resourcesPath', { value: path.join(process.env.LATENT_TEST_PACKAGE, 'resources') });
