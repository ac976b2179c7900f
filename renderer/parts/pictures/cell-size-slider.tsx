import { Grid2x2, Grid3x3 } from 'lucide-react';
import { cellSizes } from '../../../shared/windows/view-memory.ts';
import { setCellSize, useView } from '../../stores/windows/view-store.ts';
import { Slider } from '../../ui/fields/slider.tsx';
import { useWords } from '../../words/words.ts';

/** How large the cells of the gallery and of a batch's grid are. @param iconClass the class of the icons on its sides */
export function CellSizeSlider({ iconClass }: { readonly iconClass: string | undefined }) {
  const say = useWords();
  const cellSize = useView((view) => view.cellSize);
  return (
    <>
      <Grid3x3 size={14} aria-hidden className={iconClass} />
      <Slider
        label={say('gallery.cell-size')}
        value={cellSize}
        min={cellSizes.smallest}
        max={cellSizes.largest}
        step={4}
        valueText={(pixels) => say('gallery.cell-size-value', { pixels })}
        onValueChange={setCellSize}
      />
      <Grid2x2 size={14} aria-hidden className={iconClass} />
    </>
  );
}
