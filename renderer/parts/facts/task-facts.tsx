import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { isFree, unitOf } from '../../../shared/account.ts';
import type { Amount } from '../../../shared/money/amount.ts';
import { costOf } from '../../../shared/money/task-cost.ts';
import type { TextKind } from '../../../shared/search/field/highlight.ts';
import { isShown, remoteIdOf, type Image, type Reference, type RequestFields, type Task } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { useApp } from '../../stores/app-store.ts';
import { amountWords } from '../../../shared/words/amounts.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { copyText } from '../../ui/clipboard.ts';
import { useTaskCost, type CostWords } from '../costs/cost-words.ts';
import { Highlighted } from '../search/highlighted.tsx';
import { ReferenceList } from './reference-picture.tsx';
import styles from './task-facts.module.css';
import textStyles from '../../ui/sheets/text.module.css';

interface FactsProps {
  readonly task: Task;
  readonly image?: Image | undefined;
}

/** What most people want to know: the model, the size, and the cost if it is known. */
export function MainFacts({ task, image }: FactsProps) {
  const { request, facts, imported } = task;
  const say = useWords();
  const { dimensions } = useFormats();
  const cost = useTaskCost(task);
  const unless = imported === null ? say('tasks.fact.not-set') : null;
  const size = image?.state.status === 'kept' && isShown(image.state.file.type) ? dimensions(image.state.file.width, image.state.file.height) : sizeWords(request.size);
  return (
    <FactList>
      <Fact label={say('tasks.fact.model')} value={request.model || (facts.model ?? unless)} searched="model" />
      <Fact label={say('tasks.fact.dimensions')} value={size || unless} />
      <Fact label={say('tasks.fact.cost')} value={cost && costFact(say, task, cost)} />
      <Fact label={say('references.fact')} value={request.references && request.references.length > 0 && <ReferenceList references={request.references} />} long />
    </FactList>
  );
}

/** The cost is the task's, and not that of each of its pictures. */
function costFact(say: Words, { accountId, state }: Task, { short, long }: CostWords): string {
  if (isFree(accountId)) return long;
  return state.status === 'completed' && state.imageCount > 1 ? say('money.for-pictures', { cost: short, count: state.imageCount }) : short;
}

const sizeWords = (size: string): string => size.replace(/^(\d+)x(\d+)$/, '$1 × $2');

/** The rest of what is known of a task: its request and account, what the service said, the IDs and the times. */
export function TaskFacts({ task, image }: FactsProps) {
  const say = useWords();
  const { duration, exactTime } = useFormats();
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === task.accountId) ?? null);
  const { request, facts } = task;
  const remoteId = remoteIdOf(task);
  const value = (text: string): string => text || say('tasks.fact.not-set');
  const time = (at: number | null): string | null => (at === null ? null : exactTime(at));
  return (
    <>
      <FactList>
        <Fact label={say('tasks.fact.model-told')} value={request.model === '' || facts.model === request.model ? null : facts.model} />
        <Fact label={say('tasks.fact.size')} value={value(sizeWords(request.size))} />
        <Fact label={say('tasks.fact.quality')} value={value(request.quality)} />
        <Fact label={say('tasks.fact.fields')} value={request.fields && fieldsText(request.fields)} mono long copies={request.fields && fieldsText(request.fields)} />
        <Fact label={say('references.fact')} value={request.references?.map(referenceText).join('\n')} mono long />
        <Fact label={say('tasks.fact.account')} value={account ? say('tasks.fact.account-value', { account: account.name, removed: account.removed ? 'yes' : 'no' }) : say('history.account-gone')} />
      </FactList>
      <CostFacts task={task} />
      <FileFacts task={task} image={image} />
      <FactList>
        <Fact label={say('tasks.fact.queries')} value={say('tasks.fact.queries-value', { count: task.polls })} />
        <Fact label={say('tasks.fact.status-word')} value={facts.statusWord} mono />
        <Fact label={say('tasks.fact.remote-id')} value={remoteId} searched="id" mono long copies={remoteId} />
        <Fact label={say('tasks.fact.local-id')} value={task.id} searched="id" mono long copies={task.id} />
        <Fact label={say('tasks.fact.retry-of')} value={task.retryOf} mono long />
      </FactList>
      <FactList>
        <Fact label={say('tasks.fact.asked')} value={time(task.createdAt)} />
        <Fact label={say('tasks.fact.submitted')} value={time(task.submittedAt)} />
        <Fact label={say('tasks.fact.accepted')} value={time(task.acceptedAt)} />
        <Fact label={say('tasks.fact.last-query')} value={task.endedAt === null ? time(task.lastPollAt) : null} />
        <Fact label={say('tasks.fact.finished')} value={time(task.endedAt)} />
        <Fact label={say('tasks.fact.saved')} value={image?.state.status === 'kept' ? time(image.state.file.savedAt) : null} />
        <Fact label={say('tasks.fact.took')} value={task.acceptedAt !== null && task.endedAt !== null ? duration(task.endedAt - task.acceptedAt) : null} />
      </FactList>
    </>
  );
}

