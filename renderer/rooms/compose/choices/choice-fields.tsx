import { Layers, Sparkle } from 'lucide-react';
import { countLimits } from '../../../../shared/input-limits.ts';
import { useApp } from '../../../stores/app-store.ts';
import type { Complaint } from '../../../../shared/request/compose-checks.ts';
import { setCount, setValues } from '../../../stores/compose/compose-store.ts';
import { fieldValues, type ChoiceField } from '../../../../shared/request/compose-matrix.ts';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { useWords } from '../../../words/words.ts';
import { SizeField } from './size-field.tsx';
import { useChoices, useCount } from './use-choices.ts';

/** Values that such services usually take. */
const usual = {
  model: [],
  size: ['1024x1024', '512x512', '1536x1024', '1024x1536', '1792x1024', '1024x1792', 'auto'],
  quality: ['low', 'medium', 'high', 'auto'],
} as const;

const usedBefore = { model: 'models', size: 'sizes', quality: 'qualities' } as const;

interface ChoiceFieldsProps {
  readonly complaint: Complaint | null;
  /** The id of the element that describes what is wrong in the fields. */
  readonly complaintId: string;
}

/** Model, size, quality and how many. */
export function ChoiceFields({ complaint, complaintId }: ChoiceFieldsProps) {
  const say = useWords();
  const suggestions = useApp((facts) => facts.suggestions);
  const choices = useChoices();
  const count = useCount();
  const fieldOf = (field: ChoiceField) => ({
    values: fieldValues(choices, field),
    // Values used before, then the usual ones. Any other text is accepted, too.
    suggestions: [...new Set([...suggestions[usedBefore[field]].filter((value) => value !== ''), ...usual[field]])],
    ...(complaint?.field === field && { complaint: complaintId, blocks: complaint.blocks }),
    onValuesChange: (values: ReturnType<typeof fieldValues>) => setValues(field, values),
  });
  return (
    <>
      <Combobox label={say('compose.model')} icon={<Layers size={14} />} placeholder={say('compose.model')} {...fieldOf('model')} />
      <SizeField {...fieldOf('size')} />
      <Combobox label={say('compose.quality')} icon={<Sparkle size={14} />} placeholder={say('compose.quality')} {...fieldOf('quality')} />
      <NumberField
        compact
        label={say('compose.count')}
        more={say('compose.count-more')}
        fewer={say('compose.count-fewer')}
        value={count}
        {...countLimits}
        complaint={complaintId}
        onValueChange={setCount}
      />
    </>
  );
}
