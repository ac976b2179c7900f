import { FolderInput, ImagePlus, Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.ts';
import { chooseToImport } from './choose-to-import.ts';

/** What can be imported, and the undo of the last import. On some systems, a dialog cannot offer folders and files at once. */
export function ImportMenu({ trigger, keys }: { readonly trigger: ReactElement; readonly keys: readonly Chord[] | undefined }) {
  const say = useWords();
  const last = useApp(({ imports }) => (imports.latest?.phase === 'ended' ? imports.latest.counts.added : 0));
  return (
    <Menu trigger={trigger} align="end">
      <MenuItem icon={<FolderInput size={14} />} keys={keys} onSelect={() => void chooseToImport('folder')}>
        {say('import.folder')}
      </MenuItem>
      <MenuItem icon={<ImagePlus size={14} />} onSelect={() => void chooseToImport('pictures')}>
        {say('import.pictures')}
      </MenuItem>
      {last > 0 && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Undo2 size={14} />} onSelect={() => void notifyIfFailed(bridge.importUndo())}>
            {say('import.undo-last', { count: last })}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
