import { Menu, nativeImage, Tray, type MenuItemConstructorOptions, type NativeImage } from 'electron';
import type { TrayAct, TrayItem } from '../../../shared/tray/tray-menu.ts';
import type { ImageId } from '../../../shared/task.ts';

/** Latent's icon in the tray or the menu bar. */
export interface TrayIcon {
  show(tooltip: string, items: readonly TrayItem[], pictures: ReadonlyMap<ImageId, NativeImage>): void;
  remove(): void;
}

/** @param built absolute path of a built file, such as `tray.png` */
export function createTrayIcon(platform: string, built: (file: string) => string, act: (act: TrayAct) => void): TrayIcon {
  // macOS draws a template in the colour of its menu bar, and finds the one for double density by its name.
  const icon = new Tray(nativeImage.createFromPath(built(platform === 'darwin' ? 'trayTemplate.png' : platform === 'win32' ? 'tray.ico' : 'tray.png')));
  // On macOS, a click opens the menu. A desktop of Linux may do so too, and then calls nothing.
  if (platform !== 'darwin') icon.on('click', () => act({ do: 'show' }));
  return {
    show(tooltip, items, pictures) {
      icon.setToolTip(tooltip);
      icon.setContextMenu(Menu.buildFromTemplate(items.map((item) => toTemplate(item, pictures, act))));
    },
    remove: () => icon.destroy(),
  };
}

/** A row as Electron takes it. In a name, `&` would underline the next letter. */
function toTemplate(item: TrayItem, pictures: ReadonlyMap<ImageId, NativeImage>, act: (act: TrayAct) => void): MenuItemConstructorOptions {
  if (item.kind === 'line') return { type: 'separator' };
  const label = item.name.replaceAll('&', '&&');
  if (item.kind === 'heading') return { label, enabled: false };
  const icon = item.picture === undefined ? undefined : pictures.get(item.picture);
  return { label, click: () => act(item.act), ...(icon && { icon }) };
}
