import { nativeImage, type App, type NativeImage } from 'electron';

/**
 * Gives each window Latent's icon as soon as it is shown. On X11, the windows alone have icons, and window managers without menu entries draw only these;
 * on other systems, the program has one. `file`: a PNG. One that cannot be read leaves the windows as they are.
 */
export function giveIcons(app: App, file: string): void {
  let icon: NativeImage | null = null;
  // Hidden windows need none, and a start waits for none.
  app.on('browser-window-created', (_event, window) => window.once('show', () => window.setIcon((icon ??= nativeImage.createFromPath(file)))));
}
