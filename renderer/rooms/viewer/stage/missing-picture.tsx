import { FileQuestionMark, FileSearch, FolderOpen, ImageOff } from 'lucide-react';
import { isShown, type ImageFile, type ImageId } from '../../../../shared/task.ts';
import { useApp } from '../../../stores/app-store.ts';
import { askAgain, usePresenceStore, useWatchedPresence } from '../../../stores/pictures/presence.ts';
import { useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { chooseLibraryFolder, lookForMissing, openLibraryFolder } from '../../../parts/pictures/library-actions.ts';
import { exportPicture, revealPicture } from '../../../parts/pictures/image-actions.ts';
import styles from './missing-picture.module.css';

interface MissingPictureProps {
  readonly id: ImageId;
  /** Null until the description has loaded. */
  readonly file: ImageFile | null;
  readonly onRetry: () => void;
}

/** Says why a picture cannot be shown, and what can be done about it. */
export function MissingPicture({ id, file, onRetry }: MissingPictureProps) {
  const say = useWords();
  const presence = useWatchedPresence(id);
  if (presence === null) return null;
  const absent = presence !== 'here';
  const changed = presence === 'changed';
  if (!absent && file !== null && !isShown(file.type)) return <KeptOnly id={id} file={file} />;
  const retry = (): void => {
    askAgain();
    onRetry();
  };
  return (
    <div className={styles.missing} role="alert">
      <EmptyState
        icon={<ImageOff size={28} strokeWidth={1.5} />}
        title={say(changed ? 'viewer.changed' : absent ? 'viewer.missing' : 'viewer.damaged')}
        explanation={changed ? say('viewer.changed-explained') : absent ? <WhyMissing /> : say('viewer.damaged-explained')}
      >
        {file && <Place path={file.path} />}
        <div className={styles.actions}>
          {absent ? (
            <>
              <LookForIt />
              <Button onClick={() => void chooseLibraryFolder()}>{say('viewer.missing-choose')}</Button>
            </>
          ) : (
            <Button onClick={retry}>{say('viewer.damaged-retry')}</Button>
          )}
          <Button icon={<FolderOpen size={14} />} onClick={() => void openLibraryFolder()}>
            {say('viewer.missing-open')}
          </Button>
        </div>
        {absent && <Search />}
      </EmptyState>
    </div>
  );
}

/** Stands in for a file that was paid for but that Latent cannot show. */
function KeptOnly({ id, file }: { readonly id: ImageId; readonly file: ImageFile }) {
  const say = useWords();
  return (
    <div className={styles.missing}>
      <EmptyState
        icon={<FileQuestionMark size={28} strokeWidth={1.5} />}
        title={say('viewer.kept-only', { type: file.type, extension: file.type.toUpperCase() })}
        explanation={say('viewer.kept-only-explained')}
      >
        <Place path={file.path} />
        <div className={styles.actions}>
          <Button variant="solid" icon={<FolderOpen size={14} />} onClick={() => void revealPicture(id)}>
            {say('viewer.reveal')}
          </Button>
          <Button onClick={() => void exportPicture(id)}>{say('viewer.export')}</Button>
        </div>
      </EmptyState>
    </div>
  );
}

function WhyMissing() {
  const say = useWords();
  const folderIsThere = usePresenceStore((state) => state.folderIsThere);
  return say(folderIsThere ? 'viewer.missing-explained' : 'viewer.missing-folder-explained');
}

/** Where the file should be, as the system writes it. */
function Place({ path }: { readonly path: string }) {
  const folder = useApp((facts) => facts.libraryFolder);
  const separator = useApp((facts) => facts.platform) === 'win32' ? '\\' : '/';
  return <p className={styles.path}>{[folder, ...path.split('/')].join(separator)}</p>;
}

function LookForIt() {
  const say = useWords();
  const looking = useApp((facts) => facts.librarySearch.looking !== null);
  return (
    <Button variant="solid" icon={<FileSearch size={14} />} disabled={looking} onClick={() => void lookForMissing()}>
      {say('viewer.missing-look')}
    </Button>
  );
}

/** The progress of the search, and that it failed. A picture that was found is shown instead. */
function Search() {
  const say = useWords();
  const { looking, last } = useApp((facts) => facts.librarySearch);
  if (looking === null && last === null) return null;
  return (
    <p className={styles.search} role="status">
      {looking ? say('viewer.missing-looking', { checked: looking.checked }) : say(last === 'failed' ? 'viewer.missing-failed' : 'viewer.missing-nowhere')}
    </p>
  );
}
