import { ExternalLink, RotateCw } from 'lucide-react';
import type { Release } from '../../../../shared/updates/release.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { Button } from '../../../ui/button.tsx';
import type { Asked } from '../../../ui/dialogs/ask.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { useFormats, useWords } from '../../../words/words.ts';
import styles from './release-dialog.module.css';

interface ReleaseDialogProps extends Asked {
  readonly release: Release;
}

/** What is new in a release, as the signed feed says it. */
export function ReleaseDialog({ release }: ReleaseDialogProps) {
  const say = useWords();
  const formats = useFormats();
  const { version, date, notes } = release;
  return (
    <Dialog
      wide
      title={say('updates.release', { version })}
      description={formats.day(Date.parse(date))}
      actions={<ReleaseButtons release={release} />}
    >
      <p className={styles.notes}>{notes.trim() === '' ? say('updates.no-notes') : notes}</p>
    </Dialog>
  );
}

/** What the person can do about a release that was found. Nothing about any other. */
export function ReleaseButtons({ release }: { readonly release: Release }) {
  const say = useWords();
  const updates = useApp((facts) => facts.updates);
  const found = updates?.found;
  if (found?.release.version !== release.version) return null;
  if (found.step.at === 'ready') {
    return (
      <Button variant="solid" icon={<RotateCw size={14} />} onClick={() => void notifyIfFailed(bridge.updatesRestart())}>
        {say(updates?.restarts === false ? 'updates.end' : 'updates.restart')}
      </Button>
    );
  }
  if (release.page === null || found.step.at === 'downloading') return null;
  return (
    <Button icon={<ExternalLink size={14} />} onClick={() => void notifyIfFailed(bridge.updatesOpenPage())}>
      {say('updates.page')}
    </Button>
  );
}
