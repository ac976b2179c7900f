import { referencesField, type Priced } from '../../../shared/money/price-fields.ts';
import { useWords } from '../../words/words.ts';

/** The name of a row: `gpt-image · 1024x1024 · * (any) · n = 4`. */
export function useRowWords(): (priced: Priced) => string {
  const say = useWords();
  const cell = useCellWords();
  const nameOf = useFieldName();
  return ({ model, size, quality, fields }) => {
    const named = Object.entries(fields).filter(([, value]) => value !== '').map(([name, value]) => say('money.field', { name: nameOf(name), value }));
    return [model === '*' ? say('prices.any') : model, cell(size), cell(quality), ...named].join(' · ');
  };
}

/** A cell of the table. An empty one stands for requests that do not set it. */
export function useCellWords(): (text: string) => string {
  const say = useWords();
  return (text) => (text === '*' ? say('prices.any') : text === '' ? say('prices.none-given') : text);
}

/** The name of a further field that a price depends on. */
export function useFieldName(): (name: string) => string {
  const say = useWords();
  return (name) => (name === referencesField ? say('prices.references') : name);
}
