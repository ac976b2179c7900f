import { FileSearch } from 'lucide-react';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { lookForMissing } from '../../../parts/pictures/library-actions.ts';
import styles from './library-section.module.css';
import { searchWords } from './missing-words.ts';
import { Row } from '../fields/section.tsx';

/** Looks for pictures whose files were moved, and shows the result. */
export function MissingPictures() {
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
