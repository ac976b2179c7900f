import { combinations } from '../../../../shared/request/compose-matrix.ts';
import { useCompose } from '../../../stores/compose/compose-store.ts';
import { sentBefore } from '../../../stores/compose/partly-sent.ts';
import { useTemplates } from '../../../stores/compose/template-store.ts';
import { usePromptCount } from '../prompt/use-template.ts';
import { useAccount, useChoices, useCount } from './use-choices.ts';

interface FormCount {
  /** How many tasks the form makes. May be above `mostInBatch`. */
  readonly all: number;
  /** How many of them were sent already. The next press sends the others. */
  readonly sent: number;
}

export function useFormCount(): FormCount {
  const accountId = useAccount()?.id;
  const choices = useChoices();
  const count = useCount();
  const all = (count ?? 1) * combinations(choices) * usePromptCount();
  const { mode, number, seed } = useTemplates();
  // Selects only the answer, because the prompt changes with each key.
  const sent = useCompose(({ prompt, partlySent }) => (accountId === undefined ? 0 : sentBefore({ accountId, prompt, choices, count, mode, number, seed }, all, partlySent)));
  return { all, sent };
}
