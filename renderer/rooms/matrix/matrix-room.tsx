import { closeMatrix } from '../../stores/matrix/open-matrix.ts';
import { useMatrix } from '../../stores/matrix/matrix-store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { WholeWindow, WholeWindowPopup } from '../../ui/whole-window.tsx';
import { errorWords, useWords } from '../../words/words.ts';
import { MatrixBar, MatrixPrompt } from './matrix-bar.tsx';
import { MatrixGrid } from './matrix-grid.tsx';
import styles from './matrix-room.module.css';
import { useMatrixCommands } from './matrix-commands.ts';

/** The grid of a batch over the whole window: a table with the values of its matrix as axes. */
export function MatrixRoom() {
  const say = useWords();
  return (
    <WholeWindow>
      {/* The grid takes the focus. When it closes, what is below takes it. */}
      <WholeWindowPopup className={styles.screen} aria-label={say('matrix.name')} initialFocus={false} finalFocus={false}>
        <OpenMatrix />
      </WholeWindowPopup>
    </WholeWindow>
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
            {say('app.back')}
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
