import { BrowserWindow } from 'electron';
import type { EarlyWordKey } from '../../../shared/words/early-words.ts';
import type { Speech } from '../../core/language/main-language.ts';
import { directionOf, tagOf } from '../../../shared/words/languages.ts';

type Said = readonly [title: 'dialogs.waiting.title' | 'start.handed-over.title', body: 'dialogs.waiting.body' | 'start.handed-over.body'];

/**
 * A small window that says why Latent has not ended or started yet. It has no scripts, no preload and no buttons. Not a system dialog: on macOS, one without a
 * window would stop main until it is answered.
 */
export function openWaitingWindow({ words, spoken }: Speech<EarlyWordKey>, [title, body]: Said = ['dialogs.waiting.title', 'dialogs.waiting.body']): BrowserWindow {
  const window = new BrowserWindow({
    width: 460,
    height: 170,
    useContentSize: true,
    resizable: false,
    maximizable: false,
    fullscreenable: false,
    title: words(title),
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false, devTools: false },
  });
  const { language } = spoken();
  const page = `<!doctype html><html lang="${tagOf(language)}" dir="${directionOf(language)}"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(words(title))}</title>
<body style="font: 14px/1.5 system-ui; margin: 24px"><h1 style="font-size: 16px; margin: 0 0 12px">${escaped(words(title))}</h1><p role="status" style="margin: 0">${escaped(words(body))}</p>`;
  // If it cannot be shown, Latent waits all the same.
  window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(page)}`).catch(() => undefined);
  return window;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
