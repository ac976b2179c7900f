import { isFree } from '../../../shared/account.ts';
import type { ImportedPicture } from '../../../shared/library/import.ts';
import { isShown, remoteIdOf, type Image, type Task } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Fact, FactList } from './fact-list.tsx';

interface MainFactsProps {
  readonly task: Task;
  readonly image?: Image;
}

/** What most people want to know: the model, the size, and the cost if it is known. */
export function MainFacts({ task, image }: MainFactsProps) {
  const { request, facts, imported } = task;
  const say = useWords();
  const { dimensions, number } = useFormats();
  const unless = imported === null ? say('tasks.fact.not-set') : null;
  const size = image?.state.status === 'kept' && isShown(image.state.file.type) ? dimensions(image.state.file.width, image.state.file.height) : sizeWords(request.size);
  return (
    <FactList>
      <Fact label={say('tasks.fact.model')} value={request.model || (facts.model ?? unless)} searched="model" />
      <Fact label={say('tasks.fact.dimensions')} value={size || unless} />
      <Fact label={say('tasks.fact.cost')} value={costWords()} />
    </FactList>
  );

  function costWords(): string | null {
    if (imported === null && isFree(task.accountId)) return say('tasks.fact.cost-free');
    return facts.credits === null ? null : say('tasks.fact.cost-value', { credits: facts.credits, shown: number(facts.credits) });
  }
}

const sizeWords = (size: string): string => size.replace(/^(\d+)x(\d+)$/, '$1 × $2');

interface TaskFactsProps {
  readonly task: Task;
}

/** The rest of the request, and its account. */
export function RequestFacts({ task }: TaskFactsProps) {
  return task.imported === null ? <Submitted task={task} /> : <ImportedFacts request={task.request} imported={task.imported} />;
}

function Submitted({ task: { request, facts, accountId } }: TaskFactsProps) {
  const say = useWords();
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === accountId) ?? null);
  const value = (text: string): string => text || say('tasks.fact.not-set');
  return (
    <FactList>
      <Fact label={say('tasks.fact.model-told')} value={request.model === '' || facts.model === request.model ? null : facts.model} />
      <Fact label={say('tasks.fact.size')} value={value(sizeWords(request.size))} />
      <Fact label={say('tasks.fact.quality')} value={value(request.quality)} />
      <Fact label={say('tasks.fact.account')} value={account ? say('tasks.fact.account-value', { account: account.name, removed: account.removed ? 'yes' : 'no' }) : say('history.account-gone')} />
    </FactList>
  );
}

/** What the file of an imported picture says about it. */
function ImportedFacts({ request, imported }: { readonly request: Task['request']; readonly imported: ImportedPicture }) {
  const say = useWords();
  const { number } = useFormats();
  const figure = (value: number | null): string | null => (value === null ? null : number(value));
  return (
    <FactList>
      <Fact label={say('import.fact.imported')} value={say('import.form', { form: imported.form ?? 'none' })} />
      <Fact label={say('import.fact.title')} value={imported.title} searched="prose" long />
      <Fact label={say('tasks.fact.size')} value={sizeWords(request.size)} />
      <Fact label={say('tasks.fact.quality')} value={request.quality} />
      <Fact label={say('import.fact.seed')} value={imported.seed} copies={imported.seed} />
      <Fact label={say('import.fact.steps')} value={figure(imported.steps)} />
      <Fact label={say('import.fact.sampler')} value={imported.sampler} />
      <Fact label={say('import.fact.cfg')} value={figure(imported.cfgScale)} />
      <Fact label={say('import.fact.software')} value={imported.software} />
      <Fact label={say('import.fact.negative')} value={imported.negativePrompt} long />
    </FactList>
  );
}

/** What else the service said, how often it was asked, and the ids. */
export function ServiceFacts({ task }: TaskFactsProps) {
  const say = useWords();
  if (task.imported !== null) return null;
  const { facts } = task;
  const remoteId = remoteIdOf(task);
  return (
    <FactList>
      <Fact label={say('tasks.fact.queries')} value={say('tasks.fact.queries-value', { count: task.polls })} />
      <Fact label={say('tasks.fact.status-word')} value={facts.statusWord} mono />
      <Fact label={say('tasks.fact.remote-id')} value={remoteId} searched="id" mono long copies={remoteId} />
      <Fact label={say('tasks.fact.local-id')} value={task.id} searched="id" mono long copies={task.id} />
      <Fact label={say('tasks.fact.retry-of')} value={task.retryOf} mono long />
    </FactList>
  );
}

interface PictureFactsProps {
  readonly image: Image;
  readonly task: Task;
}

/** The file that a picture is kept in. */
export function PictureFacts({ image, task }: PictureFactsProps) {
  const say = useWords();
  const formats = useFormats();
  if (image.state.status !== 'kept') return null;
  const { file } = image.state;
  const count = task.state.status === 'completed' ? task.state.imageCount : 1;
  return (
    <FactList>
      <Fact label={say('tasks.fact.type')} value={say('tasks.fact.type-value', { type: file.type, extension: file.type.toUpperCase() })} />
      <Fact label={say('tasks.fact.bytes')} value={formats.bytes(file.bytes)} />
      <Fact label={say('tasks.fact.part')} value={count > 1 && image.index < count ? say('tasks.fact.part-value', { index: image.index + 1, count }) : null} />
      <Fact label={say('tasks.fact.path')} value={file.path} searched="prose" mono long />
      <Fact label={say('tasks.fact.sha256')} value={file.sha256} mono long copies={file.sha256} />
    </FactList>
  );
}

interface TimeFactsProps {
  readonly task: Task;
  /** The picture whose file was saved at some time. */
  readonly image?: Image;
}

export function TimeFacts({ task, image }: TimeFactsProps) {
  const say = useWords();
  const { duration, exactTime } = useFormats();
  const time = (at: number | null): string | null => (at === null ? null : exactTime(at));
  if (task.imported !== null) {
    return (
      <FactList>
        <Fact label={say('import.fact.made')} value={time(task.createdAt)} />
        <Fact label={say('import.fact.added')} value={time(task.endedAt)} />
      </FactList>
    );
  }
  return (
    <FactList>
      <Fact label={say('tasks.fact.asked')} value={time(task.createdAt)} />
      <Fact label={say('tasks.fact.submitted')} value={time(task.submittedAt)} />
      <Fact label={say('tasks.fact.accepted')} value={time(task.acceptedAt)} />
      <Fact label={say('tasks.fact.last-query')} value={task.endedAt === null ? time(task.lastPollAt) : null} />
      <Fact label={say('tasks.fact.finished')} value={time(task.endedAt)} />
      <Fact label={say('tasks.fact.saved')} value={image?.state.status === 'kept' ? time(image.state.file.savedAt) : null} />
      <Fact label={say('tasks.fact.took')} value={task.acceptedAt !== null && task.endedAt !== null ? duration(task.endedAt - task.acceptedAt) : null} />
    </FactList>
  );
}
