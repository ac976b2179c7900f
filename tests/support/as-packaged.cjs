// Loaded with `-r` before the app: makes a checkout believe that it is a packaged app.
'use strict';
const { app } = require('electron');

Object.defineProperty(app, 'isPackaged', { value: true });
