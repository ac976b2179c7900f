import { ExternalLink } from 'lucide-react';
import type { ImageId } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { MenuItem, Submenu } from '../../ui/menu.tsx';
import { useWords } from '../../words/words.ts';
import { openPicture, openPictureWith, programName } from './image-actions.ts';

/** Opens a picture in other programs. The viewer has the same keys as the gallery. */
export function OpenWithMenu({ imageId }: { readonly imageId: ImageId }) {
  const say = useWords();
  const program = useApp(({ settings }) => settings.openWith);
  return (
    <Submenu icon={<ExternalLink size={14} />} label={say('gallery.do.open-with')}>
      <MenuItem shortcut="open-outside" onSelect={() => void openPicture(imageId)}>
        {say('gallery.do.open-default')}
      </MenuItem>
      {program !== null && (
        <MenuItem shortcut="open-with" onSelect={() => void openPictureWith(imageId, { choose: false })}>
          {programName(program)}
        </MenuItem>
      )}
      <MenuItem {...(program === null && { shortcut: 'open-with' as const })} onSelect={() => void openPictureWith(imageId, { choose: true })}>
        {say('gallery.do.open-other')}
      </MenuItem>
    </Submenu>
  );
}
