import { FolderInput, ImagePlus, Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.ts';

/** Asks for a folder or for pictures in the system's dialog, and starts the import. Main's facts report its progress. */
export async function chooseToImport(what: 'folder' | 'pictures'): Promise<void> {
  await notifyIfFailed(bridge.importChoose({ what }));
}

/** What can be imported, and the undo of the last import. On some systems, a dialog cannot offer folders and files at once. */
export function ImportMenu({ trigger }: { readonly trigger: ReactElement }) {
  const say = useWords();
  const last = useApp(({ imports }) => (imports.latest?.phase === 'ended' ? imports.latest.counts.added : 0));
  return (
    <Menu trigger={trigger} align="end">
      <MenuItem icon={<FolderInput size={14} />} shortcut="import" onSelect={() => void chooseToImport('folder')}>
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
