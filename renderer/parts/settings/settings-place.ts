import { create } from 'zustand';
import type { WordKey } from '../../../shared/words/index.ts';
import { goTo } from '../../stores/windows/view-store.ts';

/** The pages of the settings, each with its sections and the names of their rows. Some rows are there only sometimes. */
export const settingsPages = [
  { page: 'accounts', sections: [{ name: 'accounts', rows: [] }] },
  {
    page: 'generating',
    sections: [
      { name: 'generating', rows: ['settings.generating.usual', 'settings.generating.ask', 'settings.generating.keep', 'settings.generating.braces', 'wildcards.title'] },
      { name: 'watching', rows: ['settings.watching.limit', 'settings.watching.concurrent'] },
      { name: 'proxy', rows: ['settings.proxy.way'] },
    ],
  },
  {
    page: 'library',
    sections: [
      { name: 'library', rows: ['settings.library.folder', 'settings.missing', 'settings.space'] },
      { name: 'mirror', rows: ['settings.mirror.run', 'settings.mirror.addressing'] },
    ],
  },
  {
    page: 'assistants',
    sections: [
      { name: 'assistants', rows: ['settings.assistants.account', 'settings.assistants.connect', 'settings.assistants.spent', 'settings.assistants.asks'] },
      { name: 'command', rows: [] },
    ],
  },
  {
    page: 'appearance',
    sections: [
      { name: 'appearance', rows: ['settings.language', 'settings.theme', 'settings.mark-extras'] },
      { name: 'desktop', rows: ['settings.notifications'] },
    ],
  },
  { page: 'updates', sections: [{ name: 'updates', rows: ['updates.newer', 'updates.itself', 'updates.news-running'] }] },
  { page: 'about', sections: [{ name: 'about', rows: ['settings.diagnostics'] }] },
] as const satisfies readonly { readonly page: string; readonly sections: readonly { readonly name: string; readonly rows: readonly WordKey[] }[] }[];

export type SettingsPage = (typeof settingsPages)[number]['page'];
export type SettingsSection = (typeof settingsPages)[number]['sections'][number]['name'];

/** What was asked for, until the page shows it. Without a row: the section. */
interface AskedSetting {
  readonly section: SettingsSection;
  readonly row: WordKey | null;
}

interface SettingsPlace {
  /** The page that was open last. */
  readonly page: SettingsPage;
  readonly asked: AskedSetting | null;
  /** What is searched for in the settings. What it finds is shown instead of the page. */
  readonly search: string;
}

export const useSettingsPlace = create<SettingsPlace>(() => ({ page: 'accounts', asked: null, search: '' }));

export const searchSettings = (search: string): void => useSettingsPlace.setState({ search });

/** Opens the settings at a section or a row, and focuses its first control. */
export function openSetting(section: SettingsSection, row: WordKey | null): void {
  const at = settingsPages.find(({ sections }) => sections.some(({ name }) => name === section));
  if (!at) return;
  useSettingsPlace.setState({ page: at.page, asked: { section, row }, search: '' });
  goTo('settings');
}
