import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LatentApp } from '../../tests/support/latent-app.ts';

const themes = ['light', 'dark'] as const;
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
] as const;
const large = { width: 2560, height: 1440 };

export interface Camera {
  /** Takes a screen in each theme and size. `hide` leaves what `show` has opened. */
  take(name: string, show?: () => Promise<void>, hide?: () => Promise<void>): Promise<void>;
}

/** Saves screenshots in a folder; `withLarge`: also of a window of 2560 × 1440. */
export function createCamera(app: LatentApp, folder: string, withLarge: boolean): Camera {
  mkdirSync(folder, { recursive: true });
  return {
    async take(name, show = async () => undefined, hide = async () => undefined) {
      for (const theme of themes) {
        await app.call('settingsUpdate', { theme });
        for (const { width, height } of withLarge ? [...sizes, large] : sizes) {
          await app.resize(width, height);
          await show();
          // Lets popups and cross-fades finish.
          await wait(700);
          await app.page.screenshot({ path: join(folder, `${name}-${theme}-${width}x${height}.png`) });
          await hide();
        }
      }
    },
  };
}
