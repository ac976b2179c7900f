import type { ComposeChoices } from '../../../shared/settings.ts';
import type { AccountId } from '../../../shared/task.ts';
import type { Expansion } from '../../../shared/templates/expansion.ts';
import { written } from '../../../shared/request/compose-matrix.ts';
import { useCompose } from './compose-store.ts';

/** Everything that decides which tasks the compose bar makes, and in which order. */
export interface ComposeForm extends Expansion {
  readonly accountId: AccountId;
  readonly prompt: string;
  readonly choices: ComposeChoices;
  readonly count: number | null;
}

const keyOf = ({ accountId, prompt, choices, count, mode, number, seed }: ComposeForm): string =>
  JSON.stringify([accountId, prompt.trim(), written(choices), count, mode, number, seed]);

/** How many of a form's tasks were sent already, and are not sent again by the next press. If anything in the form is changed, none: it makes other tasks. */
export const sentBefore = (form: ComposeForm, all: number, partly = useCompose.getState().partlySent): number => (partly?.all === all && partly.form === keyOf(form) ? partly.sent : 0);

/** Notes how many of a form's tasks are sent by now. All: the next press sends all again. */
export function noteSent(form: ComposeForm, all: number, sent: number): void {
  const was = sentBefore(form, all);
  if (sent < all) useCompose.setState({ partlySent: { form: keyOf(form), sent, all } });
  else if (was > 0) sendAllAgain();
}

export function sendAllAgain(): void {
  useCompose.setState({ partlySent: null });
}
