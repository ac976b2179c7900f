import { useApp } from '../../../stores/app-store.ts';
import { completePrompt } from '../../../stores/compose/compose-store.ts';
import { useTemplates } from '../../../stores/compose/template-store.ts';
import type { Offer } from './prompt-offer.ts';

const mostSuggested = 50;

/** The number of values shown beside the name of a wildcard. */
const mostNamed = 4;

/** The wildcards that complete the name that is being typed at the caret. Null: none is being typed. */
export function useWildcards(prompt: string, caret: number | null): Offer | null {
  const lists = useTemplates((state) => state.folder?.lists) ?? [];
  const plainBraces = useApp((facts) => facts.settings.plainBraces);
  const begun = caret === null || plainBraces ? null : beginning(prompt.slice(0, caret));
  if (begun === null || caret === null) return null;
  const names = new Map(lists.map(({ name, values }) => [name, values]));
  const matches = [...names].filter(([name]) => name.toLowerCase().includes(begun.typed.toLowerCase())).slice(0, mostSuggested);
  return {
    ...begun,
    label: 'wildcards.suggestions',
    matches: matches.map(([name, values]) => ({
      name,
      hint: [...values.slice(0, mostNamed).map(({ text }) => text), ...(values.length > mostNamed ? ['…'] : [])].join(', '),
    })),
    choose(index) {
      const closed = prompt.startsWith('__', caret) ? caret + 2 : caret;
      const before = `${prompt.slice(0, begun.at)}${matches[index]?.[0] ?? ''}__`;
      completePrompt(before + prompt.slice(closed), before.length);
    },
  };
}

/** The name that is being typed after `__`, and where it begins. */
function beginning(before: string): { readonly at: number; readonly typed: string } | null {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const marks = line.split('__');
  const typed = marks.at(-1) ?? '';
  // After an even number of marks, none is open.
  if (marks.length % 2 === 1 || /[{}|#()]|^\s/.test(typed)) return null;
  const name = typed.replace(/^[~@!]/, '');
  return { at: before.length - name.length, typed: name };
}
