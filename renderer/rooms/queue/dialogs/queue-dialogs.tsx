import { Dialog, useLast } from '../../../ui/dialogs/dialog.tsx';
import { useWords } from '../../../words/words.ts';
import { openDialog, useQueueDialog } from '../queue-actions.ts';
import { EditForm } from './edit-form.tsx';
import { RenameBatchForm } from './rename-batch-form.tsx';
import { CancelRestQuestion } from './cancel-rest-question.tsx';

/** The dialogs of the room. */
export function QueueDialogs({ fallbackFocus }: { readonly fallbackFocus: () => HTMLElement | null }) {
  const say = useWords();
  const dialog = useQueueDialog((state) => state.dialog);
  const shown = useLast(dialog);
  const ends = { open: dialog !== null, onClose: close, fallbackFocus };
  switch (shown?.kind) {
    case 'cancel-rest':
      return <CancelRestQuestion {...ends} batch={shown.batch} />;
    case 'rename':
      return (
        <Dialog {...ends} title={say('queue.rename-title')}>
          <RenameBatchForm batch={shown.batch} onClose={close} />
        </Dialog>
      );
    case 'edit':
      return (
        <Dialog {...ends} title={say('queue.edit-title')}>
          <EditForm task={shown.task} onClose={close} />
        </Dialog>
      );
    default:
      return null;
  }
}

const close = (): void => openDialog(null);
