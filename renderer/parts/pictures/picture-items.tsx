import { BookmarkPlus, Copy, CornerUpLeft, FolderOpen, Hash, ImageUp, LifeBuoy, ListChecks, Save, ScanSearch, TextQuote } from 'lucide-react';
import type { ImageId, Task } from '../../../shared/task.ts';
import { startCull, useCull } from '../../stores/cull/cull-store.ts';
import { offerToSaveTask } from '../../stores/prompts/prompts-dialog.ts';
import { useWords } from '../../words/words.ts';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import type { ShortcutId } from '../../ui/shortcuts/shortcut-table.ts';
import { CopyFileItems } from '../export/copy-file-items.tsx';
import { MarkMenuItems } from '../marks/mark-menu-items.tsx';
import { referToPictures, useTakesPictures } from '../../stores/compose/references.ts';
import { onePicture, type MarkTarget } from '../../stores/selection/mark-target.ts';
import { useView } from '../../stores/view-store.ts';
import { MatrixItem } from './matrix-item.tsx';
import { composeAgain, copyForSupport, copyPicture, copyPrompt, copyTaskId, exportPicture, requestAgain, revealPicture } from './image-actions.ts';
import { OpenWithMenu } from './open-with-menu.tsx';
import { SharePromptMenu } from './share-prompt-menu.tsx';
import { showLike } from './show-similar.ts';

interface PictureItemsProps {
  readonly imageId: ImageId;
  /** Null until it is known. */
  readonly task: Task | null;
  /** Moves it to the trash or back, if the caller has more to do than mark it. */
  readonly onTake?: (kind: 'trash' | 'restore') => void;
}

/** What a menu offers for one picture and its task. */
export function PictureItems({ imageId, task, onTake }: PictureItemsProps) {
  const say = useWords();
  return (
    <>
      <CullItem imageId={imageId} />
      <MenuItem icon={<Copy size={14} />} shortcut="copy-picture" onSelect={() => void copyPicture(imageId)}>
        {say('gallery.do.copy-picture')}
      </MenuItem>
      <CopyFileItems of={onePicture(imageId)} />
      <MenuItem icon={<Save size={14} />} shortcut="export" onSelect={() => void exportPicture(imageId)}>
        {say('gallery.do.export')}
      </MenuItem>
      <MenuItem icon={<FolderOpen size={14} />} shortcut="reveal" onSelect={() => void revealPicture(imageId)}>
        {say('gallery.do.reveal')}
      </MenuItem>
      <OpenWithMenu imageId={imageId} />
      <LikeItem imageId={imageId} />
      <ReferenceItem of={onePicture(imageId)} />
      <MenuSeparator />
      <MarkMenuItems imageId={imageId} of={onePicture(imageId)} {...(onTake && { onTake })} />
      {task && (
        <>
          <MenuSeparator />
          <PromptItems task={task} imageId={imageId} />
        </>
      )}
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

/** Shows similar pictures. Hidden during culling, because showing them would end it. */
function LikeItem({ imageId }: { readonly imageId: ImageId }) {
  const say = useWords();
  const culls = useCull(({ culling }) => culling !== null);
  if (culls) return null;
  return (
    <MenuItem icon={<ScanSearch size={14} />} shortcut="like" onSelect={() => void showLike(imageId)}>
      {say('similar.like')}
    </MenuItem>
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

interface PromptItemsProps {
  readonly task: Task;
  /** The picture that becomes the preview if the prompt is saved. By default the newest one of this prompt. */
  readonly imageId?: ImageId;
  /** Distinguishes the keys of the history from those of the gallery. Null: the room has no such keys. */
  readonly prefix?: '' | 'history-' | null;
}

/** What a menu offers for a task. A task that was added by its ID may have no prompt. */
export function PromptItems({ task, imageId, prefix = '' }: PromptItemsProps) {
  const say = useWords();
  const keyOf = (id: 'use-again' | 'copy-prompt' | 'copy-id' | 'save-prompt-of' | 'matrix'): ShortcutId | undefined => (prefix === null ? undefined : `${prefix}${id}`);
  return (
    <>
      {task.request.prompt !== '' && (
        <>
          <MenuItem icon={<CornerUpLeft size={14} />} shortcut={keyOf('use-again')} onSelect={() => composeAgain(task)}>
            {say('gallery.do.use-again')}
          </MenuItem>
          <MenuItem icon={<TextQuote size={14} />} shortcut={keyOf('copy-prompt')} onSelect={() => copyPrompt(task)}>
            {say('gallery.do.copy-prompt')}
          </MenuItem>
          <MenuItem icon={<BookmarkPlus size={14} />} shortcut={keyOf('save-prompt-of')} onSelect={() => offerToSaveTask(task, imageId ?? null)}>
            {say('prompts.save-this')}
          </MenuItem>
          <SharePromptMenu request={() => requestAgain(task)} />
        </>
      )}
      <MatrixItem task={task} imageId={imageId} shortcut={keyOf('matrix')} />
      {task.imported === null && (
        <MenuItem icon={<Hash size={14} />} shortcut={keyOf('copy-id')} onSelect={() => copyTaskId(task)}>
          {say('gallery.do.copy-id')}
        </MenuItem>
      )}
      {task.imported === null && (
        <MenuItem icon={<LifeBuoy size={14} />} onSelect={() => void copyForSupport(task)}>
          {say('gallery.do.copy-for-support')}
        </MenuItem>
      )}
    </>
  );
}
