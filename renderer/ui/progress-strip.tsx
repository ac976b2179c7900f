import { X, type LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button, IconButton } from './button.tsx';
import { ask } from './dialogs/ask.ts';
import type { FileList } from './dialogs/file-list-dialog.tsx';
import { useKeptFocus } from './kept-focus.ts';
import colours from './sheets/colour.module.css';
import styles from './progress-strip.module.css';

interface ProgressStripProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** For screen readers: it changes only with the phase of the work. */
  readonly title: string;
  /** How far the work is. It may change ten times a second. */
  readonly progress: string;
  /** Counts and other details. Empty ones are left out. */
  readonly details: readonly string[];
  /** Name of the current file, or of a folder. */
  readonly name?: string;
  readonly trouble?: string | null;
  readonly note?: string | null;
  readonly bar?: { readonly max: number; readonly value: number } | null;
  readonly list: FileList;
  /** What can be done, most useful first. */
  readonly choices: readonly { readonly label: string; readonly run: () => unknown }[];
  readonly close?: { readonly label: string; readonly run: () => unknown } | null;
  /** Moves the focus elsewhere if the strip goes away with it. */
  readonly leave: () => void;
}

/** The progress and the result of long work on files, with what can be done about it. */
export function ProgressStrip({ icon: Icon, label, title, progress, details, name, trouble, note, bar, list, choices, close, leave }: ProgressStripProps) {
  const strip = useRef<HTMLElement>(null);
  // Not on the button that takes the place of the one that is gone, which a second press would press.
  const kept = useKeptFocus(strip, () => (document.activeElement === document.body ? strip.current?.focus({ preventScroll: true }) : leave()));
  return (
    <section {...kept} ref={strip} className={styles.strip} tabIndex={-1} aria-label={label}>
      <Icon size={16} className={trouble ? colours.caution : colours.faint} />
      <div className={styles.words}>
        <p className={styles.line}>
          <span className={styles.title}>
            <span role="status">{title}</span> {progress}
          </span>
          {details.filter(Boolean).map((detail) => (
            <span key={detail}>{detail}</span>
          ))}
          {name !== undefined && <span className={styles.name}>{name}</span>}
        </p>
        {trouble && <p className={styles.trouble}>{trouble}</p>}
        {note && <p>{note}</p>}
        {bar && <progress className={styles.bar} aria-label={label} {...bar} />}
      </div>
      <div className={styles.buttons}>
        {list.count > 0 && (
          <Button size="small" variant="quiet" onClick={() => void ask('left-out-files', { list })}>
            {list.button}
          </Button>
        )}
        {choices.map((choice, at) => (
          <Button key={choice.label} size="small" variant={at === 0 ? 'plain' : 'quiet'} onClick={choice.run}>
            {choice.label}
          </Button>
        ))}
        {close && (
          <IconButton label={close.label} onClick={close.run}>
            <X size={14} />
          </IconButton>
        )}
      </div>
    </section>
  );
}
