import { useEffect } from 'react';
import { snippetAtCaret, withSnippet } from '../../../../shared/prompts/snippets.ts';
import { readSavedPrompts, useSavedPrompts } from '../../../stores/prompts/saved-prompts.ts';
import { insertText } from '../../../stores/prompts/use-prompt.ts';
import { snippetsFor } from '../../../stores/prompts/found-prompts.ts';
import type { Offer } from './prompt-offer.ts';

/** The saved prompts whose snippet word is being typed after a slash at the caret. Null: none is being typed. */
export function useSnippets(prompt: string, caret: number | null): Offer | null {
  const saved = useSavedPrompts(({ prompts }) => prompts);
  const begun = caret === null ? null : snippetAtCaret(prompt, caret);
  const isNeeded = begun !== null && saved === null;
  useEffect(() => {
    if (isNeeded) void readSavedPrompts();
  }, [isNeeded]);
  if (begun === null || caret === null || saved === null) return null;
  const matches = snippetsFor(saved, begun.typed);
  return {
    ...begun,
    label: 'prompts.snippets',
    matches: matches.map(({ snippet, title, prompt: text }) => ({ name: `/${snippet ?? ''}`, hint: `${title} · ${text.split('\n', 1)[0] ?? ''}` })),
    choose(index) {
      const chosen = matches[index];
      if (!chosen) return;
      const { text, caret: after } = withSnippet(prompt, begun, caret, chosen.prompt);
      insertText(text, after);
    },
  };
}
