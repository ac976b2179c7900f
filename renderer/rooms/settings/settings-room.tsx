import { Tabs } from '@base-ui/react/tabs';
import { Bot, CircleArrowUp, FolderHeart, ImagePlus, Info, Keyboard, KeyRound, SunMoon, type LucideIcon } from 'lucide-react';
import { useEffect, type ComponentType } from 'react';
import { settingsPages, useSettingsPlace, type SettingsPage, type SettingsSection } from '../../parts/settings/settings-place.ts';
import { useApp } from '../../stores/app-store.ts';
import { useWords } from '../../words/words.ts';
import { useMedia } from '../../ui/use-media.ts';
import { AboutSection } from './sections/about-section.tsx';
import { AccountsSection } from './accounts/accounts-section.tsx';
import { AssistantsSection } from './sections/assistants-section.tsx';
import { CommandSection } from './sections/command-section.tsx';
import { KeyboardSection } from './sections/keyboard-section.tsx';
import { LibrarySection } from './sections/library-section.tsx';
import { MirrorSection } from './sections/mirror-section.tsx';
import { ProxySection } from './sections/proxy-section.tsx';
import { AppearanceSection, DesktopSection, GeneratingSection, WatchingSection } from './sections/simple-sections.tsx';
import { UpdatesSection } from './updates/updates-section.tsx';
import styles from './settings-room.module.css';

const icons: Readonly<Record<SettingsPage, LucideIcon>> = { accounts: KeyRound, generating: ImagePlus, library: FolderHeart, assistants: Bot, appearance: SunMoon, keyboard: Keyboard, updates: CircleArrowUp, about: Info };

const contents: Readonly<Record<SettingsSection, ComponentType>> = {
  accounts: AccountsSection,
  generating: GeneratingSection,
  watching: WatchingSection,
  proxy: ProxySection,
  library: LibrarySection,
  mirror: MirrorSection,
  assistants: AssistantsSection,
  command: CommandSection,
  appearance: AppearanceSection,
  desktop: DesktopSection,
  keyboard: KeyboardSection,
  updates: UpdatesSection,
  about: AboutSection,
};

/** Everything that can be set. Each change is kept at once; there is nothing to confirm. */
export function Settings() {
  const say = useWords();
  const page = useSettingsPlace((place) => place.page);
  const version = useApp((facts) => facts.version);
  const narrow = useMedia('(max-width: 560px)');
  const asked = useSettingsPlace((place) => place.asked);
  useEffect(() => {
    if (asked === null) return;
    showAsked(asked.section, asked.row === null ? null : say(asked.row));
    useSettingsPlace.setState({ asked: null });
  }, [asked, say]);
  return (
    <Tabs.Root className={styles.settings} orientation={narrow ? 'horizontal' : 'vertical'} value={page} onValueChange={(value: SettingsPage) => useSettingsPlace.setState({ page: value })}>
      <div className={styles.side}>
        <h1 className={styles.title}>{say('settings.title')}</h1>
        <Tabs.List className={styles.list} activateOnFocus aria-label={say('settings.title')}>
          {settingsPages.map(({ page: each }) => {
            const Icon = icons[each];
            return (
              <Tabs.Tab key={each} value={each} className={styles.tab}>
                <Icon size={16} strokeWidth={1.75} aria-hidden />
                {say(`settings.${each}`)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
      </div>
      <div className={styles.content}>
        {settingsPages.map(({ page: each, sections }) => (
          <Tabs.Panel key={each} value={each} className={styles.panel}>
            {sections.map(({ name }) => {
              const Content = contents[name];
              return (
                <section key={name} className={styles.section} data-section={name} tabIndex={-1}>
                  <header>
                    <h2 className={styles.heading}>{say(`settings.${name}`)}</h2>
                    <p className={styles.explained}>{say(`settings.${name}-explained`, { version })}</p>
                  </header>
                  <Content />
                </section>
              );
            })}
          </Tabs.Panel>
        ))}
      </div>
    </Tabs.Root>
  );
}

/** What in a row is focused, in order of preference. Of several values, the chosen one; they have no tabindex yet when the page is first shown. */
const controls = ['[tabindex="0"]', '[aria-pressed="true"]', 'input:not([aria-hidden])', 'button'];

/** Focuses the first control of a row, or its section if the row is not there. */
function showAsked(section: SettingsSection, name: string | null): void {
  const part = document.querySelector<HTMLElement>(`[data-section="${section}"]`);
  const row = [...(part?.querySelectorAll<HTMLElement>('[data-setting]') ?? [])].find((each) => each.dataset['setting'] === name);
  const control = controls.map((selector) => row?.querySelector<HTMLElement>(selector)).find(Boolean);
  (control ?? part)?.focus({ preventScroll: true });
  (row ?? part)?.scrollIntoView({ block: row ? 'center' : 'start' });
}
