// Loaded with `-r` before the app: Playwright asks Chromium to do without the system's keyring, and this undoes it.
'use strict';
const { app } = require('electron');

app.commandLine.removeSwitch('password-store');
app.commandLine.appendSwitch('password-store', 'gnome-libsecret');
