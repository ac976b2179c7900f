import { Bookmark, BookmarkPlus, PenLine, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import type { Preset } from '../../../../shared/prompts/preset.ts';
import { combinations } from '../../../stores/compose/compose-matrix.ts';
import { namePreset, readPresets, removePreset, takePreset, usePresets } from '../../../stores/compose/presets.ts';
import { MenuItem, MenuSeparator, Submenu } from '../../../ui/menu.tsx';
import { useWords } from '../../../words/words.ts';

/** Presets in a menu: choose, save, rename and delete. */
export function PresetItems() {
  const say = useWords();
  const presets = usePresets((state) => state.presets);
  useEffect(() => void readPresets(), []);
  const each = (icon: typeof Bookmark, act: (preset: Preset) => void, danger = false) =>
    presets.map((preset) => {
      const Icon = icon;
      const tasks = combinations(preset.choices) * preset.choices.count;
      return (
        <MenuItem key={preset.id} icon={<Icon size={14} />} danger={danger} note={tasks > 1 ? say('presets.tasks', { count: tasks }) : undefined} onSelect={() => act(preset)}>
          {preset.name}
        </MenuItem>
      );
    });
  return (
    <Submenu icon={<Bookmark size={14} />} label={say('presets.title')}>
      {each(Bookmark, takePreset)}
      {presets.length > 0 && <MenuSeparator />}
      <MenuItem icon={<BookmarkPlus size={14} />} onSelect={() => namePreset('choices')}>
        {say('presets.save')}
      </MenuItem>
      {presets.length > 0 && (
        <>
          <Submenu icon={<PenLine size={14} />} label={say('presets.rename')}>
            {each(PenLine, namePreset)}
          </Submenu>
          <Submenu icon={<Trash2 size={14} />} label={say('presets.delete')}>
            {each(Trash2, (preset) => void removePreset(preset), true)}
          </Submenu>
        </>
      )}
    </Submenu>
  );
}
