import { nativeImage, type NativeImage } from 'electron';
import type { Change } from '../../../shared/ipc/api.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { TrayPicture, TrayState } from '../../../shared/tray/tray-facts.ts';
import { trayMenu, trayTooltip, type TrayAct } from '../../../shared/tray/tray-menu.ts';
import type { Words } from '../../../shared/words/index.ts';
import { errorFacts, type Log } from '../../core/log/log.ts';
import type { Clock } from '../../core/util/clock.ts';
import { createThrottle } from '../../core/util/throttle.ts';
import { askTrayHost } from '../../platform/tray/tray-host.ts';
import { createTrayIcon, type TrayIcon } from '../../platform/tray/tray-icon.ts';
import type { Composed } from '../../compose/compose.ts';

export interface BackgroundTray {
  /** Draws the menu again, soon. */
  changed(changes: readonly Change[]): void;
  /** Whether there is an icon, or would be one if Latent kept running. */
  hasIcon(): Promise<boolean>;
}

export interface BackgroundTrayDeps {
  readonly platform: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly words: Words;
  readonly built: (file: string) => string;
  readonly settings: () => Settings;
  readonly state: () => TrayState;
  readonly services: Pick<Composed, 'callHandler' | 'pictures'>;
  readonly act: (act: TrayAct) => void;
}

/** Milliseconds between two changes of the menu. */
const pause = 1_000;
/** Milliseconds between two questions whether the desktop shows icons by now, and how many are asked. At login, the panel may start after Latent. */
const [lookAgain, mostLooks] = [10_000, 30];
/** Milliseconds in which new pictures are read together. */
const readPause = 3_000;
const mostPictures = 5;
/** Pixels of the longer side of a thumbnail, on screens of double density. */
const thumbnailSide = 40;

/** Keeps the icon in the tray or the menu bar, as the settings and the system have it. */
export function startTray({ platform, clock, log, words, built, settings, state, services, act }: BackgroundTrayDeps): BackgroundTray {
  let icon: TrayIcon | null = null;
  /** Whether the icon was made while the desktop showed icons of this kind. Without that, it may be one of an older kind, or be nowhere. */
  let isAtHost = false;
  let looks = 0;
  let shown = '';
  let pictures: readonly TrayPicture[] = [];
  const thumbnails = new Map<ImageId, NativeImage>();

  const isWanted = ({ trayIcon, keepRunning }: Settings): boolean => trayIcon === 'always' || (trayIcon === 'kept' && keepRunning === true && platform !== 'darwin');

  const host = (): Promise<'there' | 'none' | 'silent'> => (platform === 'linux' ? askTrayHost() : Promise.resolve('there'));

  const make = async (): Promise<void> => {
    looks += 1;
    const found = await host();
    if (!isWanted(settings()) || isAtHost) return;
    if (found !== 'silent' && (icon === null || found === 'there')) {
      icon?.remove();
      icon = createTrayIcon(platform, built, act);
      isAtHost = found === 'there';
      shown = '';
      reading.soon(0);
      draw();
    }
    if (!isAtHost && looks < mostLooks) clock.after(lookAgain, () => void makeSafely());
  };
  const makeSafely = (): Promise<void> => make().catch((error: unknown) => log.warn('app', 'the icon in the tray could not be made', errorFacts(error)));

  const remove = (): void => {
    icon?.remove();
    icon = null;
    isAtHost = false;
    looks = 0;
  };

  /** The newest pictures. In a library without changes, they are read once. A large one takes a while to look through. */
  const readPictures = async (): Promise<void> => {
    const answer = await services.callHandler('programs:pictures', { search: '', from: 0, limit: mostPictures });
    if (!answer.ok) return;
    pictures = answer.value.pictures.map(({ image, task }) => ({ imageId: image.id, prompt: task.request.prompt }));
    const ids = new Set(pictures.map(({ imageId }) => imageId));
    for (const id of thumbnails.keys()) if (!ids.has(id)) thumbnails.delete(id);
    for (const id of ids) {
      if (thumbnails.has(id)) continue;
      const bitmap = await services.pictures.bitmap(id, thumbnailSide);
      if (bitmap !== null) thumbnails.set(id, nativeImage.createFromBitmap(Buffer.from(bitmap.bytes), { width: bitmap.width, height: bitmap.height, scaleFactor: 2 }));
    }
    draw();
  };
  const reading = createThrottle(clock, () => {
    if (icon !== null) readPictures().catch((error: unknown) => log.warn('app', 'the last pictures are not in the menu', errorFacts(error)));
  });

  const draw = (): void => {
    if (icon === null) return;
    const [tooltip, items] = [trayTooltip(words, state()), trayMenu(words, state(), pictures)];
    const now = JSON.stringify([tooltip, items, [...thumbnails.keys()]]);
    if (now === shown) return;
    shown = now;
    icon.show(tooltip, items, thumbnails);
  };

  const drawing = createThrottle(clock, () => {
    if (!isWanted(settings())) remove();
    else if (icon === null && looks === 0) void makeSafely();
    else draw();
  });
  drawing.soon(0);

  return {
    changed(changes) {
      if (changes.some((change) => change.kind === 'image-kept' || (change.kind === 'marks' && change.moved))) reading.soon(readPause);
      drawing.soon(pause);
    },
    hasIcon: async () => settings().trayIcon !== 'never' && (await host()) === 'there',
  };
}
