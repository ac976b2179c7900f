import { Copy, CornerUpLeft, FolderOpen, Hash, Maximize2, Save, TextQuote } from 'lucide-react';
import type { ImageId, Task } from '../../../shared/task.ts';
import { openViewer } from '../../stores/view-store.ts';
import { useFormats, useWords } from '../../stores/words.ts';
import { MenuItem, MenuSeparator, MenuTitle } from '../../ui/menu.tsx';
import { exportSelected, revealSelected } from '../export/export-actions.ts';
import { MarkMenuItems } from '../marks/mark-menu-items.tsx';
import type { MarkTarget } from '../marks/mark-target.ts';
import { onePicture, useSheetTarget } from '../marks/mark-target.ts';
import { composeAgain, copyPicture, copyPrompt, copyTaskId, exportPicture, revealPicture } from '../tasks/image-actions.ts';
import { useSelected } from './selected.ts';

/**
 * The right click on the sheet: everything that can be done with the selected cell, with its keys; where it is one of several
 * pictures that are selected together, what can be done with all of them.
 */
export function EntryMenu() {
  const what = useSelected();
  const target = useSheetTarget();
  if (what.kind !== 'image') return null;
  if (target.together > 1) return <TogetherItems imageId={what.imageId} of={target} />;
  return (
    <>
      <ImageItems imageId={what.imageId} />
      {what.info && (
        <>
          <MenuSeparator />
          <CommonItems task={what.info.task} />
        </>
      )}
    </>
  );
}

function TogetherItems({ imageId, of }: { readonly imageId: ImageId; readonly of: MarkTarget }) {
  const say = useWords();
  const { number } = useFormats();
  return (
    <>
      <MenuTitle>{of.together === Infinity ? say('marks.pictures-uncounted') : say('marks.pictures', { count: of.together, shown: number(of.together) })}</MenuTitle>
      <MenuItem icon={<Save size={14} />} shortcut="export" onSelect={() => void exportSelected(of.target())}>
        {say('export.do')}
      </MenuItem>
      <MenuItem icon={<FolderOpen size={14} />} shortcut="reveal" onSelect={() => void revealSelected(of.target())}>
        {say('export.do.reveal')}
      </MenuItem>
      <MenuSeparator />
      <MarkMenuItems imageId={imageId} of={of} />
    </>
  );
}

function ImageItems({ imageId }: { readonly imageId: ImageId }) {
  const say = useWords();
  return (
    <>
      <MenuItem icon={<Maximize2 size={14} />} shortcut="open" onSelect={() => openViewer(imageId)}>
        {say('gallery.do.open')}
      </MenuItem>
      <MenuItem icon={<Copy size={14} />} shortcut="copy-picture" onSelect={() => void copyPicture(imageId)}>
        {say('gallery.do.copy-picture')}
      </MenuItem>
      <MenuItem icon={<Save size={14} />} shortcut="export" onSelect={() => void exportPicture(imageId)}>
        {say('gallery.do.export')}
      </MenuItem>
      <MenuItem icon={<FolderOpen size={14} />} shortcut="reveal" onSelect={() => void revealPicture(imageId)}>
        {say('gallery.do.reveal')}
      </MenuItem>
      <MenuSeparator />
      <MarkMenuItems imageId={imageId} of={onePicture(imageId)} />
    </>
  );
}

function CommonItems({ task }: { readonly task: Task }) {
  const say = useWords();
  return (
    <>
      <MenuItem icon={<CornerUpLeft size={14} />} shortcut="use-again" onSelect={() => composeAgain(task)}>
        {say('gallery.do.use-again')}
      </MenuItem>
      <MenuItem icon={<TextQuote size={14} />} shortcut="copy-prompt" onSelect={() => void copyPrompt(task)}>
        {say('gallery.do.copy-prompt')}
      </MenuItem>
      {task.imported === null && (
        <MenuItem icon={<Hash size={14} />} shortcut="copy-id" onSelect={() => void copyTaskId(task)}>
          {say('gallery.do.copy-id')}
        </MenuItem>
      )}
    </>
  );
}
