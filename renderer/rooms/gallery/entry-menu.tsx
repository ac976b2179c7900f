import { Columns2, CopyCheck, FolderOpen, LayoutGrid, ListChecks, Maximize2, Save } from 'lucide-react';
import type { ImageId } from '../../../shared/task.ts';
import { comparable } from '../../stores/compare-store.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { useDescription } from '../../stores/pictures/descriptions.ts';
import { startCull } from '../../stores/cull/cull-store.ts';
import { openViewer } from '../../stores/windows/view-store.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { MenuItem, MenuSeparator, MenuTitle } from '../../ui/menu.tsx';
import { CopyFileItems, CopyMenu } from '../../parts/export/copy-menu.tsx';
import { revealSelected } from '../../parts/export/file-actions.ts';
import { exportSelected, makeContactSheet } from '../../parts/export/export-dialog-store.ts';
import { MarkMenuItems, TakeItems } from '../../parts/marks/mark-menu-items.tsx';
import { useSheetTarget, type MarkTarget } from '../../stores/selection/mark-target.ts';
import { compareSelected } from '../../parts/pictures/compare-pictures.ts';
import { keepBest } from '../../parts/pictures/keep-best.ts';
import { PictureItems, ReferenceItem } from '../../parts/pictures/picture-items.tsx';
import { useSelected } from './selected-pictures.ts';

/** The context menu of the sheet: what can be done with the selected picture, or with all that are selected together. */
export function EntryMenu() {
  const say = useWords();
  const what = useSelected();
  const imageId = what.kind === 'image' ? what.imageId : null;
  const info = useDescription(imageId);
  const target = useSheetTarget();
  if (imageId === null) return null;
  if (target.together > 1) return <TogetherItems imageId={imageId} of={target} />;
  return (
    <>
      <MenuItem icon={<Maximize2 size={14} />} shortcut="open" onSelect={() => openViewer(imageId)}>
        {say('gallery.do.open')}
      </MenuItem>
      <MenuItem icon={<Columns2 size={14} />} shortcut="compare" onSelect={() => void compareSelected()}>
        {say('compare.do-next')}
      </MenuItem>
      <KeepBestItem of={target} />
      <PictureItems imageId={imageId} task={info?.task ?? null} />
    </>
  );
}

function TogetherItems({ imageId, of }: { readonly imageId: ImageId; readonly of: MarkTarget }) {
  const say = useWords();
  const { number } = useFormats();
  return (
    <>
      <MenuTitle>{of.together === Infinity ? say('marks.pictures-uncounted') : say('marks.pictures', { count: of.together, shown: number(of.together) })}</MenuTitle>
      <MenuItem icon={<Columns2 size={14} />} shortcut="compare" disabled={of.together > comparable.most} onSelect={() => void compareSelected()}>
        {say('compare.do')}
      </MenuItem>
      <MenuItem icon={<ListChecks size={14} />} shortcut="cull" onSelect={() => void startCull(null)}>
        {say('cull.selected')}
      </MenuItem>
      <KeepBestItem of={of} />
      <MenuItem icon={<FolderOpen size={14} />} shortcut="reveal" onSelect={() => void revealSelected(of.target())}>
        {say('export.do.reveal')}
      </MenuItem>
      <MenuSeparator />
      <MarkMenuItems imageId={imageId} of={of} />
      <MenuSeparator />
      <ReferenceItem of={of} />
      <CopyMenu>
        <CopyFileItems of={of} />
      </CopyMenu>
      <MenuItem icon={<Save size={14} />} shortcut="export" onSelect={() => void exportSelected(of.target())}>
        {say('export.do')}
      </MenuItem>
      <MenuItem icon={<LayoutGrid size={14} />} shortcut="contact-sheet" onSelect={() => void makeContactSheet(of.target())}>
        {say('sheet.do')}
      </MenuItem>
      <MenuSeparator />
      <TakeItems imageId={imageId} of={of} />
    </>
  );
}

/** Moves all but the best picture of each selected set to the trash. Hidden unless the sheet shows sets of near copies. */
function KeepBestItem({ of }: { readonly of: MarkTarget }) {
  const say = useWords();
  const inSets = useGallery(({ view }) => view.arrangement.stack === 'copies');
  if (!inSets) return null;
  return (
    <MenuItem icon={<CopyCheck size={14} />} shortcut="keep-best" onSelect={() => void keepBest(of)}>
      {say('similar.keep-best')}
    </MenuItem>
  );
}