/** Every amount that is known of the task, also those that do not count, and which one counts. */
function CostFacts({ task }: FactsProps) {
  const say = useWords();
  const formats = useFormats();
  const unit = useApp(({ accounts }) => unitOf(accounts, task.accountId));
  const cost = useTaskCost(task);
  if (cost === null || isFree(task.accountId)) return null;
  const amount = (of: Amount | null): string | null => (of === null ? null : amountWords(say, formats, of, unit));
  return (
    <FactList>
      <Fact label={say('tasks.fact.cost')} value={cost.long} long />
      <Fact label={say('tasks.fact.cost-said')} value={task.settled === null ? null : amount(task.facts.credits)} />
      <Fact label={say('tasks.fact.cost-estimated')} value={costOf(task)?.by === 'estimate' ? null : amount(task.estimate)} />
    </FactList>
  );
}

/** Without the picture, which may have millions of characters. */
const referenceText = (reference: Reference): string => (reference.kind === 'address' ? reference.url : `data:image/${reference.type};base64,… (${reference.bytes} bytes, SHA-256 ${reference.sha256})`);

const fieldsText = (fields: RequestFields): string => JSON.stringify(fields, null, 2);

/** The same for an imported picture: what its file says about it. */
export function ImportedFacts({ task, image }: FactsProps) {
  const say = useWords();
  const { exactTime, number } = useFormats();
  const { request, imported } = task;
  if (imported === null) return null;
  const figure = (value: number | null): string | null => (value === null ? null : number(value));
  return (
    <>
      <FactList>
        <Fact label={say('import.fact.imported')} value={say('import.form', { form: imported.form ?? 'none' })} />
        <Fact label={say('import.fact.title')} value={imported.title} searched="prose" long />
        <Fact label={say('import.fact.incomplete')} value={imported.incomplete && say('import.fact.incomplete-value')} long />
        <Fact label={say('tasks.fact.size')} value={sizeWords(request.size)} />
        <Fact label={say('tasks.fact.quality')} value={request.quality} />
        <Fact label={say('import.fact.seed')} value={imported.seed} copies={imported.seed} />
        <Fact label={say('import.fact.steps')} value={figure(imported.steps)} />
        <Fact label={say('import.fact.sampler')} value={imported.sampler} />
        <Fact label={say('import.fact.cfg')} value={figure(imported.cfgScale)} />
        <Fact label={say('import.fact.software')} value={imported.software} />
        <Fact label={say('import.fact.negative')} value={imported.negativePrompt} long />
      </FactList>
      <FileFacts task={task} image={image} />
      <FactList>
        <Fact label={say('import.fact.made')} value={exactTime(task.createdAt)} />
        <Fact label={say('import.fact.added')} value={task.endedAt === null ? null : exactTime(task.endedAt)} />
      </FactList>
    </>
  );
}

/** The file that a picture is kept in. */
function FileFacts({ task, image }: FactsProps) {
  const say = useWords();
  const formats = useFormats();
  if (image?.state.status !== 'kept') return null;
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

/** Labels and values, one fact a row. */
function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  readonly label: string;
  /** An unknown fact is not shown. */
  readonly value: ReactNode;
  readonly mono?: boolean;
  /** Highlights what was searched for, as in texts of this kind. */
  readonly searched?: TextKind;
  /** Takes a line of its own. */
  readonly long?: boolean;
  /** What a button beside the value copies. */
  readonly copies?: string | null | undefined;
}

function Fact({ label, value, mono = false, searched, long = false, copies }: FactProps) {
  const say = useWords();
  if (value === null || value === undefined || value === '' || value === false) return null;
  return (
    <div className={classes(styles.fact, long && styles.long)}>
      <dt className={textStyles.hint}>{label}</dt>
      <dd className={classes(styles.value, mono && styles.mono)}>
        {searched && typeof value === 'string' ? <Highlighted text={value} kind={searched} /> : value}
        {copies != null && (
          <IconButton size="small" label={say('tasks.fact.copy', { label })} className={styles.copy} onClick={() => copyText(copies, 'tasks.fact.copied')}>
            <Copy size={13} />
          </IconButton>
        )}
      </dd>
    </div>
  );
}
