import { create } from 'zustand';
import type { AccountId } from '../../../shared/task.ts';

/** The account for which the dialog asks how unknown outcomes are found out. Null: the dialog is closed. */
export const useRepeatsQuestion = create<{ readonly asked: AccountId | null }>(() => ({ asked: null }));

export function askRepeats(asked: AccountId | null): void {
  useRepeatsQuestion.setState({ asked });
}
