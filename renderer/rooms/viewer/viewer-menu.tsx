import type { ImageId, Task } from '../../../shared/task.ts';
import { MenuSeparator } from '../../ui/menu.tsx';
import { PictureItems, PromptItems } from '../../parts/pictures/picture-items.tsx';

interface ViewerMenuProps {
  readonly id: ImageId;
  readonly task: Task | null;
  readonly onTake: (kind: 'trash' | 'restore') => void;
}

/** The context menu and "More": what the sheet offers for the same picture. */
export function ViewerMenu({ id, task, onTake }: ViewerMenuProps) {
  return (
    <>
      <PictureItems imageId={id} onTake={onTake} />
      {task && (
        <>
          <MenuSeparator />
          <PromptItems task={task} />
        </>
      )}
    </>
  );
}
