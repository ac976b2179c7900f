import { AppFailure } from '../../shared/errors.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function promptHandlers({ repository, views }: HandlerServices): HandlersOf<'prompts'> {
  return {
    'prompts:list': () => repository.savedPrompts(),
    async 'prompts:put'({ prompts }) {
      const outcome = await repository.putPrompts(prompts);
      if (outcome !== 'saved') throw new AppFailure(outcome);
      return repository.savedPrompts();
    },
    async 'prompts:remove'({ ids }) {
      await repository.removePrompts(ids);
      return repository.savedPrompts();
    },
    'prompts:history': ({ search, from }) => views.pastPrompts(search, from),
    'prompts:pictures': ({ prompt }) => views.picturesOfPrompt(prompt),
  };
}
