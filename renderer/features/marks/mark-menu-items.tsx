import { Heart, HeartOff, RotateCcw, Star, Trash2 } from 'lucide-react';
import type { ImageId } from '../../../shared/task.ts';
import { useWords } from '../../stores/words.ts';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { mark, onePicture } from './mark-actions.ts';
import { useImageMarks } from './use-image-marks.ts';

/** What the right click offers of marks. */
export function MarkMenuItems({ imageId }: { readonly imageId: ImageId }) {
  const say = useWords();
  const marks = useImageMarks(imageId);
  if (marks === null) return null;
  const target = onePicture(imageId);
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={marks.favourite ? <HeartOff size={14} /> : <Heart size={14} />} shortcut="favourite" onSelect={() => void mark(target, { kind: 'favourite', favourite: !marks.favourite })}>
        {say(marks.favourite ? 'marks.no-favourite' : 'marks.favourite')}
      </MenuItem>
      <MenuItem icon={<Star size={14} />} onSelect={() => void mark(target, { kind: 'rating', rating: marks.rating === 5 ? 0 : 5 })}>
        {say(marks.rating === 5 ? 'marks.unrate' : 'marks.rate-best')}
      </MenuItem>
      {marks.trashedAt === null ? (
        <MenuItem icon={<Trash2 size={14} />} shortcut="dismiss" onSelect={() => void mark(target, { kind: 'trash' })}>
          {say('marks.trash')}
        </MenuItem>
      ) : (
        <MenuItem icon={<RotateCcw size={14} />} onSelect={() => void mark(target, { kind: 'restore' })}>
          {say('marks.restore')}
        </MenuItem>
      )}
    </>
  );
}
