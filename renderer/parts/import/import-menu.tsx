import { FolderInput, ImagePlus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useWords } from '../../words/words.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { chooseToImport } from './import-actions.ts';

/** What can be imported. On some systems, a dialog cannot offer folders and files at once. */
export function ImportMenu({ trigger }: { readonly trigger: ReactElement }) {
  const say = useWords();
  return (
    <Menu trigger={trigger} align="end">
      <MenuItem icon={<FolderInput size={14} />} shortcut="import" onSelect={() => void chooseToImport('folder')}>
        {say('import.folder')}
      </MenuItem>
      <MenuItem icon={<ImagePlus size={14} />} onSelect={() => void chooseToImport('pictures')}>
        {say('import.pictures')}
      </MenuItem>
    </Menu>
  );
}
