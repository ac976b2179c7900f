import { writePromptFile } from '../../shared/prompts/prompt-file.ts';
import { promptInName } from '../core/library/files/library-names.ts';
import { writeWholeFile } from '../core/util/whole-file.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function promptHandlers({ libraryActs, views, desktop, words }: HandlerServices): HandlersOf<'prompts'> {
  return {
    'prompts:list': () => views.savedPrompts(),
    async 'prompts:put'({ prompts }) {
      const token = await libraryActs.putPrompts(prompts);
      return { prompts: await views.savedPrompts(), token };
    },
    async 'prompts:remove'({ ids }) {
      const token = await libraryActs.removePrompts(ids);
      return { prompts: await views.savedPrompts(), token };
    },
    async 'prompts:save-file'(request) {
      const name = promptInName(request.prompt) || words('dialogs.prompt-file-name');
      const file = await desktop.chooseSaveFile(`${name}.latent-prompt.json`, words('dialogs.prompt-file'));
      if (file === null) return { saved: false };
      await writeWholeFile(file, [writePromptFile(request)], 'usual');
      return { saved: true };
    },
    'prompts:history': ({ search, from }) => views.pastPrompts(search, from),
    'prompts:pictures': ({ prompt }) => views.picturesOfPrompt(prompt),
  };
}
