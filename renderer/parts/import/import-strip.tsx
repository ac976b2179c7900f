import { FolderInput, X } from 'lucide-react';
import { useState } from 'react';
import type { ImportProgress } from '../../../shared/library/import.ts';
import type { Words } from '../../../shared/words/index.ts';
import { useApp } from '../../stores/app-store.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cancelImport, dismissImport, pauseImport, resumeImport, showImported, skippedFiles, undoImport } from './import-actions.ts';
import { FileListDialog } from '../../ui/dialogs/file-list-dialog.tsx';
import styles from '../../ui/strip.module.css';

/** The progress and the result of the latest import, until the person closes it. */
export function ImportStrip() {
  const latest = useApp((facts) => facts.imports.latest);
  return latest && <Strip progress={latest} />;
}

function Strip({ progress }: { readonly progress: ImportProgress }) {
  const say = useWords();
  const formats = useFormats();
  const [listing, setListing] = useState(false);
  const { phase, trouble, files, filesDone, bytes, bytesDone, name, counts } = progress;
  const goesOn = phase === 'counting' || phase === 'running' || phase === 'paused';
  return (
    <section className={styles.strip} aria-label={say('import.name')} data-phase={phase}>
      <FolderInput size={16} className={trouble ? styles.caution : styles.icon} />
      <div className={styles.words}>
        <p className={styles.line}>
          <span className={styles.title}>
            <span role="status">{titleOf(say, progress)}</span> {placeOf(say, progress)}
          </span>
          {goesOn && phase !== 'counting' && bytes > 0 && <span>{say('import.bytes', { done: formats.bytes(bytesDone), total: formats.bytes(bytes) })}</span>}
          {countsOf(say, progress).map((count) => (
            <span key={count}>{count}</span>
          ))}
          {goesOn && <span className={styles.name}>{name}</span>}
        </p>
        {trouble && <p className={styles.caution}>{say(`import.trouble.${trouble.why}`, { subject: trouble.subject })}</p>}
        {progress.undone !== null && progress.undone.trashed > 0 && <p>{say('import.undone-trashed', { trashed: progress.undone.trashed })}</p>}
        {goesOn && files > 0 && phase !== 'counting' && <progress className={styles.bar} aria-label={say('import.name')} max={files} value={filesDone} />}
      </div>
      <div className={styles.buttons}>
        {counts.skipped > 0 && (
          <Button size="small" variant="quiet" onClick={() => setListing(true)}>
            {say('import.do.skipped')}
          </Button>
        )}
        <Choices progress={progress} />
      </div>
      <FileListDialog
        open={listing}
        title={say('import.skipped-title')}
        explanation={say('import.skipped-explained')}
        load={skippedFiles}
        total={counts.skipped}
        onClose={() => setListing(false)}
      />
    </section>
  );
}

/** What can be done in this phase. */
function Choices({ progress: { phase, counts } }: { readonly progress: ImportProgress }) {
  const say = useWords();
  switch (phase) {
    case 'counting':
    case 'running':
    case 'paused':
      return (
        <>
          {phase === 'paused' ? (
            <Button size="small" onClick={() => void resumeImport()}>
              {say('import.do.resume')}
            </Button>
          ) : (
            <Button size="small" onClick={() => void pauseImport()}>
              {say('import.do.pause')}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={() => void cancelImport()}>
            {say('import.do.cancel')}
          </Button>
        </>
      );
    case 'ended':
    case 'undone':
      return (
        <>
          {phase === 'ended' && counts.added > 0 && (
            <>
              <Button size="small" onClick={() => void showImported()}>
                {say('import.do.show')}
              </Button>
              <Button size="small" variant="quiet" onClick={() => void undoImport()}>
                {say('import.do.undo')}
              </Button>
            </>
          )}
          <IconButton label={say('import.do.close')} onClick={() => void dismissImport()}>
            <X size={14} />
          </IconButton>
        </>
      );
    case 'undoing':
      return null;
  }
}

/** For screen readers: the words change only with the phase. */
function titleOf(say: Words, { phase, counts: { added }, cancelled, undone }: ImportProgress): string {
  switch (phase) {
    case 'counting':
    case 'running':
    case 'paused':
      return say(`import.${phase}`);
    case 'ended':
      return say(cancelled ? 'import.cancelled' : 'import.ended', { added });
    case 'undoing':
      return say('import.undoing');
    case 'undone':
      return say('import.undone', { removed: undone?.removed ?? 0 });
  }
}

/** How far the import is. It changes ten times a second. */
function placeOf(say: Words, { phase, files, filesDone: done }: ImportProgress): string {
  if (phase === 'counting') return files > 0 ? say('import.counting-at', { files }) : '';
  if (phase === 'running') return say('import.running-at', { done, files });
  if (phase !== 'paused') return '';
  if (files > 0) return say('import.paused-at', { done, files });
  return done > 0 ? say('import.paused-uncounted', { done }) : '';
}

/** What happened to the files. When the import has ended, the title has the number of added pictures. */
function countsOf(say: Words, { phase, counts }: ImportProgress): readonly string[] {
  if (phase === 'undoing' || phase === 'undone') return [];
  const { added, duplicates, inTrash, skipped, others } = counts;
  return [
    added > 0 && phase !== 'ended' ? say('import.added', { count: added }) : '',
    duplicates > 0 ? say('import.duplicates', { count: duplicates }) : '',
    inTrash > 0 ? say('import.in-trash', { count: inTrash }) : '',
    skipped > 0 ? say('import.skipped', { count: skipped }) : '',
    others > 0 ? say('import.others', { count: others }) : '',
  ].filter((words) => words !== '');
}
