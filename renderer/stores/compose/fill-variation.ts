import { choicesOfVariation, listOfVariations, promptOfVariation, variations, type Variation, type VaryFault } from '../../../shared/request/variations.ts';
import { hasReferences } from '../../../shared/request/reference-checks.ts';
import type { GenerationRequest, Task } from '../../../shared/task.ts';
import { openTemplate } from '../../../shared/templates/expand-template.ts';
import { appFacts } from '../app-store.ts';
import { openList } from '../lists/list-dialog-store.ts';
import { tellLeftOut } from './compose-references.ts';
import { composeChoices, fillCompose } from './compose-store.ts';
import { firstPrompts, templateOf, useTemplates } from './template-store.ts';

/** The request that is varied. If another program made the picture, only its prompt applies here, and the rest is what the form has. */
export function requestToVary({ request, imported }: Pick<Task, 'request' | 'imported'>): GenerationRequest {
  if (imported === null || imported.form === 'latent') return request;
  const { model, size, quality, fields, references } = composeChoices();
  return { prompt: request.prompt, model, size, quality, ...(fields && { fields }), ...(references && { references }) };
}

/** The variations as the form would make them, or why it would not. Several words of a prompt become a template, which must make exactly these prompts. */
export function varied(request: GenerationRequest, variation: Variation, plainBraces: boolean): readonly GenerationRequest[] | VaryFault {
  const made = variations(request, variation);
  if (typeof made === 'string' || variation.part === 'field') return made;
  const prompt = variation.part === 'prompt' ? promptOfVariation(request, variation) : request.prompt;
  const isTemplate = templateOf(prompt, useTemplates.getState().wildcards, plainBraces) !== null;
  if (variation.part === 'prompt' && made.length > 1) {
    if (plainBraces) return 'braces';
    // Another sign of the prompt may mean something there.
    const template = openTemplate(prompt, useTemplates.getState().wildcards);
    const prompts = template.faults.length > 0 || template.count !== BigInt(made.length) ? [] : firstPrompts(template, { mode: 'all', number: null, seed: 0 }, made.length);
    return isTemplate && made.every((each, at) => each.prompt === prompts[at]) ? made : 'signs';
  }
  return isTemplate ? 'signs' : made;
}

/** Puts a variation into the form, ready to be sent once. One more field becomes a list, because the form has one value of each. Sends nothing. */
export function fillVariation(request: GenerationRequest, variation: Variation): void {
  const made = varied(request, variation, appFacts().settings.plainBraces);
  if (typeof made === 'string') return;
  if (variation.part === 'field') {
    // A list is sent with the reference pictures of the form.
    if (hasReferences(request)) {
      fillCompose(request, { retryOf: null });
      tellLeftOut(request);
    }
    return openList(listOfVariations(made));
  }
  const prompt = variation.part === 'prompt' ? promptOfVariation(request, variation) : request.prompt;
  if (variation.part === 'prompt') useTemplates.setState({ mode: 'all' });
  fillCompose({ prompt }, { retryOf: null, choices: { ...choicesOfVariation(request, variation), count: 1 } });
  tellLeftOut(request);
}
