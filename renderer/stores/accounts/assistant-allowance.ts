import { useEffect, useState } from 'react';
import type { AssistantBudget } from '../../../shared/assistant-schema.ts';
import type { AssistantAllowance } from '../../../shared/assistants.ts';
import { bridge } from '../../bridge.ts';
import { useTextOverTime } from '../now.ts';
import { whileTasksChange } from './account-money.ts';

/** What assistants have spent today of this budget; null until main has said it. Kept up to date while tasks change and days begin. */
export function useAssistantAllowance(budget: AssistantBudget | null): AssistantAllowance | null {
  const day = useTextOverTime((now) => new Date(now).toDateString());
  const [read, setRead] = useState<{ readonly of: AssistantBudget | null; readonly allowance: AssistantAllowance } | null>(null);
  useEffect(
    () =>
      whileTasksChange(async (isOutdated) => {
        const answer = await bridge.assistantAllowance();
        if (answer.ok && !isOutdated()) setRead({ of: budget, allowance: answer.value });
      }),
    [budget, day],
  );
  return read?.of === budget ? read.allowance : null;
}
