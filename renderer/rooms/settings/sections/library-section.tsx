import { FileSearch, FolderOpen, HardDrive } from 'lucide-react';
import type { LibrarySearch } from '../../../../shared/library/missing-pictures.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { goToStatistics } from '../../../stores/windows/view-store.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { chooseLibraryFolder, lookForMissing, openLibraryFolder } from '../../../parts/pictures/image-actions.ts';
import styles from './sections.module.css';
import rowStyles from '../../../ui/sheets/row.module.css';
import { Row, Rows } from '../fields/settings-row.tsx';

/** The folder that the pictures are in. */
export function LibrarySection() {
  const say = useWords();
  const folder = useApp((facts) => facts.libraryFolder);
  return (
    <Rows>
      <Row name={say('settings.library.folder')} explained={say('settings.library.folder-explained')} wide>
        <div className={rowStyles.wrap}>
          <p className={styles.path}>{folder}</p>
          <Button onClick={() => void chooseLibraryFolder()}>{say('settings.library.choose')}</Button>
          <Button icon={<FolderOpen size={14} />} onClick={() => void openLibraryFolder()}>
            {say('settings.library.open')}
          </Button>
        </div>
      </Row>
      <MissingPictures />
      <Row name={say('settings.space')} explained={say('settings.space-explained')}>
        <Button icon={<HardDrive size={14} />} onClick={() => goToStatistics('disk')}>
          {say('settings.space.free')}
        </Button>
      </Row>
    </Rows>
  );
}

/** Looks for pictures whose files were moved, and shows the result. */
function MissingPictures() {
  const say = useWords();
  const search = useApp((facts) => facts.librarySearch);
  return (
    <Row name={say('settings.missing')} explained={say('settings.missing-explained')} wide>
      <div className={rowStyles.wrap}>
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

/** The progress or the result of a search for missing pictures. Empty before the first. */
export function searchWords(say: Words, { looking, last }: LibrarySearch): string {
  if (looking) return say('settings.missing.looking', { checked: looking.checked, found: looking.found });
  if (last === null) return '';
  if (last === 'failed') return say('settings.missing.failed');
  const { pictures, found, missing, unreadable, unreachable } = last;
  if (missing === 0) return found === 0 ? say('settings.missing.none', { pictures }) : say('settings.missing.found', { found });
  return [
    found > 0 ? say('settings.missing.found-some', { found }) : '',
    say('settings.missing.some', { missing }),
    unreachable.length > 0 ? say('settings.missing.unreachable', { count: unreachable.length, folders: unreachable.join(', ') }) : '',
    unreadable > 0 ? say('settings.missing.unreadable', { count: unreadable }) : '',
  ].filter((sentence) => sentence !== '').join(' ');
}
