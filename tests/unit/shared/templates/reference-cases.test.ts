import { expect, test } from 'vitest';
import { openTemplate } from '../../../../shared/templates/expand-template.ts';
import { createWildcards } from '../../../../shared/templates/wildcard-lists.ts';
import reference from './reference-cases.json' with { type: 'json' };

/**
 * What the reference implementation (adieyal/dynamicprompts 0.31.0, combinatorial) makes of generated templates over its whole syntax, in its order.
 * Left out are templates with more than 20 prompts, and 13 of 369 in which this reader differs on purpose: parameters of a wildcard alone in braces, and
 * equal texts within one choice (see expand-template.ts). Runs of spaces are joined, because the reference keeps some that belong to comments.
 */
const cases = reference.cases as unknown as readonly (readonly [string, readonly string[]])[];
const wildcards = createWildcards(Object.entries(reference.lists).map(([name, values]) => ({ name, values: values.map((text) => ({ text, weight: 1 })) })));

test('there are more than 350 cases', () => {
  expect(cases.length).toBeGreaterThan(350);
});

test.each(cases)('%s', (text, prompts) => {
  const template = openTemplate(text, wildcards);
  expect(template.faults).toEqual([]);
  expect([...template.all(1)].map((prompt) => prompt.split(/\s+/).filter(Boolean).join(' '))).toEqual(prompts);
  expect(template.count).toBe(BigInt(prompts.length));
});
