import { Copy, Files, Link } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import { MenuItem, Submenu } from '../../ui/menu.tsx';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { copyFiles, useHoldsFiles } from './file-actions.ts';

/** The submenu of everything that can be copied. */
export function CopyMenu({ children }: { readonly children: ReactNode }) {
  const say = useWords();
  return (
    <Submenu icon={<Copy size={14} />} label={say('gallery.do.copy')}>
      {children}
    </Submenu>
  );
}

/** Its items for the files of pictures and their paths. The viewer has the same keys as the gallery. */
export function CopyFileItems({ of }: { readonly of: MarkTarget }) {
  const say = useWords();
  const holdsFiles = useHoldsFiles();
  // The words are the same for any number above one. Infinity: main still counts.
  const count = of.together > 1 ? 2 : 1;
  return (
    <>
      {holdsFiles && (
        <MenuItem icon={<Files size={14} />} shortcut="copy-files" onSelect={() => void copyFiles(of.target(), 'files')}>
          {say('export.do.copy-files', { count })}
        </MenuItem>
      )}
      <MenuItem icon={<Link size={14} />} shortcut="copy-paths" onSelect={() => void copyFiles(of.target(), 'paths')}>
        {say('export.do.copy-paths', { count })}
      </MenuItem>
    </>
  );
}
