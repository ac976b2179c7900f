import { BookmarkPlus, CornerUpLeft, Hash, LifeBuoy, TextQuote } from 'lucide-react';
import type { ImageId, Task } from '../../../shared/task.ts';
import { offerToSaveTask } from '../../stores/prompts/prompts-dialog-store.ts';
import { useWords } from '../../words/words.ts';
import { MenuItem, MenuTitle, Submenu } from '../../ui/menu.tsx';
import type { ShortcutId } from '../../ui/shortcuts/shortcut-table.ts';
import { CopyMenu } from '../export/copy-menu.tsx';
import { MatrixItem } from './matrix-item.tsx';
import { composeAgain, copyForSupport, copyPrompt, copyTaskId, hasPrompt, requestAgain } from './image-actions.ts';
import { SharePromptItems } from './share-prompt-menu.tsx';

/** Distinguishes the keys of the history from those of the gallery. Null: the room has no such keys. */
type Prefix = '' | 'history-' | null;

interface OfTask {
  readonly task: Task;
  readonly prefix?: Prefix;
}

interface PromptItemsProps extends OfTask {
  /** The picture that becomes the preview if the prompt is saved. By default the newest one of this prompt. */
  readonly imageId?: ImageId;
}

type KeyOfTask = 'use-again' | 'copy-prompt' | 'copy-id' | 'save-prompt-of' | 'matrix';

const keyOf = (prefix: Prefix, id: KeyOfTask): ShortcutId | undefined => (prefix === null ? undefined : `${prefix}${id}`);

/** What a menu offers for a task. */
export function PromptItems({ task, imageId, prefix = '' }: PromptItemsProps) {
  return (
    <>
      <UseAgainItem task={task} prefix={prefix} />
      <PromptMenu task={task} imageId={imageId ?? null} prefix={prefix} />
      <CopyMenu>
        <CopyTaskItems task={task} prefix={prefix} />
      </CopyMenu>
      <MatrixItem task={task} imageId={imageId} shortcut={keyOf(prefix, 'matrix')} />
    </>
  );
}

interface UseAgainItemProps {
  /** Null until it is known. The item waits disabled, so that nothing below it moves. */
  readonly task: Task | null;
  readonly prefix?: Prefix;
}

/** The menu item that copies prompt and settings to the compose bar. */
export function UseAgainItem({ task, prefix = '' }: UseAgainItemProps) {
  const say = useWords();
  return (
    <MenuItem icon={<CornerUpLeft size={14} />} shortcut={keyOf(prefix, 'use-again')} disabled={!task || !hasPrompt(task)} onSelect={() => task && composeAgain(task)}>
      {say('gallery.do.use-again')}
    </MenuItem>
  );
}

interface PromptMenuProps extends UseAgainItemProps {
  /** As in `PromptItems`. */
  readonly imageId: ImageId | null;
}

/** The submenu that saves and shares a prompt. */
export function PromptMenu({ task, imageId, prefix = '' }: PromptMenuProps) {
  const say = useWords();
  return (
    <Submenu icon={<TextQuote size={14} />} label={say('gallery.prompt')} disabled={!task || !hasPrompt(task)}>
      {task && (
        <>
          <MenuItem icon={<BookmarkPlus size={14} />} shortcut={keyOf(prefix, 'save-prompt-of')} onSelect={() => offerToSaveTask(task, imageId)}>
            {say('prompts.save-this')}
          </MenuItem>
          <MenuTitle>{say('prompts.share')}</MenuTitle>
          <SharePromptItems request={() => requestAgain(task)} />
        </>
      )}
    </Submenu>
  );
}

/** Items of the copy menu for a task. Imported pictures have no task. */
export function CopyTaskItems({ task, prefix = '' }: OfTask) {
  const say = useWords();
  return (
    <>
      {task && hasPrompt(task) && (
        <MenuItem icon={<TextQuote size={14} />} shortcut={keyOf(prefix, 'copy-prompt')} onSelect={() => copyPrompt(task)}>
          {say('gallery.prompt')}
        </MenuItem>
      )}
      {task.imported === null && (
        <>
          <MenuItem icon={<Hash size={14} />} shortcut={keyOf(prefix, 'copy-id')} onSelect={() => copyTaskId(task)}>
            {say('gallery.copy.task-id')}
          </MenuItem>
          <MenuItem icon={<LifeBuoy size={14} />} onSelect={() => void copyForSupport(task)}>
            {say('gallery.copy.for-support')}
          </MenuItem>
        </>
      )}
    </>
  );
}
