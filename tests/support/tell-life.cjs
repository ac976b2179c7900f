// Loaded with `-r` before the app: says on stdout how far it came, and what it would have told a person who then closed the dialog.
'use strict';
const { app, dialog } = require('electron');

const tell = (what) => console.log(`[life] ${what}`);
app.on('second-instance', () => tell('second-instance'));
app.on('browser-window-created', (_event, window) => {
  tell('window');
  window.webContents.once('did-finish-load', () => tell('loaded'));
});
dialog.showErrorBox = (title, body) => tell(`told: ${title} — ${body}`);
