import { CommandButton } from '../../commands/command-button.tsx';
import { nothingIn } from '../../commands/command.ts';
import { useKeysOf } from '../../commands/registry.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import type { Matrix } from '../../../shared/library/batch-matrix.ts';
import { CellSizeSlider } from '../../parts/pictures/cell-size-slider.tsx';
import { promptAtCursor, shownMatrix, useMatrix } from '../../stores/matrix/matrix-store.ts';
import { countOf } from '../../stores/selection/position-ranges.ts';
import { stepPrompt } from '../../stores/matrix/open-matrix.ts';
import { IconButton } from '../../ui/button.tsx';
import { useWords } from '../../words/words.ts';
import styles from './matrix-bar.module.css';
import rowStyles from '../../ui/sheets/row.module.css';
import { valueWords } from './value-words.ts';

const command = { subject: () => nothingIn('matrix'), look: 'icon' } as const;

/** The name of the batch, how far the shown page is, and how the grid is shown. */
export function MatrixBar({ matrix }: { readonly matrix: Matrix | null }) {
  const canSwap = useMatrix((state) => (shownMatrix(state)?.table.down.length ?? 0) > 0);
  return (
    <header className={styles.bar}>
      <CommandButton id="close" {...command} size={17} />
      <h2 className={styles.name} dir="auto" title={matrix?.name}>
        {matrix?.name}
      </h2>
      {matrix && <Progress />}
      <span className={rowStyles.space} />
      {canSwap && <CommandButton id="swap-axes" {...command} size={16} />}
      <CellSizeSlider iconClass={styles.faint} />
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
      return { count: tasks, done: tasks - sum(({ inFlight }) => inFlight), failed: sum((cell) => cell.failed), selected: countOf(state.marked) };
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
  const keysOf = useKeysOf();
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
