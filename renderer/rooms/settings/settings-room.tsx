import { Tabs } from '@base-ui/react/tabs';
import { FolderHeart, ImagePlus, Info, KeyRound, Network, SunMoon, Timer } from 'lucide-react';
import { create } from 'zustand';
import { useApp } from '../../stores/app-store.ts';
import { useWords } from '../../words/words.ts';
import { useMedia } from '../../ui/use-media.ts';
import { AboutSection } from './sections/about-section.tsx';
import { AccountsSection } from './accounts/accounts-section.tsx';
import { LibrarySection } from './sections/library-section.tsx';
import { ProxySection } from './sections/proxy-section.tsx';
import { AppearanceSection, GeneratingSection, WatchingSection } from './sections/simple-sections.tsx';
import styles from './settings-room.module.css';

const sections = [
  { value: 'accounts', Icon: KeyRound, Content: AccountsSection },
  { value: 'generating', Icon: ImagePlus, Content: GeneratingSection },
  { value: 'library', Icon: FolderHeart, Content: LibrarySection },
  { value: 'watching', Icon: Timer, Content: WatchingSection },
  { value: 'proxy', Icon: Network, Content: ProxySection },
  { value: 'appearance', Icon: SunMoon, Content: AppearanceSection },
  { value: 'about', Icon: Info, Content: AboutSection },
] as const;

type SettingsSection = (typeof sections)[number]['value'];

/** The section that was open last. */
const useSettingsPlace = create<{ readonly section: SettingsSection }>(() => ({ section: 'accounts' }));

/** Everything that can be set. Each change is kept at once; there is nothing to confirm. */
export function Settings() {
  const say = useWords();
  const section = useSettingsPlace((place) => place.section);
  const version = useApp((facts) => facts.version);
  const narrow = useMedia('(max-width: 560px)');
  return (
    <Tabs.Root className={styles.settings} orientation={narrow ? 'horizontal' : 'vertical'} value={section} onValueChange={(value: SettingsSection) => useSettingsPlace.setState({ section: value })}>
      <div className={styles.side}>
        <h1 className={styles.title}>{say('settings.title')}</h1>
        <Tabs.List className={styles.list} activateOnFocus aria-label={say('settings.title')}>
          {sections.map(({ value, Icon }) => (
            <Tabs.Tab key={value} value={value} className={styles.tab}>
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              {say(`settings.${value}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <div className={styles.content}>
        {sections.map(({ value, Content }) => (
          <Tabs.Panel key={value} value={value} className={styles.panel}>
            <section className={styles.section}>
              <header>
                <h2 className={styles.heading}>{say(`settings.${value}`)}</h2>
                <p className={styles.explained}>{say(`settings.${value}-explained`, { version })}</p>
              </header>
              <Content />
            </section>
          </Tabs.Panel>
        ))}
      </div>
    </Tabs.Root>
  );
}
