import { Braces } from 'lucide-react';
import { sentFields } from '../../../stores/compose/compose-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../words/words.ts';
import { useAccount, useChoices } from './use-choices.ts';
import { ask } from '../../../ui/dialogs/ask.ts';

/** Says that the request has more fields than the bar shows. */
export function FieldsMark() {
  const say = useWords();
  const account = useAccount();
  const choices = useChoices();
  const names = account ? Object.keys(sentFields(account, choices)) : [];
  if (names.length === 0) return null;
  const label = say('fields.mark', { count: names.length, names: names.join(', ') });
  return (
    <Button variant="quiet" icon={<Braces size={14} />} aria-label={label} title={label} onClick={() => void ask('fields', { accountId: null })}>
      {names.length}
    </Button>
  );
}
