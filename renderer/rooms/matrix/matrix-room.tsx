import { Dialog } from '@base-ui/react/dialog';
import type { BaseUIEvent } from '@base-ui/react/types';
import type { KeyboardEvent } from 'react';
import { closeMatrix } from '../../stores/matrix/open-matrix.ts';
import { useMatrix } from '../../stores/matrix/matrix-store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { errorWords, useWords } from '../../words/words.ts';
import { MatrixBar, MatrixPrompt } from './matrix-bar.tsx';
import { MatrixGrid } from './matrix-grid.tsx';
import styles from './matrix-room.module.css';
import { useMatrixCommands } from './matrix-commands.ts';

/** The grid of a batch over the whole window: a table with the values of its matrix as axes. */
export function MatrixRoom() {
  const say = useWords();
  return (
    // The command `close` closes the dialog, so Base UI must not.
    <Dialog.Root open modal="trap-focus" disablePointerDismissal onOpenChange={(_open, details) => (details.cancel(), details.allowPropagation())}>
      <Dialog.Portal>
        <Dialog.Popup
          className={styles.room}
          aria-modal
          aria-label={say('matrix.name')}
          data-shortcuts
          // The grid takes the focus. When it closes, the room below takes it.
          initialFocus={false}
          finalFocus={false}
          onKeyDown={leaveToShortcuts}
        >
          <OpenMatrix />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function OpenMatrix() {
  const say = useWords();
  const matrix = useMatrix((state) => state.matrix);
  const failure = useMatrix((state) => state.failure);
  useMatrixCommands();
  return (
    <>
      <MatrixBar matrix={matrix} />
      {failure !== null ? (
        <EmptyState title={say(failure === 'gone' ? 'matrix.gone' : 'matrix.failed')} explanation={failure === 'gone' ? say('matrix.gone-explained') : errorWords(say, failure)}>
          <Button variant="solid" onClick={closeMatrix}>
            {say('matrix.close')}
          </Button>
        </EmptyState>
      ) : (
        matrix && (
          <>
            <MatrixPrompt matrix={matrix} />
            <MatrixGrid matrix={matrix} />
          </>
        )
      )}
    </>
  );
}

/** Without this, Base UI would handle the arrow keys in the dialog. */
const leaveToShortcuts = (event: BaseUIEvent<KeyboardEvent>): void => event.preventBaseUIHandler();
