import { chooseLibraryFolder } from '../../../parts/pictures/image-actions.ts';
import { useApp } from '../../../stores/app-store.ts';
import { leaveFirstStep } from '../../../stores/first-steps-store.ts';
import { useLibraryFolder } from '../../../stores/library/use-library-folder.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormats, useWords } from '../../../words/words.ts';
import styles from './first-steps.module.css';
import { ToolImports } from './tool-imports.tsx';

/** Where pictures go, and those of other programs that could come along. */
export function FolderStep() {
  const say = useWords();
  const formats = useFormats();
  const folder = useApp((facts) => facts.libraryFolder);
  const isUsual = useApp(({ settings }) => settings.libraryFolder === null);
  const facts = useLibraryFolder();
  return (
    <>
      <p className={styles.explanation}>{say(isUsual ? 'first.folder.usual' : 'first.folder.chosen')}</p>
      <p className={styles.folder}>
        <span className={styles.path}>{folder}</span>
        {facts?.free != null && <span className={styles.hint}>{say('first.folder.free', { free: formats.bytes(facts.free) })}</span>}
      </p>
      {facts?.waits === true && (
        <p className={styles.explanation} role="status">
          {say('settings.library.waits')}
        </p>
      )}
      <div className={styles.choices}>
        <Button size="large" variant="solid" onClick={() => leaveFirstStep('folder')}>
          {say('first.folder.keep')}
        </Button>
        <Button size="large" onClick={() => void chooseLibraryFolder()}>
          {say('first.folder.choose')}
        </Button>
      </div>
      <ToolImports />
    </>
  );
}
