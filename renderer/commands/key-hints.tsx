import type { ComponentProps, ReactNode } from 'react';
import type { Words } from '../../shared/words/index.ts';
import { KeyHint } from '../ui/shortcuts/kbd.tsx';
import { useWords } from '../words/words.ts';
import type { Place, Subject } from './command.ts';
import styles from './key-hints.module.css';
import { commands, useKeysOf, labelOf, type CommandId } from './registry.ts';
import { useOfCommands } from './use-known.ts';

/** The left of the window's status line. Messages appear at the right of the same line. */
export const StatusLine = ({ children }: { readonly children: ReactNode }) => <div className={styles.line}>{children}</div>;

interface KeyHintsProps extends ComponentProps<'p'> {
  readonly place: Place;
  /** The most useful commands of the place. Those that do not apply to the subject are left out. */
  readonly ids: readonly CommandId[];
  readonly subject: () => Subject;
}

/** In the status line, what keys do now. A message takes their place. */
export function KeyHints({ place, ids, subject, children, ...rest }: KeyHintsProps) {
  const keysOf = useKeysOf();
  const say = useWords();
  const labels = useOfCommands(() => hintLabels(say, ids, subject).join('\n')).split('\n');
  return (
    <p {...rest} className={styles.hints} data-key-hints>
      {children}
      {ids.map((id, at) => {
        const label = labels[at] ?? '';
        const keys = keysOf(id, place) ?? [];
        return (
          label !== '' && keys.length > 0 && (
            <span key={id} className={styles.hint}>
              <KeyHint keys={keys} />
              {label}
            </span>
          )
        );
      })}
    </p>
  );
}

/** What each key does, or nothing. The subject is read once for all of them, because it may be thousands of tasks. */
export function hintLabels(say: Words, ids: readonly CommandId[], read: () => Subject): readonly string[] {
  const subject = read();
  return ids.map((id) => (applies(id, subject) ? labelOf(say, id, subject) : ''));
}

/** As far as the subject says. What a mounted page handles is known only after it has rendered. */
const applies = (id: CommandId, subject: Subject): boolean => commands[id].when?.(subject) !== false && commands[id].shown?.(subject) !== false;
