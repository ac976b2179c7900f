// An Electron app that draws an SVG file at the sizes asked for: electron rasterise.cjs SVG FOLDER SIZE… Chromium is the one
// drawing tool that every machine with a checkout has.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { app, BrowserWindow } = require('electron');

const [file, folder, ...sizes] = process.argv.slice(process.argv.indexOf(path.join(__dirname, 'rasterise.cjs')) + 1);

app
  .whenReady()
  .then(draw)
  .then(() => app.quit())
  .catch((error) => {
    console.error(error);
    app.exit(1);
  });

async function draw() {
  const window = new BrowserWindow({ show: false });
  await window.loadURL('about:blank');
  const svg = fs.readFileSync(file, 'utf8');
  for (const size of sizes.map(Number)) {
    const sized = svg.replace(/width="\d+" height="\d+"/, `width="${size}" height="${size}"`);
    const source = `data:image/svg+xml;base64,${Buffer.from(sized).toString('base64')}`;
    const png = await window.webContents.executeJavaScript(`(async () => {
      const image = new Image();
      image.src = ${JSON.stringify(source)};
      await image.decode();
      const canvas = new OffscreenCanvas(${size}, ${size});
      canvas.getContext('2d').drawImage(image, 0, 0, ${size}, ${size});
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    })()`);
    fs.writeFileSync(path.join(folder, `${size}x${size}.png`), Buffer.from(png));
  }
}
