import { FileQuestionMark, FolderOpen, ImageOff } from 'lucide-react';
import type { ImageId } from '../../../../shared/task.ts';
import { useDescription } from '../../../stores/pictures/descriptions.ts';
import { tryAgain, useLooks } from '../../../stores/pictures/thumbnail-looks.ts';
import { usePresenceStore } from '../../../stores/pictures/presence.ts';
import { useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { revealPicture } from '../../../parts/pictures/image-actions.ts';
import styles from './broken-note.module.css';

interface BrokenNoteProps {
  readonly imageId: ImageId;
  /** Whether Tab leads to its button. */
  readonly active: boolean;
}

const reasons = {
  damaged: 'gallery.broken.damaged',
  'too-many-pixels': 'gallery.broken.too-many-pixels',
  unreadable: 'gallery.broken.unreadable',
  'no-preview': 'gallery.broken.no-preview',
  'file-missing': 'gallery.file-missing',
  'file-changed': 'gallery.file-changed',
} as const;

/** The same for a picture that is shown elsewhere: a line that is rendered only if there is something to say. */
export function BrokenLine({ imageId }: { readonly imageId: ImageId }) {
  const say = useWords();
  const reason = useLooks(({ looks }) => looks.get(imageId)?.broken);
  if (!reason || reason === 'file-missing') return null;
  return (
    <p className={styles.line} role="status">
      <ImageOff size={14} strokeWidth={1.5} />
      {say(reasons[reason])}
      {reason !== 'no-preview' && (
        <Button size="small" variant="quiet" onClick={() => void tryAgain(imageId)}>
          {say('gallery.broken.try-again')}
        </Button>
      )}
    </p>
  );
}

/** Says why a thumbnail is not available, and offers to try again. */
export function BrokenNote({ imageId, active }: BrokenNoteProps) {
  const say = useWords();
  const presence = usePresenceStore(({ known }) => known.get(imageId));
  const broken = useLooks(({ looks }) => looks.get(imageId)?.broken ?? null);
  const reason = presence === 'changed' ? 'file-changed' : presence === 'absent' ? 'file-missing' : broken;
  if (reason === 'no-preview') return <NoPreviewNote imageId={imageId} active={active} />;
  return (
    <div className={styles.note}>
      <ImageOff size={18} strokeWidth={1.5} />
      {say(reason === null ? 'gallery.no-preview' : reasons[reason])}
      {reason !== null && reason !== 'file-missing' && (
        <Button size="small" variant="quiet" tabIndex={active ? 0 : -1} onClick={() => void tryAgain(imageId)}>
          {say('gallery.broken.try-again')}
        </Button>
      )}
    </div>
  );
}

/** Shown instead of a file that was paid for but that Latent cannot display. */
function NoPreviewNote({ imageId, active }: BrokenNoteProps) {
  const say = useWords();
  const state = useDescription(imageId)?.image.state;
  return (
    <div className={styles.note}>
      <FileQuestionMark size={18} strokeWidth={1.5} />
      {state?.status === 'kept' ? say('gallery.broken.no-preview-type', { type: state.file.type, extension: state.file.type.toUpperCase() }) : say('gallery.broken.no-preview')}
      <Button size="small" variant="quiet" icon={<FolderOpen size={14} />} tabIndex={active ? 0 : -1} onClick={() => void revealPicture(imageId)}>
        {say('gallery.do.reveal')}
      </Button>
    </div>
  );
}
