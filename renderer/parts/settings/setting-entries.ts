import { Settings, type LucideIcon } from 'lucide-react';
import type { WordKey, Words } from '../../../shared/words/index.ts';
import type { Findable } from '../search/rank-entries.ts';
import { openSetting, settingsPages, type SettingsSection } from './settings-place.ts';

/** A section or a row of the settings, as it is found by its words. */
export interface SettingEntry extends Findable {
  readonly group: 'setting';
  readonly icon: LucideIcon;
  /** Where the row is. Absent for a section. */
  readonly hint?: string;
  /** Opens its page and focuses it. */
  readonly run: () => void;
}

/** More words for sections: what people call what is in them. */
export const sectionSynonyms: Partial<Readonly<Record<SettingsSection, WordKey>>> = {
  accounts: 'settings.also.accounts',
  generating: 'settings.also.generating',
  watching: 'settings.also.watching',
  proxy: 'settings.also.proxy',
  library: 'settings.also.library',
  mirror: 'settings.also.mirror',
  assistants: 'settings.also.assistants',
  command: 'settings.also.command',
  appearance: 'settings.also.appearance',
  desktop: 'settings.also.desktop',
  updates: 'settings.also.updates',
  about: 'settings.also.about',
};

/** More words for rows: what people call them elsewhere, and their values. */
export const rowSynonyms: Partial<Readonly<Record<WordKey, WordKey>>> = {
  'settings.generating.usual': 'settings.also.usual',
  'settings.generating.ask': 'settings.also.ask',
  'settings.generating.keep': 'settings.also.keep',
  'settings.generating.braces': 'settings.also.braces',
  'wildcards.title': 'settings.also.wildcards',
  'settings.watching.limit': 'settings.also.limit',
  'settings.watching.concurrent': 'settings.also.concurrent',
  'settings.proxy.way': 'settings.also.proxy-way',
  'settings.library.folder': 'settings.also.folder',
  'settings.missing': 'settings.also.missing',
  'settings.mirror.run': 'settings.also.mirror-run',
  'settings.mirror.addressing': 'settings.also.addressing',
  'settings.assistants.account': 'settings.also.assistants-account',
  'settings.assistants.connect': 'settings.also.connect',
  'settings.assistants.spent': 'settings.also.spent',
  'settings.assistants.asks': 'settings.also.asks',
  'settings.language': 'settings.also.language',
  'settings.theme': 'settings.also.theme',
  'settings.mark-extras': 'settings.also.mark-extras',
  'settings.notifications': 'settings.also.notifications',
  'updates.newer': 'settings.also.newer',
  'updates.itself': 'settings.also.itself',
  'updates.news-running': 'settings.also.news-running',
  'settings.diagnostics': 'settings.also.diagnostics',
};

/** Every section and row of the settings. The palette and the search of the settings find the same ones. */
export function settingEntries(say: Words): readonly SettingEntry[] {
  return settingsPages.flatMap(({ sections }) =>
    sections.flatMap(({ name, rows }): readonly SettingEntry[] => {
      const section = say(`settings.${name}`);
      const common = { group: 'setting', icon: Settings } as const;
      const called = (synonyms: WordKey | undefined): Pick<Findable, 'synonyms'> => (synonyms === undefined ? {} : { synonyms: say(synonyms) });
      return [
        { ...common, key: `section ${name}`, text: section, also: say('settings.title'), ...called(sectionSynonyms[name]), run: () => openSetting(name, null) },
        ...rows.map((row) => ({ ...common, key: `setting ${row}`, text: say(row), also: `${section} ${say('settings.title')}`, ...called(rowSynonyms[row]), hint: section, run: () => openSetting(name, row) })),
      ];
    }),
  );
}
