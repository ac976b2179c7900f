import { Autocomplete } from '@base-ui/react/autocomplete';
import { Tabs } from '@base-ui/react/tabs';
import { Bot, CircleArrowUp, FolderHeart, ImagePlus, Info, Keyboard, KeyRound, SunMoon, type LucideIcon } from 'lucide-react';
import { useEffect, useMemo, useRef, type ComponentType } from 'react';
import { settingEntries } from '../../parts/settings/setting-entries.ts';
import { searchSettings, settingsPages, useSettingsPlace, type SettingsPage, type SettingsSection } from '../../parts/settings/settings-place.ts';
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
import { foundSettings, SettingsField, SettingsFound } from './settings-search.tsx';
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
  const narrow = useMedia('(max-width: 560px)');
  const asked = useSettingsPlace((place) => place.asked);
  const search = useSettingsPlace((place) => place.search);
  const searches = search.trim() !== '';
  const entries = useMemo(() => settingEntries(say), [say]);
  const found = useMemo(() => (searches ? foundSettings(entries, search) : []), [entries, search, searches]);
  useEffect(() => {
    if (asked === null) return;
    showAsked(asked.section, asked.row === null ? null : say(asked.row));
    useSettingsPlace.setState({ asked: null });
  }, [asked, say]);
  useEffect(() => () => searchSettings(''), []);
  const tabs = useRef<HTMLDivElement>(null);
  // The page that a key was pressed on is gone, and the focus with it. A frame later, because tabs know their order only then.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) tabs.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Autocomplete.Root inline open={searches} mode="none" autoHighlight="always" items={found} value={search} onValueChange={searchSettings}>
      <Tabs.Root className={styles.settings} orientation={narrow ? 'horizontal' : 'vertical'} value={page} onValueChange={(value: SettingsPage) => useSettingsPlace.setState({ page: value, search: '' })}>
        <div className={styles.side}>
          <h1 className={styles.title}>{say('settings.title')}</h1>
          <SettingsField search={search} />
          <Tabs.List ref={tabs} className={styles.list} activateOnFocus aria-label={say('settings.title')}>
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
        <div className={styles.content}>{searches ? <SettingsFound found={found} search={search} /> : <Pages />}</div>
      </Tabs.Root>
    </Autocomplete.Root>
  );
}

/** The content of the page that is open. */
function Pages() {
  const say = useWords();
  const version = useApp((facts) => facts.version);
  return settingsPages.map(({ page, sections }) => (
    <Tabs.Panel key={page} value={page} className={styles.panel}>
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
  ));
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
  markFound(row ?? part);
}

/** Milliseconds for which what was asked for is marked. */
const markedFor = 2_000;

function markFound(element: HTMLElement | null | undefined): void {
  for (const marked of document.querySelectorAll('[data-found]')) marked.removeAttribute('data-found');
  if (!element) return;
  element.setAttribute('data-found', '');
  setTimeout(() => element.removeAttribute('data-found'), markedFor);
}
