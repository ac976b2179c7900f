import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWords } from '../../words/words.ts';
import { Button } from '../button.tsx';
import { copyText } from '../clipboard.ts';
import type { Asked } from './ask.ts';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';
import textStyles from '../sheets/text.module.css';

interface ListedFile {
  readonly path: string;
  /** In words. */
  readonly reason: string;
}

/** The files that were left out. */
export interface FileList {
  readonly count: number;
  readonly button: string;
  readonly title: string;
  readonly explanation: string;
  /** The answer may be shorter than `count`. */
  readonly load: () => Promise<readonly ListedFile[]>;
}

interface FileListDialogProps extends Asked {
  readonly list: FileList;
}

/** Which files were left out, and why. */
export function FileListDialog({ list }: FileListDialogProps) {
  const say = useWords();
  const { count, title, explanation, load } = list;
  const [files, setFiles] = useState<readonly ListedFile[]>([]);
  useEffect(() => {
    let wanted = true;
    // Loaded once. The number of files added while it is open is shown below the list.
    void load().then((loaded) => wanted && setFiles(loaded));
    return () => {
      wanted = false;
    };
  }, [load]);
  const lines = files.map(({ path, reason }) => `${path}\t${reason}`);
  return (
    <Dialog
      wide
      title={title}
      description={explanation}
      actions={
        <Button size="large" icon={<Copy size={14} />} onClick={() => copyText(lines.join('\n'), 'import.copied-list')}>
          {say('import.copy-list')}
        </Button>
      }
    >
      <ul className={styles.files}>
        {files.map(({ path, reason }, at) => (
          <li key={`${at} ${path}`} className={styles.file}>
            <span className={textStyles.code}>{path}</span>
            <span className={textStyles.hint}>{reason}</span>
          </li>
        ))}
        {count > files.length && files.length > 0 && <li className={textStyles.hint}>{say('import.skipped-more', { count: count - files.length })}</li>}
      </ul>
    </Dialog>
  );
}
