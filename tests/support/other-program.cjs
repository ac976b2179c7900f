// A program beside Latent. Tests drag files between the two. Its window takes files, and gives those that GIVES names.
'use strict';
const { app, BrowserWindow, ipcMain, nativeImage } = require('electron');

const page = `<body style="margin: 0"><div draggable="true" style="height: 100px">Drag me</div><script>
  const { ipcRenderer } = require('electron');
  window.taken = [];
  ondragover = (event) => event.preventDefault();
  ondrop = async (event) => {
    event.preventDefault();
    const files = await Promise.all([...event.dataTransfer.files].map(async (file) => ({ name: file.name, base64: Buffer.from(await file.arrayBuffer()).toString('base64') })));
    window.taken.push(files);
  };
  ondragstart = (event) => {
    event.preventDefault();
    ipcRenderer.send('give');
  };
</script></body>`;

void app.whenReady().then(() => {
  const window = new BrowserWindow({ x: 1_040, y: 100, width: 600, height: 500, frame: false, webPreferences: { nodeIntegration: true, contextIsolation: false } });
  void window.loadURL(`data:text/html,${encodeURIComponent(page)}`);
  const icon = nativeImage.createFromBitmap(Buffer.alloc(32 * 32 * 4, 255), { width: 32, height: 32 });
  ipcMain.on('give', ({ sender }) => sender.startDrag({ file: process.env.GIVES, icon }));
});
