import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from 'electron';
import { settingsSchema, type Settings } from '../../shared/settings.ts';
import type { SystemLanguages } from '../../shared/words/choose-language.ts';

/** Names a language that the system has instead, for tests and for those who build windows: a tag of BCP 47, or a pseudo-language. Packaged copies do not read it. */
const systemLanguageVariable = 'LATENT_SYSTEM_LANGUAGE';

/** What the system says of the person. Electron knows it once it is ready. */
export function systemLanguages(app: Pick<App, 'isPackaged' | 'getPreferredSystemLanguages' | 'getSystemLocale' | 'getLocale'>, environment: NodeJS.ProcessEnv): SystemLanguages {
  const given = app.isPackaged ? undefined : environment[systemLanguageVariable];
  if (given !== undefined && given !== '') return { preferred: [given], formats: given };
  // Chromium's own comes last: it is what --lang says, and on Linux it may be all there is.
  return { preferred: [...app.getPreferredSystemLanguages(), app.getLocale()], formats: app.getSystemLocale() || app.getLocale() };
}

/** The language in a profile's settings, read without touching them: they may be another program's or another version's. */
export function languageSetting(userData: string): Settings['language'] {
  try {
    return settingsSchema.shape.language.parse((JSON.parse(readFileSync(path.join(userData, 'settings.json'), 'utf8')) as Partial<Settings>).language);
  } catch {
    return 'system';
  }
}
