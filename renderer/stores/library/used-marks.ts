import type { MarkExtra } from '../../../shared/library/marks.ts';
import { useAppStore, type AppFacts } from '../app-store.ts';

/** Whether the window offers this mark: some picture has it, or the person always wants it. Its keys work in any case, and using them shows it. */
export const showsMark = (key: MarkExtra): boolean => isShown(useAppStore.getState().facts, key);

export const useShowsMark = (key: MarkExtra): boolean => useAppStore(({ facts }) => isShown(facts, key));

const isShown = (facts: AppFacts | null, key: MarkExtra): boolean => facts !== null && (facts.settings.markExtras || facts.usedMarks[key]);
