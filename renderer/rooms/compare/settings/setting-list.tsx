import { Fragment } from 'react';
import { useWords } from '../../../words/words.ts';
import type { Setting } from './compared-settings.ts';
import type { PromptPart } from './prompt-words.ts';
import styles from './setting-list.module.css';

interface SettingListProps {
  readonly settings: readonly Setting[];
  readonly prompt: readonly PromptPart[] | null;
  /** The prompts of all pictures. It leaves room for each of them. */
  readonly prompts: readonly string[];
}

/** The settings of one picture that differ from the others. */
export function SettingList({ settings, prompt, prompts }: SettingListProps) {
  const say = useWords();
  const nameOf = useNames();
  if (settings.length === 0 && prompt === null) return null;
  return (
    <dl className={styles.list}>
      {settings.map((setting) => (
        <div key={nameOf(setting)} className={styles.setting}>
          <dt className={styles.name}>{nameOf(setting)}</dt>
          <dd className={setting.value === null ? styles.unset : styles.value} title={setting.value ?? undefined}>
            {setting.value ?? say('compare.not-stated')}
          </dd>
        </div>
      ))}
      {prompt && (
        <div className={styles.setting}>
          <dt className={styles.name}>{say('compare.same-prompt')}</dt>
          <dd className={styles.prompt} dir="auto">
            <span>
              {prompt.map(({ text, differs }, at) =>
                differs ? (
                  <Fragment key={at}>
                    {text.startsWith(' ') && ' '}
                    <mark className={styles.differs}>{text.trimStart()}</mark>
                  </Fragment>
                ) : (
                  text
                ),
              )}
            </span>
            {prompts.map((text, at) => (
              <span key={at} aria-hidden data-room-for={text} />
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}

interface SameSettingsProps {
  readonly same: readonly Setting[];
  /** The common prompt. Empty: the prompts differ, or there is none. */
  readonly prompt: string;
}

/** The settings that are the same for all pictures. */
export function SameSettings({ same, prompt }: SameSettingsProps) {
  const say = useWords();
  const nameOf = useNames();
  if (same.length === 0 && prompt === '') return null;
  return (
    <p className={styles.same}>
      <span className={styles.name}>{say('compare.same')}</span>
      {same.map((setting) => (
        <span key={nameOf(setting)} className={styles.one}>
          {say('compare.setting', { name: nameOf(setting), value: setting.value ?? '' })}
        </span>
      ))}
      {prompt !== '' && (
        <span className={styles.samePrompt} dir="auto" title={prompt}>
          {say('compare.setting', { name: say('compare.same-prompt'), value: prompt })}
        </span>
      )}
    </p>
  );
}

/** The name of a setting in words, or as in the request. */
function useNames(): (setting: Setting) => string {
  const say = useWords();
  return ({ name }) => ('words' in name ? say(name.words) : name.field);
}
