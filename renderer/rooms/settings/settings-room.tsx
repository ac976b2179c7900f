import { Tabs } from '@base-ui/react/tabs';
import { Bot, CircleArrowUp, FolderHeart, ImagePlus, Info, KeyRound, SunMoon } from 'lucide-react';
import { create } from 'zustand';
import { useApp } from '../../stores/app-store.ts';
import { useWords } from '../../words/words.ts';
import { useMedia } from '../../ui/use-media.ts';
import { AboutSection } from './sections/about-section.tsx';
import { AccountsSection } from './accounts/accounts-section.tsx';
import { AssistantsSection } from './sections/assistants-section.tsx';
import { CommandSection } from './sections/command-section.tsx';
import { LibrarySection } from './sections/library-section.tsx';
import { MirrorSection } from './sections/mirror-section.tsx';
import { ProxySection } from './sections/proxy-section.tsx';
import { AppearanceSection, DesktopSection, GeneratingSection, WatchingSection } from './sections/simple-sections.tsx';
import { UpdatesSection } from './updates/updates-section.tsx';
import styles from './settings-room.module.css';

/** The pages, each with the sections on it. */
const pages = [
  { value: 'accounts', Icon: KeyRound, sections: [['accounts', AccountsSection]] },
  { value: 'generating', Icon: ImagePlus, sections: [['generating', GeneratingSection], ['watching', WatchingSection], ['proxy', ProxySection]] },
  { value: 'library', Icon: FolderHeart, sections: [['library', LibrarySection], ['mirror', MirrorSection]] },
  { value: 'assistants', Icon: Bot, sections: [['assistants', AssistantsSection], ['command', CommandSection]] },
  { value: 'appearance', Icon: SunMoon, sections: [['appearance', AppearanceSection], ['desktop', DesktopSection]] },
  { value: 'updates', Icon: CircleArrowUp, sections: [['updates', UpdatesSection]] },
  { value: 'about', Icon: Info, sections: [['about', AboutSection]] },
] as const;

type SettingsPage = (typeof pages)[number]['value'];

/** The page that was open last. */
const useSettingsPlace = create<{ readonly page: SettingsPage }>(() => ({ page: 'accounts' }));

/** Everything that can be set. Each change is kept at once; there is nothing to confirm. */
export function Settings() {
  const say = useWords();
  const page = useSettingsPlace((place) => place.page);
  const version = useApp((facts) => facts.version);
  const narrow = useMedia('(max-width: 560px)');
  return (
    <Tabs.Root className={styles.settings} orientation={narrow ? 'horizontal' : 'vertical'} value={page} onValueChange={(value: SettingsPage) => useSettingsPlace.setState({ page: value })}>
      <div className={styles.side}>
        <h1 className={styles.title}>{say('settings.title')}</h1>
        <Tabs.List className={styles.list} activateOnFocus aria-label={say('settings.title')}>
          {pages.map(({ value, Icon }) => (
            <Tabs.Tab key={value} value={value} className={styles.tab}>
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              {say(`settings.${value}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <div className={styles.content}>
        {pages.map(({ value, sections }) => (
          <Tabs.Panel key={value} value={value} className={styles.panel}>
            {sections.map(([name, Content]) => (
              <section key={name} className={styles.section}>
                <header>
                  <h2 className={styles.heading}>{say(`settings.${name}`)}</h2>
                  <p className={styles.explained}>{say(`settings.${name}-explained`, { version })}</p>
                </header>
                <Content />
              </section>
            ))}
          </Tabs.Panel>
        ))}
      </div>
    </Tabs.Root>
  );
}
