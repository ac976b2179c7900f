import changelog from '../../../CHANGELOG.md?raw';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useWords } from '../../words/words.ts';
import styles from './changelog-dialog.module.css';

/** CHANGELOG.md as it was when Latent was built, so that it can be read without a network. It is in English, whatever the language of the window is. */
export function ChangelogDialog(_asked: Asked) {
  const say = useWords();
  return (
    <Dialog wide title={say('news.all')} description={say('news.all-explained')}>
      <p className={styles.text} lang="en">
        {changelog.replace(/^# .*\s+/, '').replaceAll(/^## /gm, '')}
      </p>
    </Dialog>
  );
}
