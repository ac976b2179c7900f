import { create } from 'zustand';

export type SettingsSection = 'accounts' | 'generating' | 'library' | 'watching' | 'proxy' | 'appearance' | 'about';

/** The page that was open last. */
interface SettingsPlace {
  readonly section: SettingsSection;
}

export const useSettingsPlace = create<SettingsPlace>(() => ({ section: 'accounts' }));

export function openSection(section: SettingsSection): void {
  useSettingsPlace.setState({ section });
}
