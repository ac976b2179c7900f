import type { ImportedPicture } from '../../../shared/library/import.ts';
import type { Task } from '../../../shared/task.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Fact, FactList } from './fact-list.tsx';

interface ImportedFactsProps {
  readonly task: Task;
  readonly imported: ImportedPicture;
}

/** What the file of an imported picture says about it. */
export function ImportedFacts({ task: { request }, imported }: ImportedFactsProps) {
  const say = useWords();
  const { number } = useFormats();
  const figure = (value: number | null): string | null => (value === null ? null : number(value));
  return (
    <FactList>
      <Fact label={say('import.fact.imported')} value={say('import.form', { form: imported.form ?? 'none' })} />
      <Fact label={say('import.fact.title')} value={imported.title} searched="prose" long />
      <Fact label={say('tasks.fact.size')} value={request.size.replace(/^(\d+)x(\d+)$/, '$1 × $2')} />
      <Fact label={say('tasks.fact.quality')} value={request.quality} />
      <Fact label={say('import.fact.seed')} value={imported.seed} {...(imported.seed === null ? {} : { copies: imported.seed })} />
      <Fact label={say('import.fact.steps')} value={figure(imported.steps)} />
      <Fact label={say('import.fact.sampler')} value={imported.sampler} />
      <Fact label={say('import.fact.cfg')} value={figure(imported.cfgScale)} />
      <Fact label={say('import.fact.software')} value={imported.software} />
      <Fact label={say('import.fact.negative')} value={imported.negativePrompt} long />
    </FactList>
  );
}

/** When the picture was made, according to its file, and when it was imported. */
export function ImportedTimes({ task }: { readonly task: Task }) {
  const say = useWords();
  const { exactTime } = useFormats();
  return (
    <FactList>
      <Fact label={say('import.fact.made')} value={exactTime(task.createdAt)} />
      <Fact label={say('import.fact.added')} value={task.endedAt === null ? null : exactTime(task.endedAt)} />
    </FactList>
  );
}
