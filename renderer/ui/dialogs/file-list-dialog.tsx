import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWords } from '../../words/words.ts';
import { Button } from '../button.tsx';
import { copyText } from '../clipboard.ts';
import { Dialog } from './dialog.tsx';
import styles from './file-list-dialog.module.css';

export interface ListedFile {
  readonly path: string;
  /** In words. */
  readonly reason: string;
}

interface FileListDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly explanation: string;
  readonly load: () => Promise<readonly ListedFile[]>;
  /** How many there are; the list may be shorter. */
  readonly total: number;
  readonly onClose: () => void;
}

/** Which files were left out, and why. */
export function FileListDialog({ open, title, explanation, load, total, onClose }: FileListDialogProps) {
  const say = useWords();
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
        {total > files.length && files.length > 0 && <li className={styles.reason}>{say('import.skipped-more', { count: total - files.length })}</li>}
      </ul>
    </Dialog>
  );
}
