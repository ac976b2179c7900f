import { noOptions, type Account } from '../../../../../shared/account.ts';
import { ok } from '../../../../../shared/result.ts';
import type { Settings } from '../../../../../shared/settings.ts';
import { snapshot, type FakeMain } from '../../fake-main.ts';
import { submissionQuestion } from '../../submission-question.ts';

/** The compose bar with two paid accounts. */

export const paid: Account = { id: snapshot.selectedAccountId, kind: 'service', name: 'Studio', baseUrl: 'https://a.example', key: { status: 'present', keeping: 'session', lastFour: '1234' }, removed: false, consoles: { key: null, billing: null }, options: noOptions, sendingStopped: false };
export const other: Account = { ...paid, id: '22222222-2222-4222-8222-222222222222', name: 'Other' };

/** Settings of a person who has used both accounts before. */
export function settleIn(main: FakeMain, change: Partial<Settings> = {}, accounts: readonly Account[] = [paid, other]): void {
  main.snapshot = ok({ ...snapshot, accounts, settings: { ...snapshot.settings, confirmedAccounts: [paid.id, other.id], ...change } });
}

export async function load() {
  const { connect } = await import('../../../../../renderer/stores/sync.ts');
  const compose = await import('../../../../../renderer/stores/compose/compose-store.ts');
  await connect();
  return {
    ...compose,
    setPrompt: (prompt: string) => compose.typePrompt(prompt, 'insertText'),
    ...(await import('../../../../../renderer/stores/tasks-store.ts')),
    ...(await import('../../../../../renderer/stores/compose/submit.ts')),
    ...(await submissionQuestion()),
    ...(await import('../../../../../renderer/stores/compose/send-compose.ts')),
  };
}
