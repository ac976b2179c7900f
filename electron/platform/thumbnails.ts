import { availableParallelism, cpus } from 'node:os';
import { app, powerMonitor, webContents, type WebContents } from 'electron';
import type { Clock } from '../core/util/clock.ts';
import type { Decoder } from '../core/thumbnails/decode-queue.ts';
import { createThumbnailMaker, type ThumbnailMaker, type ThumbnailMakerPorts } from '../core/thumbnails/thumbnail-maker.ts';
import type { ThumbnailStore } from '../core/thumbnails/thumbnail-store.ts';
import { createDecoder } from './decoder-window.ts';

export interface ThumbnailsInput extends Pick<ThumbnailMakerPorts, 'keptIds' | 'fileOf' | 'progress'> {
  /** Closed by `close`. */
  readonly store: ThumbnailStore;
  readonly preloadFile: string;
  readonly clock: Clock;
}

export interface Thumbnails {
  readonly thumbnails: ThumbnailMaker;
  readonly decoder: Decoder;
  close(): Promise<void>;
}

/** Milliseconds after the start before the background work looks for missing thumbnails, so that the window loads first. */
const settlingIn = 5_000;

/** Builds the decoder and the thumbnail maker, and pauses the background work on battery power and while the person is active. */
export function openThumbnails({ store, preloadFile, clock, keptIds, fileOf, progress }: ThumbnailsInput): Thumbnails {
  const sideBySide = Math.min(cores() * 2, 8);
  const decoder = createDecoder(preloadFile, clock, sideBySide);
  const thumbnails = createThumbnailMaker({ store, decoder, clock, keptIds, fileOf, progress, onBattery: () => powerMonitor.isOnBatteryPower(), sideBySide });

  const watch = (contents: WebContents): void => {
    contents.on('before-input-event', thumbnails.busy);
  };
  webContents.getAllWebContents().forEach(watch);
  const watchCreated = (_event: unknown, contents: WebContents): void => watch(contents);
  app.on('web-contents-created', watchCreated);
  const cancelStart = clock.after(settlingIn, thumbnails.start);
  return {
    thumbnails,
    decoder,
    async close() {
      app.off('web-contents-created', watchCreated);
      cancelStart();
      thumbnails.close();
      await store.close();
    },
  };
}

/** Cores that this process may use. */
function cores(): number {
  return typeof availableParallelism === 'function' ? availableParallelism() : cpus().length;
}
