import type { Asked } from '../../ui/dialogs/ask.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useWords } from '../../words/words.ts';
import styles from './changelog-dialog.module.css';

/** CHANGELOG.md as it was when Latent was built (vite.config.ts). */
declare const changelog: string;

/** Without its title, the marks of headings, the breaks within a sentence, and a section that is still empty. */
const text = changelog
  .replace(/^# .*\s+/, '')
  .replace(/^## Not released yet\s+(?=## )/, '')
  .replaceAll(/^## /gm, '')
  .replaceAll(/\n {2,}(?=\S)/g, ' ');

/** What has changed in all versions, which can be read without a network. It is in English, whatever the language of the window is. */
export function ChangelogDialog(_asked: Asked) {
  const say = useWords();
  return (
    <Dialog wide title={say('news.all')} description={say('news.all-explained')}>
      <p className={styles.text} lang="en">
        {text}
      </p>
    </Dialog>
  );
}
