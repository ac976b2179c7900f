import { FileSearch, FolderOpen } from 'lucide-react';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { chooseLibraryFolder, lookForMissing, openLibraryFolder } from '../../../parts/pictures/image-actions.ts';
import styles from './library-section.module.css';
import { searchWords } from './missing-words.ts';
import { Row, Rows, Section } from '../fields/section.tsx';

/** The folder that the pictures are in. */
export function LibrarySection() {
  const say = useWords();
  const folder = useApp((facts) => facts.libraryFolder);
  return (
    <Section title={say('settings.library')} explained={say('settings.library-explained')}>
      <Rows>
        <Row name={say('settings.library.folder')} explained={say('settings.library.folder-explained')} wide>
          <div className={styles.folder}>
            <p className={styles.path}>{folder}</p>
            <Button onClick={() => void chooseLibraryFolder()}>{say('settings.library.choose')}</Button>
            <Button icon={<FolderOpen size={14} />} onClick={() => void openLibraryFolder()}>
              {say('settings.library.open')}
            </Button>
          </div>
        </Row>
        <MissingPictures />
      </Rows>
    </Section>
  );
}

/** Looks for pictures whose files were moved, and shows the result. */
function MissingPictures() {
  const say = useWords();
  const search = useApp((facts) => facts.librarySearch);
  return (
    <Row name={say('settings.missing')} explained={say('settings.missing-explained')} wide>
      <div className={styles.folder}>
        <Button icon={<FileSearch size={14} />} disabled={search.looking !== null} onClick={() => void lookForMissing()}>
          {say('settings.missing.look')}
        </Button>
        <p className={styles.result} role="status">
          {searchWords(say, search)}
        </p>
      </div>
    </Row>
  );
}
