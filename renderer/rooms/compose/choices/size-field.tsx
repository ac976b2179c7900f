import { Maximize } from 'lucide-react';
import { useCommands } from '../../../commands/use-commands.ts';
import { useKeysOf } from '../../../commands/registry.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import type { SeveralValues } from '../../../../shared/request/several-values.ts';
import { groupSizes, shapeOf, shapeWords, swappedSize, type Shape } from '../../../stores/compose/size-shape.ts';
import { useWords } from '../../../words/words.ts';
import styles from './choices.module.css';

interface SizeFieldProps {
  readonly values: SeveralValues;
  readonly onValuesChange: (values: SeveralValues) => void;
  readonly suggestions: readonly string[];
  readonly complaint?: string | undefined;
  readonly blocks?: boolean | undefined;
}

/** The sizes by ratio, each with its frame drawn. A click on the frame of the current size swaps width and height. */
export function SizeField({ values, onValuesChange, suggestions, ...complaint }: SizeFieldProps) {
  const keysOf = useKeysOf();
  const say = useWords();
  const first = values.chips[0] ?? values.text;
  const shape = shapeOf(first);
  const swap = (): void => onValuesChange({ chips: [...new Set(values.chips.map(swappedSize))], text: swappedSize(values.text) });
  useCommands('compose', { 'swap-size': swap });
  const canSwap = [...values.chips, values.text].some((size) => swappedSize(size) !== size);
  const icon = shape ? <Frame ratio={ratioOf(shape)} /> : <Maximize size={14} />;
  return (
    <Combobox
      {...complaint}
      label={say('compose.size')}
      placeholder={say('compose.size')}
      icon={
        canSwap ? (
          <IconButton label={say('compose.swap-size')} keys={keysOf('swap-size', 'compose')} className={styles.swap} onClick={swap}>
            {icon}
          </IconButton>
        ) : (
          <span className={styles.sign}>{icon}</span>
        )
      }
      values={values}
      suggestions={suggestions}
      groups={groupSizes(suggestions).map((group) => ({
        label: group.shape ? shapeWords(group.shape) : say('compose.other-sizes'),
        icon: group.shape && <Frame ratio={ratioOf(group.shape)} />,
        items: group.sizes,
      }))}
      onValuesChange={onValuesChange}
    />
  );
}

const ratioOf = ({ across, down }: Shape): number => across / down;

const side = 16;
/** Longest and shortest side of the rectangle. */
const [longest, shortest] = [13, 4];

/** A rectangle in the shape of a picture. `ratio`: width by height. */
function Frame({ ratio }: { readonly ratio: number }) {
  const short = Math.max(shortest, longest * Math.min(ratio, 1 / ratio));
  const [width, height] = ratio >= 1 ? [longest, short] : [short, longest];
  return (
    <svg width={side} height={side} viewBox={`0 0 ${side} ${side}`} fill="none" stroke="currentColor" strokeWidth={1.4} aria-hidden data-frame={ratio.toFixed(2)}>
      <rect x={(side - width) / 2} y={(side - height) / 2} width={width} height={height} rx={1.5} />
    </svg>
  );
}
