import { selectedAccount, useApp } from '../../../stores/app-store.ts';
import { choicesIn, countIn, useCompose } from '../../../stores/compose/compose-store.ts';
import type { Account } from '../../../../shared/account.ts';
import type { ComposeChoices } from '../../../../shared/settings.ts';

/** What is chosen in the compose bar besides the prompt. */
export function useChoices(): ComposeChoices {
  const facts = useApp((all) => all);
  return useCompose((state) => choicesIn(state, facts));
}

/** How many of each request. Null: the field is empty. */
export function useCount(): number | null {
  const facts = useApp((all) => all);
  return useCompose((state) => countIn(state, facts));
}

export const useAccount = (): Account | null => useApp(selectedAccount);
