import { Copy, X, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWords } from '../words/words.ts';
import { Button, IconButton } from './button.tsx';
import { copyText } from './clipboard.ts';
import { Dialog } from './dialogs/dialog.tsx';
import styles from './progress-strip.module.css';

interface ListedFile {
  readonly path: string;
  /** In words. */
  readonly reason: string;
}

/** The files that were left out. */
interface FileList {
  readonly count: number;
  readonly button: string;
  readonly title: string;
  readonly explanation: string;
  /** The answer may be shorter than `count`. */
  readonly load: () => Promise<readonly ListedFile[]>;
}

interface ProgressStripProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** For screen readers: it changes only with the phase of the work. */
  readonly title: string;
  /** How far the work is. It may change ten times a second. */
  readonly place: string;
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
}

/** The progress and the result of long work on files, with what can be done about it. */
export function ProgressStrip({ icon: Icon, label, title, place, details, name, trouble, note, bar, list, choices, close }: ProgressStripProps) {
  const [listing, setListing] = useState(false);
  return (
    <section className={styles.strip} aria-label={label}>
      <Icon size={16} className={trouble ? styles.caution : styles.icon} />
      <div className={styles.words}>
        <p className={styles.line}>
          <span className={styles.title}>
            <span role="status">{title}</span> {place}
          </span>
          {details.filter(Boolean).map((detail) => (
            <span key={detail}>{detail}</span>
          ))}
          {name !== undefined && <span className={styles.name}>{name}</span>}
        </p>
        {trouble && <p className={styles.caution}>{trouble}</p>}
        {note && <p>{note}</p>}
        {bar && <progress className={styles.bar} aria-label={label} {...bar} />}
      </div>
      <div className={styles.buttons}>
        {list.count > 0 && (
          <Button size="small" variant="quiet" onClick={() => setListing(true)}>
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
      <FileListDialog open={listing} list={list} onClose={() => setListing(false)} />
    </section>
  );
}

interface FileListDialogProps {
  readonly open: boolean;
  readonly list: FileList;
  readonly onClose: () => void;
}

/** Which files were left out, and why. */
function FileListDialog({ open, list, onClose }: FileListDialogProps) {
  const say = useWords();
  const { count, title, explanation, load } = list;
  const [files, setFiles] = useState<readonly ListedFile[]>([]);
  useEffect(() => {
    if (!open) return;
    let wanted = true;
    // Loaded once. The number of files added while it is open is shown below the list.
    void load().then((loaded) => wanted && setFiles(loaded));
    return () => {
      wanted = false;
    };
  }, [open, load]);
  const lines = files.map(({ path, reason }) => `${path}\t${reason}`);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title={title}
      description={explanation}
      actions={
        <Button size="large" icon={<Copy size={14} />} onClick={() => copyText(lines.join('\n'), 'import.copied-list')}>
          {say('import.copy-list')}
        </Button>
      }
    >
      <ul className={styles.list}>
        {files.map(({ path, reason }, at) => (
          <li key={`${at} ${path}`} className={styles.file}>
            <span className={styles.path}>{path}</span>
            <span className={styles.reason}>{reason}</span>
          </li>
        ))}
        {count > files.length && files.length > 0 && <li className={styles.reason}>{say('import.skipped-more', { count: count - files.length })}</li>}
      </ul>
    </Dialog>
  );
}
