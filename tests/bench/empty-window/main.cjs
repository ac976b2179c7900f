// The least that can be called a window: what start and memory are measured against.
'use strict';
const path = require('node:path');
const { app, BrowserWindow } = require('electron');

const userData = app.commandLine.getSwitchValue('user-data-dir');
if (userData !== '') app.setPath('userData', userData);
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  return window.loadFile(path.join(__dirname, 'index.html'));
});
