import { FileQuestionMark, FolderOpen, ImageOff } from 'lucide-react';
import type { ImageId } from '../../../../shared/task.ts';
import type { BrokenReason } from '../../../../shared/thumbnail.ts';
import { useDescription } from '../../../stores/pictures/descriptions.ts';
import { tryAgain, useThumbnailLook } from '../../../stores/pictures/in-sight.ts';
import { useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { revealPicture } from '../../../parts/pictures/image-actions.ts';
import styles from './broken-note.module.css';

interface BrokenNoteProps {
  readonly imageId: ImageId;
  /** Null: not known. */
  readonly reason: BrokenReason | 'file-changed' | null;
  readonly active: boolean;
}

const reasons = {
  damaged: 'gallery.broken.damaged',
  'too-many-pixels': 'gallery.broken.too-many-pixels',
  unreadable: 'gallery.broken.unreadable',
  'kept-only': 'gallery.broken.kept-only',
  'file-missing': 'gallery.file-missing',
  'file-changed': 'gallery.file-changed',
} as const;

/** The same for a picture that is shown elsewhere: a line that is rendered only if there is something to say. */
export function BrokenLine({ imageId }: { readonly imageId: ImageId }) {
  const say = useWords();
  const reason = useThumbnailLook(imageId)?.broken;
  if (!reason || reason === 'file-missing') return null;
  return (
    <p className={styles.line} role="status">
      <ImageOff size={14} strokeWidth={1.5} />
      {say(reasons[reason])}
      {reason !== 'kept-only' && (
        <Button size="small" variant="quiet" onClick={() => void tryAgain(imageId)}>
          {say('gallery.broken.try-again')}
        </Button>
      )}
    </p>
  );
}

/** Says why a thumbnail is not available, and offers to try again. */
export function BrokenNote({ imageId, reason, active }: BrokenNoteProps) {
  const say = useWords();
  if (reason === 'kept-only') return <KeptOnlyNote imageId={imageId} active={active} />;
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
function KeptOnlyNote({ imageId, active }: Pick<BrokenNoteProps, 'imageId' | 'active'>) {
  const say = useWords();
  const state = useDescription(imageId)?.image.state;
  return (
    <div className={styles.note}>
      <FileQuestionMark size={18} strokeWidth={1.5} />
      {state?.status === 'kept' ? say('gallery.broken.kept-only-type', { type: state.file.type, extension: state.file.type.toUpperCase() }) : say('gallery.broken.kept-only')}
      <Button size="small" variant="quiet" icon={<FolderOpen size={14} />} tabIndex={active ? 0 : -1} onClick={() => void revealPicture(imageId)}>
        {say('gallery.do.reveal')}
      </Button>
    </div>
  );
}
