import type { BrowserWindow } from 'electron';
import type { Settings } from '../../../shared/settings.ts';
import type { Words } from '../../../shared/words/index.ts';
import type { Log } from '../../core/log/log.ts';
import type { LogRedactor } from '../../core/log/log-redactor.ts';
import type { Clock } from '../../core/util/clock.ts';
import type { ChangeFeed } from '../../ipc/changes.ts';
import type { JsonStore } from '../../platform/stores/json-store.ts';
import type { ViewState } from '../../platform/stores/settings-store.ts';

/** What every builder in this folder needs. */
export interface AppContext {
  readonly words: Words;
  readonly userData: string;
  /** Absolute path of a built file. */
  readonly built: (file: string) => string;
  readonly stores: { readonly settings: JsonStore<Settings>; readonly viewState: JsonStore<ViewState> };
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: LogRedactor;
  /** Sends changes to the window. */
  readonly changes: ChangeFeed;
  readonly window: () => BrowserWindow | null;
}
