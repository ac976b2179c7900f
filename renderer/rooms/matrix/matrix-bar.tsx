import { keysOf } from '../../commands/registry.ts';
import { ArrowLeft, ChevronLeft, ChevronRight, Grid2x2, Grid3x3, Replace } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import type { Matrix } from '../../../shared/library/batch-matrix.ts';
import { cellSizes } from '../../../shared/windows/view-memory.ts';
import { promptAtCursor, shownMatrix, swapAxes, useMatrix } from '../../stores/matrix/matrix-store.ts';
import { closeMatrix, stepPrompt } from '../../stores/matrix/open-matrix.ts';
import { setCellSize, useView } from '../../stores/windows/view-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { Slider } from '../../ui/fields/slider.tsx';
import { useWords } from '../../words/words.ts';
import styles from './matrix-bar.module.css';
import { valueWords } from './value-words.ts';

/** The name of the batch, how far the shown page is, and how the grid is shown. */
export function MatrixBar({ matrix }: { readonly matrix: Matrix | null }) {
  const say = useWords();
  const cellSize = useView((view) => view.cellSize);
  const canSwap = useMatrix((state) => (shownMatrix(state)?.table.down.length ?? 0) > 0);
  return (
    <header className={styles.bar}>
      <IconButton label={say('matrix.close')} keys={keysOf('close', 'matrix')} onClick={closeMatrix}>
        <ArrowLeft size={17} />
      </IconButton>
      <h2 className={styles.name} dir="auto" title={matrix?.name}>
        {matrix?.name}
      </h2>
      {matrix && <Progress />}
      <span className={styles.gap} />
      {canSwap && (
        <IconButton label={say('matrix.swap')} keys={keysOf('swap-axes', 'matrix')} onClick={swapAxes}>
          <Replace size={16} />
        </IconButton>
      )}
      <Grid3x3 size={14} aria-hidden className={styles.faint} />
      <Slider
        label={say('gallery.cell-size')}
        value={cellSize}
        min={cellSizes.smallest}
        max={cellSizes.largest}
        step={4}
        valueText={(pixels) => say('gallery.cell-size-value', { pixels })}
        onValueChange={setCellSize}
      />
      <Grid2x2 size={14} aria-hidden className={styles.faint} />
    </header>
  );
}

function Progress() {
  const say = useWords();
  const { count, done, failed, selected } = useMatrix(
    useShallow((state) => {
      const cells = shownMatrix(state)?.cells ?? [];
      const sum = (of: (cell: (typeof cells)[number]) => number): number => cells.reduce((total, cell) => total + of(cell), 0);
      const tasks = sum(({ entries }) => entries.length);
      return { count: tasks, done: tasks - sum(({ inFlight }) => inFlight), failed: sum((cell) => cell.failed), selected: state.selected.size };
    }),
  );
  if (count === 0) return null;
  const parts = [say('matrix.done', { done, count }), failed > 0 && say('matrix.problems', { count: failed }), selected > 1 && say('matrix.selected', { count: selected })];
  return (
    <p className={styles.progress} role="status">
      {parts.filter(Boolean).join(' · ')}
    </p>
  );
}

/** The prompt, with buttons for the others if each has its own page, and the settings that all tasks share. */
export function MatrixPrompt({ matrix }: { readonly matrix: Matrix }) {
  const say = useWords();
  const at = useMatrix(({ page }) => page);
  const text = useMatrix((state) => promptAtCursor(state) ?? state.entries.values().next().value?.task.request.prompt ?? matrix.prompts[state.page] ?? '');
  const common = useMatrix((state) => shownMatrix(state)?.table.common);
  const count = matrix.ends.length;
  return (
    <div className={styles.about}>
      {count > 1 && (
        <div className={styles.steps} role="group" aria-label={say('matrix.prompts')}>
          <IconButton label={say('matrix.previous-prompt')} keys={keysOf('step-prompt', 'matrix')} disabled={at === 0} onClick={() => stepPrompt(-1)}>
            <ChevronLeft size={16} />
          </IconButton>
          <span className={styles.position} role="status">
            {say('matrix.prompt-at', { at: at + 1, count })}
          </span>
          <IconButton label={say('matrix.next-prompt')} disabled={at === count - 1} onClick={() => stepPrompt(1)}>
            <ChevronRight size={16} />
          </IconButton>
        </div>
      )}
      <p className={styles.prompt} dir="auto" title={text}>
        {text}
      </p>
      {common?.map(({ field, value }) => (
        <span key={field} className={styles.common}>
          {say('compare.setting', { name: say(`compose.${field}`), value: valueWords(say, field, value) })}
        </span>
      ))}
    </div>
  );
}
