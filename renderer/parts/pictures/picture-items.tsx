import { Copy, Eye, FolderOpen, ImageUp, Layers, ListChecks, Save, ScanSearch } from 'lucide-react';
import type { ImageId, Task } from '../../../shared/task.ts';
import { startCull, useCull } from '../../stores/cull/cull-store.ts';
import { useWords } from '../../words/words.ts';
import { MenuItem, MenuSeparator, Submenu } from '../../ui/menu.tsx';
import { CopyFileItems, CopyMenu } from '../export/copy-menu.tsx';
import { MarkMenuItems, TakeItems } from '../marks/mark-menu-items.tsx';
import { referToPictures, useTakesPictures } from '../../stores/compose/compose-references.ts';
import { toggleStack, useStackStep } from '../../stores/gallery/change-arrangement.ts';
import { onePicture, type MarkTarget } from '../../stores/selection/mark-target.ts';
import { useSelection } from '../../stores/selection/selection-store.ts';
import { useView } from '../../stores/windows/view-store.ts';
import { MatrixItem } from './matrix-item.tsx';
import { copyPicture, exportPicture, revealPicture } from './image-actions.ts';
import { OpenWithMenu } from './open-with-menu.tsx';
import { CopyTaskItems, PromptMenu, UseAgainItem } from './prompt-items.tsx';
import { showLike } from './show-similar.ts';

interface OfPicture {
  readonly imageId: ImageId;
  /** Null until it is known. Only submenus get items then, so that nothing moves. */
  readonly task: Task | null;
}

interface PictureItemsProps extends OfPicture {
  /** Moves it to the trash or back, if the caller has more to do than mark it. */
  readonly onTake?: (kind: 'trash' | 'restore') => void;
}

/**
 * What a menu offers for one picture and its task. It fits a window 600 pixels high, below the bar of the viewer too, so the less usual items are
 * in submenus.
 */
export function PictureItems({ imageId, task, onTake }: PictureItemsProps) {
  const say = useWords();
  const of = onePicture(imageId);
  return (
    <>
      <CullItem imageId={imageId} />
      <ShowMenu imageId={imageId} task={task} />
      <MenuSeparator />
      <MarkMenuItems imageId={imageId} of={of} />
      <MenuSeparator />
      <UseAgainItem task={task} />
      <ReferenceItem of={of} />
      <PromptMenu task={task} imageId={imageId} />
      <CopyMenu>
        <MenuItem icon={<Copy size={14} />} shortcut="copy-picture" onSelect={() => void copyPicture(imageId)}>
          {say('gallery.copy.picture')}
        </MenuItem>
        <CopyFileItems of={of} />
        {task && <CopyTaskItems task={task} />}
      </CopyMenu>
      <OpenWithMenu imageId={imageId} />
      <MenuItem icon={<Save size={14} />} shortcut="export" onSelect={() => void exportPicture(imageId)}>
        {say('gallery.do.export')}
      </MenuItem>
      <MenuSeparator />
      <TakeItems imageId={imageId} of={of} {...(onTake && { onTake })} />
    </>
  );
}

/** The menu item that starts culling. Hidden outside the gallery and during culling. */
function CullItem({ imageId }: { readonly imageId: ImageId }) {
  const say = useWords();
  const inGallery = useView(({ route }) => route === 'gallery');
  const culls = useCull(({ culling }) => culling !== null);
  if (!inGallery || culls) return null;
  return (
    <MenuItem icon={<ListChecks size={14} />} shortcut="cull" onSelect={() => void startCull(imageId)}>
      {say('cull.from-here')}
    </MenuItem>
  );
}

/** Opens or closes the stack of the picture that is selected in the sheet. */
function StackItem() {
  const say = useWords();
  const step = useStackStep();
  const inViewer = useView(({ viewer }) => viewer !== null);
  if (step === null || inViewer) return null;
  return (
    <MenuItem icon={<Layers size={14} />} shortcut="stack" onSelect={() => toggleStack(useSelection.getState().index)}>
      {say(`arrange.${step}-stack`)}
    </MenuItem>
  );
}

/** The submenu of what leads from a picture to others, and to its file. */
function ShowMenu({ imageId, task }: OfPicture) {
  const say = useWords();
  const culls = useCull(({ culling }) => culling !== null);
  return (
    <Submenu icon={<Eye size={14} />} label={say('gallery.do.show')}>
      {/* Not during culling, because showing them would end it. */}
      {!culls && (
        <MenuItem icon={<ScanSearch size={14} />} shortcut="like" onSelect={() => void showLike(imageId)}>
          {say('similar.like')}
        </MenuItem>
      )}
      <StackItem />
      {task && !culls && <MatrixItem task={task} imageId={imageId} shortcut="matrix" words="matrix.show" />}
      <MenuItem icon={<FolderOpen size={14} />} shortcut="reveal" onSelect={() => void revealPicture(imageId)}>
        {say('gallery.show.in-folder')}
      </MenuItem>
    </Submenu>
  );
}

/** Adds pictures to the references of the prompt. Hidden unless the account takes pictures. */
export function ReferenceItem({ of }: { readonly of: MarkTarget }) {
  const say = useWords();
  if (!useTakesPictures()) return null;
  return (
    <MenuItem icon={<ImageUp size={14} />} shortcut="use-as-reference" onSelect={() => void referToPictures(of.target())}>
      {say('references.use')}
    </MenuItem>
  );
}
