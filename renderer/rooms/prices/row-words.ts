import type { Priced } from '../../../shared/money/price-table.ts';
import { useWords } from '../../words/words.ts';

/** The name of a row: `gpt-image · 1024x1024 · any`. */
export function useRowWords(): (priced: Priced) => string {
  const say = useWords();
  const cell = useCellWords();
  return (priced) => [priced.model === '*' ? say('prices.any') : priced.model, cell(priced.size), cell(priced.quality)].join(' · ');
}

/** A cell of the table. An empty one stands for requests that do not set it. */
export function useCellWords(): (text: string) => string {
  const say = useWords();
  return (text) => (text === '*' ? say('prices.any') : text === '' ? say('prices.none-given') : text);
}
