import { useDeferredValue, useMemo } from 'react';
import { mostInBatch } from '../../../../shared/input-limits.ts';
import type { Template } from '../../../../shared/templates/expand-template.ts';
import { promptCount } from '../../../../shared/templates/expansion.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useCompose } from '../../../stores/compose/compose-store.ts';
import { templateOf, useTemplates } from '../../../stores/compose/template-store.ts';

/** The template in the prompt field. Null: the prompt is sent as it is. Follows the text a moment later, so that typing stays quick. */
export function useTemplate(): Template | null {
  const prompt = useDeferredValue(useCompose((state) => state.prompt).trim());
  const wildcards = useTemplates((state) => state.wildcards);
  const plainBraces = useApp((facts) => facts.settings.plainBraces);
  return useMemo(() => templateOf(prompt, wildcards, plainBraces), [prompt, wildcards, plainBraces]);
}

/** How many prompts the bar sends for each "How many": 1 unless the prompt is a template. Not above `mostInBatch` + 1. */
export function usePromptCount(): number {
  const template = useTemplate();
  const mode = useTemplates((state) => state.mode);
  const number = useTemplates((state) => state.number);
  if (!template) return 1;
  const count = promptCount(template, { mode, number });
  return count > mostInBatch ? mostInBatch + 1 : Number(count);
}
