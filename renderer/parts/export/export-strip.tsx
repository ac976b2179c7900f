import { Save, X } from 'lucide-react';
import { useState } from 'react';
import type { ExportProgress } from '../../../shared/library/export.ts';
import type { Words } from '../../../shared/words/index.ts';
import { useApp } from '../../stores/app-store.ts';
import { useWords } from '../../words/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FileListDialog } from '../../ui/dialogs/file-list-dialog.tsx';
import styles from '../../ui/strip.module.css';
import { dismissExport, leftOutPictures, openExportFolder, resumeExport, stopExport } from './export-actions.ts';

/** The progress and the result of the latest export, until the person closes it. */
export function ExportStrip() {
  const exporting = useApp((facts) => facts.exporting);
  return exporting && <Strip progress={exporting} />;
}

function Strip({ progress }: { readonly progress: ExportProgress }) {
  const say = useWords();
  const [listing, setListing] = useState(false);
  const { phase, trouble, folder, pictures, done, leftOut } = progress;
  return (
    <section className={styles.strip} aria-label={say('export.name')} data-phase={phase}>
      <Save size={16} className={trouble ? styles.caution : styles.icon} />
      <div className={styles.words}>
        <p className={styles.line}>
          <span className={styles.title}>
            <span role="status">{titleOf(say, progress)}</span> {phase !== 'ended' && say(`export.${phase}-at`, { done, pictures })}
          </span>
          {countsOf(say, progress).map((count) => (
            <span key={count}>{count}</span>
          ))}
          <span className={styles.name}>{folder}</span>
        </p>
        {trouble && <p className={styles.caution}>{say(`export.trouble.${trouble}`, { folder })}</p>}
        {phase !== 'ended' && <progress className={styles.bar} aria-label={say('export.name')} max={pictures} value={done} />}
      </div>
      <div className={styles.buttons}>
        {leftOut > 0 && (
          <Button size="small" variant="quiet" onClick={() => setListing(true)}>
            {say('export.do.list')}
          </Button>
        )}
        <Choices progress={progress} />
      </div>
      <FileListDialog open={listing} title={say('export.left-out-title')} explanation={say('export.left-out-explained')} load={leftOutPictures} total={leftOut} onClose={() => setListing(false)} />
    </section>
  );
}

/** What can be done in this phase. */
function Choices({ progress: { phase, copied, there } }: { readonly progress: ExportProgress }) {
  const say = useWords();
  if (phase === 'running') {
    return (
      <Button size="small" onClick={() => void stopExport()}>
        {say('export.do.stop')}
      </Button>
    );
  }
  return (
    <>
      {phase === 'stopped' && (
        <Button size="small" onClick={() => void resumeExport()}>
          {say('export.do.resume')}
        </Button>
      )}
      {copied + there > 0 && (
        <Button size="small" variant={phase === 'stopped' ? 'quiet' : 'plain'} onClick={() => void openExportFolder()}>
          {say('export.do.open-folder')}
        </Button>
      )}
      <IconButton label={say('export.do.close')} onClick={() => void dismissExport()}>
        <X size={14} />
      </IconButton>
    </>
  );
}

/** For screen readers: the words change only with the phase. */
function titleOf(say: Words, { phase, copied }: ExportProgress): string {
  return phase === 'ended' ? say('export.ended', { copied }) : say(`export.${phase}`);
}

/** What happened to the pictures. When the export has ended, the title has the number of copies. */
function countsOf(say: Words, { phase, copied, there, leftOut }: ExportProgress): readonly string[] {
  return [
    copied > 0 && phase !== 'ended' ? say('export.copied', { count: copied }) : '',
    there > 0 ? say('export.there', { count: there }) : '',
    leftOut > 0 ? say('export.left-out', { count: leftOut }) : '',
  ].filter((words) => words !== '');
}
