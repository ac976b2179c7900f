import type { FoundPicture } from '../../../../shared/ipc/programs.ts';
import { wholeNumber } from '../command-options.ts';
import { checkedSearch } from '../find-tasks.ts';
import type { DefineCommand } from '../command-context.ts';

/** Pictures in one call. */
const page = 500;

export const defineSearch: DefineCommand = (program, say, context) => {
  program
    .command('search')
    .description(say('command.search.about'))
    .argument('[query...]', say('command.search.query'))
    .option('--limit <number>', say('command.limit'), wholeNumber(say), 100)
    .action(async (words: string[], { limit }: { readonly limit: number }) => {
      const { print, tell, withAccess } = context();
      const search = checkedSearch(say, words);
      const found: FoundPicture[] = [];
      let total = 0;
      await withAccess(
        async (access) => {
          do {
            const next = await access.call('programs:pictures', { search, from: found.length, limit: Math.min(page, limit - found.length) });
            total = next.total;
            found.push(...next.pictures);
            if (next.pictures.length === 0) break;
          } while (found.length < Math.min(limit, total));
        },
      );
      print({ total, pictures: found.map(printedPicture) }, found.flatMap(({ file }) => file ?? []));
      const missing = found.filter(({ file }) => file === null).length;
      if (missing > 0) tell(say('command.search.missing', { count: missing }));
      if (total > found.length) tell(say('command.more', { shown: found.length, total }));
    });
};

function printedPicture({ image, task, file }: FoundPicture) {
  const { state } = image;
  return {
    id: image.id,
    file,
    ...(state.status === 'kept' && { type: state.file.type, width: state.file.width, height: state.file.height, bytes: state.file.bytes, sha256: state.file.sha256, savedAt: new Date(state.file.savedAt).toISOString() }),
    taskId: task.imported === null ? task.id : null,
    prompt: task.request.prompt,
    model: task.request.model,
  };
}
