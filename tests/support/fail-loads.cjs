// Loaded with `-r` before the app. The page fails to load twice or, with STALL_LOADS set, never loads. Questions are answered with their
// first button, and SIGUSR2 closes the window as a person would.
'use strict';
const { BrowserWindow, dialog, protocol } = require('electron');

let failures = 2;
const { handle } = protocol;
protocol.handle = (scheme, answer) =>
  handle.call(protocol, scheme, (request) => {
    if (!request.url.endsWith('/index.html')) return answer(request);
    if (process.env.STALL_LOADS !== undefined) return new Promise(() => {});
    failures -= 1;
    return failures < 0 ? answer(request) : Response.error();
  });
dialog.showMessageBox = async (...args) => {
  console.log(`[life] asked: ${args.at(-1).message}`);
  return { response: 0, checkboxChecked: false };
};
process.on('SIGUSR2', () => BrowserWindow.getAllWindows()[0]?.close());
