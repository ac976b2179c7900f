// Loaded with `-r` before the app: prints how far the app came, and the text of each error box in place of the box. Says yes to questions (the first button).
'use strict';
const { app, dialog } = require('electron');

const tell = (what) => console.log(`[life] ${what}`);
app.on('second-instance', () => tell('second-instance'));
app.on('browser-window-created', (_event, window) => {
  tell('window');
  window.webContents.once('did-finish-load', () => tell('loaded'));
});
dialog.showErrorBox = (title, body) => tell(`told: ${title} — ${body}`);
dialog.showMessageBox = async ({ message }) => {
  tell(`asked: ${message}`);
  return { response: process.env.SAYS_NO === undefined ? 0 : 1, checkboxChecked: false };
};
