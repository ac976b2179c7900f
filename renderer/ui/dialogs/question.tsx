import type { ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  readonly open: boolean;
  readonly title: string;
  readonly description: ReactNode;
  readonly children?: ReactNode;
  /** The label of the button that confirms. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** As in `Dialog`. */
  readonly fallbackFocus?: (() => HTMLElement | null) | undefined;
}

/** Asks before something that costs money or cannot be undone. */
export function Question({ open, title, description, children, confirm, onConfirm, onClose, fallbackFocus }: QuestionProps) {
  const say = useWords();
  const yes = (): void => {
    onClose();
    onConfirm();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      fallbackFocus={fallbackFocus}
      actions={
        <>
          <Button size="large" onClick={onClose}>
            {say('app.cancel')}
          </Button>
          <Button size="large" variant="danger" onClick={yes}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
