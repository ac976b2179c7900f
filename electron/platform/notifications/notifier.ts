import { nativeImage, Notification } from 'electron';
import type { NewsWords } from '../../../shared/notifications/news-words.ts';
import { askDaemon } from './ask-daemon.ts';
import { notificationBody } from './notification-body.ts';

/** Pixels of a small picture, in BGRA. */
interface Bitmap {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

type Show = (words: NewsWords, picture: Bitmap | null, clicked: () => void) => void;

/** Notifications that may still be clicked. Nobody says when a daemon has dropped one. */
const mostKept = 20;

/** Shows notifications of the system. The function that it returns resolves to what shows one now. Null: this system shows none. */
export function createNotifier(): () => Promise<Show | null> {
  // Electron hears of no click once a notification was collected as garbage.
  const shown = new Set<Notification>();
  const keep = (notification: Notification): void => {
    shown.add(notification);
    const [oldest] = shown;
    if (shown.size > mostKept && oldest !== undefined) shown.delete(oldest);
  };
  return async () => {
    const daemon = process.platform === 'linux' ? await askDaemon() : { readsMarkup: false };
    if (daemon === null || !Notification.isSupported()) return null;
    return ({ title, body }, picture, clicked) => {
      const icon = picture && nativeImage.createFromBitmap(Buffer.from(picture.bytes), { width: picture.width, height: picture.height });
      const notification = new Notification({ title, body: notificationBody(body, daemon.readsMarkup), ...(icon && { icon }) });
      notification.on('click', () => {
        shown.delete(notification);
        clicked();
      });
      notification.on('close', () => shown.delete(notification));
      notification.on('failed', () => shown.delete(notification));
      keep(notification);
      notification.show();
    };
  };
}
