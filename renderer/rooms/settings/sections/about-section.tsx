import { Keyboard } from 'lucide-react';
import { useApp } from '../../../stores/app-store.ts';
import { setShortcutsOpen } from '../../../stores/view-store.ts';
import { useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './about-section.module.css';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { practiceWordGroupNames, practiceWordGroups } from './practice-words.ts';
import { Section } from '../fields/section.tsx';

const promises = ['settings.promise.paid', 'settings.promise.yours', 'settings.promise.key'] as const;

/** What Latent is, what it promises, and the words that make the practice service misbehave. */
export function AboutSection() {
  const say = useWords();
  const version = useApp((facts) => facts.version);
  return (
    <Section title={say('settings.about')} explained={say('settings.about-explained', { version })}>
      <ol className={styles.promises}>
        {promises.map((promise) => (
          <li key={promise}>{say(promise)}</li>
        ))}
      </ol>
      <div>
        <Button icon={<Keyboard size={15} />} shortcut="show-shortcuts" onClick={() => setShortcutsOpen(true)}>
          {say('app.shortcuts')}
        </Button>
      </div>
      <DiagnosticsSection />
      <section className={styles.practice}>
        <h3 className={styles.heading}>{say('settings.practice-words')}</h3>
        <p className={styles.explained}>{say('settings.practice-words-explained')}</p>
        {practiceWordGroupNames.map((group) => (
          <section key={group} className={styles.group}>
            <h4 className={styles.groupName}>{say(`settings.practice-words.${group}`)}</h4>
            <dl>
              {practiceWordGroups[group].map((word) => (
                <div key={word} className={styles.word}>
                  <dt className={styles.code}>[{word}]</dt>
                  <dd>{say(`settings.practice-word.${word}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Section>
  );
}
