import { app, powerMonitor, webContents, type WebContents } from 'electron';
import { isShown, type ImageId } from '../../../shared/task.ts';
import type { Decoder } from '../../core/thumbnails/decoder-process.ts';
import { createThumbnailMaker, decodedAtOnce } from '../../core/thumbnails/thumbnail-maker.ts';
import type { ThumbnailStore } from '../../core/thumbnails/thumbnail-store.ts';
import type { PictureSource } from '../../platform/app-protocol.ts';
import { createDecoder } from '../../platform/windows/decoder-window.ts';
import type { AppContext } from './app-context.ts';
import type { DatabaseParts } from './build-database.ts';
import type { EarlyParts } from '../start-early.ts';

/** Milliseconds after the start before the background work looks for missing thumbnails, so that the window loads first. */
const settlingIn = 5_000;

/** Milliseconds from one message about new hashes or corrected sizes to the next. */
const comparedPause = 1_000;

/** The decoders and the thumbnail maker, whose background work pauses on battery power and while the person is active. */
export function buildThumbnails(
  { built, clock }: AppContext,
  store: ThumbnailStore,
  { repository }: Pick<DatabaseParts, 'repository'>,
  { noticeBoard, changes }: Pick<EarlyParts, 'noticeBoard' | 'changes'>,
  pictureFile: PictureSource['file'],
  /** The width and height of these pictures were exchanged. */
  resized: (ids: readonly ImageId[]) => void,
) {
  const sideBySide = decodedAtOnce();
  const decoderOf = (isBackground: boolean): Decoder => createDecoder({ preloadFile: built('decoder-preload.cjs'), clock, sideBySide, isBackground });
  const decoder = decoderOf(false);
  let isAnnounced = false;
  let cancelAnnouncement = (): void => undefined;
  /** Pictures whose width and height were exchanged, to be announced. */
  const turned: ImageId[] = [];
  let cancelTurned = (): void => undefined;
  const thumbnails = createThumbnailMaker({
    store,
    decoder,
    backgroundDecoder: decoderOf(true),
    clock,
    keptIds: repository.keptIds,
    progress: (percent) => noticeBoard.put('thumbnails-being-made', percent === null ? null : String(percent)),
    async fileOf(id) {
      const found = await pictureFile(id);
      return found && { path: found.path, isShown: isShown(found.type) };
    },
    async seen(id, size) {
      if (!(await repository.turnTo(id, size))) return;
      if (turned.length === 0) cancelTurned = clock.after(comparedPause, () => resized(turned.splice(0)));
      turned.push(id);
    },
    hashed() {
      if (isAnnounced) return;
      isAnnounced = true;
      cancelAnnouncement = clock.after(comparedPause, () => {
        isAnnounced = false;
        changes.publish({ kind: 'compared' });
      });
    },
    onBattery: () => powerMonitor.isOnBatteryPower(),
    sideBySide,
  });

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
    async close(): Promise<void> {
      app.off('web-contents-created', watchCreated);
      cancelStart();
      cancelAnnouncement();
      cancelTurned();
      thumbnails.close();
      await store.close();
    },
  };
}
