import { CommandButton } from '../../../commands/command-button.tsx';
import { nothingIn } from '../../../commands/command.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import styles from './sections.module.css';
import textStyles from '../../../ui/sheets/text.module.css';
import settingsRoomStyles from '../settings-room.module.css';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { keysKept } from './keys-kept.ts';

const promises = ['settings.promise.paid', 'settings.promise.yours'] as const;

/** The words in brackets that control the practice service (electron/practice/bracket-words.ts), grouped by what they affect. */
export const practiceWordGroups = {
  submission: ['refuse', 'no credits', 'limit', 'server error', 'garbage', 'hang', 'drop', 'lost answer', 'several', 'at once'],
  task: ['fail', 'moderated', 'stall', 'slow', 'forget', 'empty', 'late pictures', 'many'],
  query: ['busy', 'outage', 'noise'],
  pictures: ['expire', 'damaged'],
} as const;

const groupNames = Object.keys(practiceWordGroups) as readonly (keyof typeof practiceWordGroups)[];

/** What Latent is, what it promises, and the words that make the practice service misbehave. */
export function AboutSection() {
  const say = useWords();
  const keeping = useApp(({ accounts, keyring }) => keysKept(accounts, keyring));
  return (
    <>
      <ol className={styles.promises}>
        {promises.map((promise) => (
          <li key={promise}>{say(promise)}</li>
        ))}
        <li>{say('settings.promise.key', { keeping })}</li>
      </ol>
      <div className={styles.buttons}>
        <CommandButton id="show-shortcuts" look="plain" subject={() => nothingIn('everywhere')} />
        <CommandButton id="licences" look="plain" subject={() => nothingIn('everywhere')} />
      </div>
      <DiagnosticsSection />
      <section className={styles.practice}>
        <h3>{say('settings.practice-words')}</h3>
        <p className={settingsRoomStyles.explained}>{say('settings.practice-words-explained')}</p>
        {groupNames.map((group) => (
          <section key={group} className={styles.group}>
            <h4 className={styles.groupName}>{say(`settings.practice-words.${group}`)}</h4>
            <dl>
              {practiceWordGroups[group].map((word) => (
                <div key={word} className={styles.word}>
                  <dt className={textStyles.code}>[{word}]</dt>
                  <dd>{say(`settings.practice-word.${word}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </>
  );
}
