import { AppFailure } from '../../shared/errors.ts';
import { writePromptFile } from '../../shared/prompts/prompt-file.ts';
import { promptInName } from '../core/library/files/library-names.ts';
import { writeWholeFile } from '../core/util/whole-file.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

/** Prompts that are written in one commit. Two thousand long prompts have 16 MB, and would delay other commits. */
const putAtOnce = 100;

export function promptHandlers({ repository, views, desktop, words }: HandlerServices): HandlersOf<'prompts'> {
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
    async 'prompts:save-file'(request) {
      const name = promptInName(request.prompt) || words('dialogs.prompt-file-name');
      const file = await desktop.chooseSaveFile(`${name}.json`, words('dialogs.prompt-file'));
      if (file === null) return { saved: false };
      await writeWholeFile(file, [writePromptFile(request)], 'usual');
      return { saved: true };
    },
    'prompts:history': ({ search, from }) => views.pastPrompts(search, from),
    'prompts:pictures': ({ prompt }) => views.picturesOfPrompt(prompt),
  };
}
