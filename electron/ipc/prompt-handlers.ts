import { AppFailure } from '../../shared/errors.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

/** Prompts that are written in one commit. Two thousand long prompts have 16 MB, and would delay other commits. */
const putAtOnce = 100;

export function promptHandlers({ repository, views }: HandlerServices): HandlersOf<'prompts'> {
  return {
    'prompts:list': () => views.savedPrompts(),
    async 'prompts:put'({ prompts }) {
      for (let at = 0; at < prompts.length; at += putAtOnce) {
        const outcome = await repository.putPrompts(prompts.slice(at, at + putAtOnce));
        if (outcome !== 'saved') throw new AppFailure(outcome);
      }
      return views.savedPrompts();
    },
    async 'prompts:remove'({ ids }) {
      await repository.removePrompts(ids);
      return views.savedPrompts();
    },
    'prompts:history': ({ search, from }) => views.pastPrompts(search, from),
    'prompts:pictures': ({ prompt }) => views.picturesOfPrompt(prompt),
  };
}
