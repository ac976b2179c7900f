import { BrowserWindow, type App } from 'electron';
import type { ChangeBatch } from '../../../shared/ipc/api.ts';
import type { NewsPlace } from '../../../shared/links/open-request.ts';
import { createNewsDesk, placeOf, type News } from '../../../shared/notifications/news.ts';
import { newsWords } from '../../../shared/notifications/news-words.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { ImageId } from '../../../shared/task.ts';
import { en } from '../../../shared/words/en/catalogue.en.ts';
import type { MainLanguage } from '../../core/language/main-language.ts';
import { errorFacts, type Log } from '../../core/log/log.ts';
import type { Clock } from '../../core/util/clock.ts';
import { createThrottle } from '../../core/util/throttle.ts';
import { createNotifier } from '../../platform/notifications/notifier.ts';
import type { Composed } from '../../compose/compose.ts';

/** What the app does while the person does something else. */
export interface Background {
  /** Hears of what the window hears. */
  changed(batch: ChangeBatch): void;
}

export interface BackgroundDeps {
  readonly app: App;
  readonly language: MainLanguage;
  readonly clock: Clock;
  readonly log: Log;
  readonly services: Pick<Composed, 'callHandler' | 'pictures'>;
  readonly settings: () => Settings;
  readonly window: () => BrowserWindow | null;
  /** Brings the window to the front and shows a place there. */
  readonly go: (place: NewsPlace) => void;
}

/** Milliseconds after the start of the engine: the window has the database and the processor first, and is in front. */
const startDelay = 2_000;
/** Milliseconds in which what happens is told together. */
const together = 1_000;
/** Milliseconds between two changes of the icon. */
const iconPause = 500;
/** Pixels of the longer side of a notification's picture. */
const pictureSide = 256;

/** Tells of what happens while no window of Latent is in front, and shows on its icon how far the work is. It knows what the window knows, from a snapshot and the changes after it. */
export function startBackground({ app, language, clock, log, services, settings, window, go }: BackgroundDeps): Background {
  const words = language.follow(en);
  const desk = createNewsDesk();
  const readyToShow = createNotifier();
  /** What came before the snapshot. Null: the snapshot is there. */
  let early: ChangeBatch[] | null = [];

  const pictureOf = (news: News): ImageId | null => (news.kind === 'batch' ? news.picture : news.kind === 'tasks' ? (news.pictures[0] ?? null) : null);

  const tell = async (news: News): Promise<void> => {
    const shown = pictureOf(news);
    const [show, picture] = await Promise.all([readyToShow(), shown === null ? null : services.pictures.bitmap(shown, pictureSide)]);
    if (!isInFront()) show?.(newsWords(words, news), picture, () => go(placeOf(news)));
  };

  const throttle = createThrottle(clock, () => {
    const news = desk.collect();
    if (!settings().notifications || isInFront()) return;
    for (const each of news) tell(each).catch((error: unknown) => log.warn('app', 'a notification could not be shown', errorFacts(error)));
  });

  /** How far the work is, on the icon in the dock or the taskbar. */
  let onIcon = '0 0';
  const icon = createThrottle(clock, () => {
    const { underWay, ended } = desk.work();
    if (onIcon === `${underWay} ${ended}`) return;
    onIcon = `${underWay} ${ended}`;
    app.setBadgeCount(underWay);
    window()?.setProgressBar(underWay === 0 ? -1 : ended / (underWay + ended));
  });

  const take = ({ changes }: ChangeBatch): void => {
    if (desk.take(changes)) throttle.soon(together);
    icon.soon(iconPause);
  };

  const begin = async (): Promise<void> => {
    const answer = await services.callHandler('app:snapshot', undefined);
    if (!answer.ok) return;
    const snapshot = answer.value;
    desk.begin(snapshot);
    for (const batch of early ?? []) if (batch.sequence > snapshot.sequence) take(batch);
    early = null;
    icon.soon(iconPause);
  };
  clock.after(startDelay, () => void begin());

  return {
    changed(batch) {
      if (early === null) take(batch);
      else early.push(batch);
    },
  };
}

/** Whether the person looks at Latent. */
const isInFront = (): boolean => BrowserWindow.getFocusedWindow() !== null;
