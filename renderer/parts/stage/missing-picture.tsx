import { FileQuestionMark, FileSearch, FolderOpen, ImageOff } from 'lucide-react';
import { isShown, type ImageFile, type ImageId } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { askAgain, usePresenceStore, useWatchedPresence } from '../../stores/pictures/presence.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { chooseLibraryFolder, exportPicture, lookForMissing, openLibraryFolder, revealPicture } from '../pictures/image-actions.ts';
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
  const folderIsThere = usePresenceStore((state) => state.folderIsThere);
  const { libraryFolder, platform, librarySearch } = useApp((facts) => facts);
  const { looking, last } = librarySearch;
  if (presence === null) return null;
  // The path as the system writes it.
  const path = file && <p className={styles.path}>{[libraryFolder, ...file.path.split('/')].join(platform === 'win32' ? '\\' : '/')}</p>;
  if (presence === 'here' && file !== null && !isShown(file.type)) {
    return (
      <div className={styles.missing}>
        <EmptyState
          icon={<FileQuestionMark size={28} strokeWidth={1.5} />}
          title={say('viewer.no-preview', { type: file.type, extension: file.type.toUpperCase() })}
          explanation={say('viewer.no-preview-explained')}
        >
          {path}
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
  const isAbsent = presence !== 'here';
  const words = {
    absent: ['viewer.missing', folderIsThere ? 'viewer.missing-explained' : 'viewer.missing-folder-explained'],
    changed: ['viewer.changed', 'viewer.changed-explained'],
    here: ['viewer.damaged', 'viewer.damaged-explained'],
  } as const;
  const [title, explanation] = words[presence];
  return (
    <div className={styles.missing} role="alert">
      <EmptyState icon={<ImageOff size={28} strokeWidth={1.5} />} title={say(title)} explanation={say(explanation)}>
        {path}
        <div className={styles.actions}>
          {isAbsent ? (
            <>
              <Button variant="solid" icon={<FileSearch size={14} />} disabled={looking !== null} onClick={() => void lookForMissing()}>
                {say('viewer.missing-look')}
              </Button>
              <Button onClick={() => void chooseLibraryFolder()}>{say('viewer.missing-choose')}</Button>
            </>
          ) : (
            <Button
              onClick={() => {
                askAgain();
                onRetry();
              }}
            >
              {say('viewer.damaged-retry')}
            </Button>
          )}
          <Button icon={<FolderOpen size={14} />} onClick={() => void openLibraryFolder()}>
            {say('viewer.missing-open')}
          </Button>
        </div>
        {/* A picture that was found is shown instead. */}
        {isAbsent && (looking !== null || last !== null) && (
          <p className={styles.search} role="status">
            {looking ? say('viewer.missing-looking', { checked: looking.checked }) : say(last === 'failed' ? 'viewer.missing-failed' : 'viewer.missing-nowhere')}
          </p>
        )}
      </EmptyState>
    </div>
  );
}
