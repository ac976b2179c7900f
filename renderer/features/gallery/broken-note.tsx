import { ImageOff } from 'lucide-react';
import type { ImageId } from '../../../shared/task.ts';
import type { BrokenReason } from '../../../shared/thumbnail.ts';
import { tryAgain, useThumbnailLook } from '../../stores/in-sight.ts';
import { useWords } from '../../stores/words.ts';
import { Button } from '../../ui/button.tsx';
import styles from './broken-note.module.css';

interface BrokenNoteProps {
  readonly imageId: ImageId;
  /** Null: it is not known. */
  readonly reason: BrokenReason | 'file-changed' | null;
  readonly active: boolean;
}

const reasons = {
  damaged: 'gallery.broken.damaged',
  'too-many-pixels': 'gallery.broken.too-many-pixels',
  unreadable: 'gallery.broken.unreadable',
  'file-missing': 'gallery.file-missing',
  'file-changed': 'gallery.file-changed',
} as const;

/** The same for a picture that is looked at elsewhere: a line that is there only when there is something to say. */
export function BrokenLine({ imageId }: { readonly imageId: ImageId }) {
  const say = useWords();
  const reason = useThumbnailLook(imageId)?.broken;
  if (!reason || reason === 'file-missing') return null;
  return (
    <p className={styles.line} role="status">
      <ImageOff size={14} strokeWidth={1.5} />
      {say(reasons[reason])}
      <Button size="small" variant="quiet" onClick={() => void tryAgain(imageId)}>
        {say('gallery.broken.try-again')}
      </Button>
    </p>
  );
}

/** Stands where a thumbnail cannot be had: why, and a way to try once more. */
export function BrokenNote({ imageId, reason, active }: BrokenNoteProps) {
  const say = useWords();
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
