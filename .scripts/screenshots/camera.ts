import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { isPseudo, tagOf } from '../../shared/words/languages.ts';
import type { ScreenshotOptions } from './options.ts';
import type { LatentApp } from '../../tests/support/latent-app.ts';

type Theme = 'light' | 'dark';
type Size = readonly [width: number, height: number];
type Look = readonly [Theme, Size];

const medium: Size = [1280, 800];
const small: Size = [900, 600];
const large: Size = [2560, 1440];

/** The documents show each screen twice. */
const fewLooks: readonly Look[] = [
  ['light', small],
  ['dark', medium],
];
const allLooks = (['light', 'dark'] as const).flatMap((theme) => [medium, small, large].map((size): Look => [theme, size]));

export interface Camera {
  /** Takes a screen in each look. `hide` leaves what `show` has opened. `of`: another window than the main one. */
  take(name: string, show?: () => Promise<void>, hide?: () => Promise<void>, of?: Page): Promise<void>;
}

/**
 * Saves screenshots in a folder: each theme in each size, or only a few of these. Of several languages, each has a folder in it. The app is used in English,
 * and speaks another language only while it is photographed.
 */
export function createCamera(app: LatentApp, { folder, allLooks: all, languages }: ScreenshotOptions): Camera {
  const folderOf = (language: string): string => (languages.length === 1 ? folder : join(folder, language));
  for (const language of languages) mkdirSync(folderOf(language), { recursive: true });
  const speak = async (language: (typeof languages)[number]): Promise<void> => {
    await app.changeSettings({ language: isPseudo(language) ? 'system' : language });
    await app.page.locator(`html[lang="${tagOf(language)}"]`).waitFor();
  };
  return {
    async take(name, show = async () => undefined, hide = async () => undefined, of = app.page) {
      for (const [theme, [width, height]] of all ? allLooks : fewLooks) {
        await app.call('settingsUpdate', { theme });
        if (of === app.page) await app.resize(width, height);
        else await of.setViewportSize({ width, height });
        await show();
        // Lets popups and cross-fades finish.
        await wait(700);
        for (const language of languages) {
          if (language !== 'en') {
            await speak(language);
            await wait(300);
          }
          await of.screenshot({ path: join(folderOf(language), `${name}-${theme}-${width}x${height}.png`) });
        }
        if (languages.at(-1) !== 'en') await speak('en');
        await hide();
      }
    },
  };
}
