// Loaded with `-r` before the app: lets Chromium use the system's keyring although Playwright turns that off.
'use strict';
const { app } = require('electron');

app.commandLine.removeSwitch('password-store');
app.commandLine.appendSwitch('password-store', 'gnome-libsecret');
