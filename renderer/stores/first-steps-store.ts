import { create } from 'zustand';
import { firstSteps, type FirstStep } from '../../shared/windows/view-memory.ts';
import { useAppStore, type AppFacts } from './app-store.ts';
import { focusPrompt } from './compose/compose-store.ts';
import { useTasks } from './tasks-store.ts';
import { remember, viewMemory } from './windows/remember-view.ts';

/** The first steps of a new profile. They are done once, or skipped once, and never come back. */
export const useFirstSteps = create<{ readonly step: FirstStep }>(() => ({ step: viewMemory().firstStep }));

/** When the current step began. */
let since = Date.now();

function goTo(step: FirstStep): void {
  since = Date.now();
  useFirstSteps.setState({ step });
  remember({ firstStep: step });
  // What is written next is a prompt.
  if (step === 'write') focusPrompt();
}

/** Goes on from a step, done or skipped. Does nothing if another one is shown by now. */
export function leaveFirstStep(left: FirstStep): void {
  if (useFirstSteps.getState().step === left) goTo(firstSteps[firstSteps.indexOf(left) + 1] ?? 'ended');
}

export function endFirstSteps(): void {
  if (useFirstSteps.getState().step !== 'ended') goTo('ended');
}

const hasService = ({ accounts }: AppFacts): boolean => accounts.some(({ kind }) => kind !== 'practice');

// Whoever has an account when the window opens needs no first steps. One that is added meanwhile is the first step, wherever it was added.
useAppStore.subscribe(({ facts }, before) => {
  if (facts === null || !hasService(facts)) return;
  if (before.facts === null) endFirstSteps();
  else if (!hasService(before.facts)) leaveFirstStep('try');
});

// A task that was sent is a try, and the last step asks for one. Imported pictures have no task in progress.
useTasks.subscribe(({ tasks }) => {
  const { step } = useFirstSteps.getState();
  if (step !== 'try' && step !== 'write') return;
  for (const { task } of tasks.values()) if (task.createdAt >= since && task.imported === null) return leaveFirstStep(step);
});
