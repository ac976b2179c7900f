import { useId, useState, type ReactNode } from 'react';
import type { Settings } from '../../../../shared/settings.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { isWithin, NumberField } from '../../../ui/fields/number-field.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { useWords } from '../../../words/words.ts';
import styles from './settings-row.module.css';
import surfaceStyles from '../../../ui/sheets/surface.module.css';

interface RowProps {
  readonly name: string;
  readonly explained: ReactNode;
  /** At the right, or below if it needs the room. */
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/** One setting: what it is, what it does, and its control. */
export function Row({ name, explained, children, wide = false }: RowProps) {
  return (
    <div className={styles.row} data-wide={wide || undefined} data-setting={name}>
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.explained}>{explained}</p>
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  );
}

/** Settings that belong together. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <div className={surfaceStyles.card}>{children}</div>;
}

interface NumberRowProps {
  /** The name of the setting. What it does is under the same key with `-explained`. */
  readonly words: 'settings.generating.usual' | 'settings.generating.ask' | 'settings.watching.limit' | 'settings.watching.concurrent';
  readonly of: 'usualCount' | 'askAbove' | 'watchLimitMinutes' | 'concurrentSubmissions';
  readonly min: number;
  readonly max: number;
}

/** A setting that is a number. It is saved at Enter, on leaving the field, and at a step, if it is within its bounds. */
export function NumberRow({ words, of, min, max }: NumberRowProps) {
  const say = useWords();
  const label = say(words);
  const complaint = useId();
  const saved = useApp((facts) => facts.settings[of]);
  const [draft, setDraft] = useState<number | null>(saved);
  const save = async (next: number | null): Promise<void> => {
    if (!isWithin(next, min, max)) return;
    const change: Partial<Settings> = { [of]: next };
    const answer = await notifyIfFailed(bridge.settingsUpdate(change));
    if (!answer.ok) setDraft(saved);
  };
  return (
    <Row name={label} explained={say(`${words}-explained`)}>
      <div className={styles.number}>
        <NumberField
          label={label}
          more={say('settings.more', { label })}
          fewer={say('settings.fewer', { label })}
          value={draft}
          min={min}
          max={max}
          complaint={complaint}
          onValueChange={setDraft}
          onCommit={(next) => void save(next)}
          onReset={() => setDraft(saved)}
        />
        {!isWithin(draft, min, max) && (
          <p id={complaint} className={styles.complaint} role="alert">
            {say('settings.number-wrong', { min, max })}
          </p>
        )}
      </div>
    </Row>
  );
}
