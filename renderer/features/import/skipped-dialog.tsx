import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SkippedFile } from '../../../shared/library/import.ts';
import { bridge } from '../../bridge.ts';
import { useWords } from '../../stores/words.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './skipped-dialog.module.css';

interface SkippedDialogProps {
  readonly open: boolean;
  /** How many there are; the list may be shorter. */
  readonly total: number;
  readonly onClose: () => void;
}

/** Which files an import left out, and why. */
export function SkippedDialog({ open, total, onClose }: SkippedDialogProps) {
  const say = useWords();
  const [files, setFiles] = useState<readonly SkippedFile[]>([]);
  useEffect(() => {
    if (!open) return;
    let wanted = true;
    // Once: how many were added while it is open stands below the list.
    void bridge.importSkipped().then((answer) => wanted && answer.ok && setFiles(answer.value));
    return () => {
      wanted = false;
    };
  }, [open]);
  const lines = files.map(({ path, reason }) => `${path}\t${say(`import.reason.${reason}`)}`);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title={say('import.skipped-title')}
      description={say('import.skipped-explained')}
      actions={
        <Button size="large" icon={<Copy size={14} />} onClick={() => void copyText(lines.join('\n'), 'import.copied-list')}>
          {say('import.copy-list')}
        </Button>
      }
    >
      <ul className={styles.list}>
        {files.map(({ path, reason }) => (
          <li key={path} className={styles.file}>
            <span className={styles.path}>{path}</span>
            <span className={styles.reason}>{say(`import.reason.${reason}`)}</span>
          </li>
        ))}
        {total > files.length && files.length > 0 && <li className={styles.reason}>{say('import.skipped-more', { count: total - files.length })}</li>}
      </ul>
    </Dialog>
  );
}
