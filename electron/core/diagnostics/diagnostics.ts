import { createHash } from 'node:crypto';
import type { Account, KeyringState } from '../../../shared/account.ts';
import type { Notice } from '../../../shared/ipc/api.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { AccountId, Image, ServiceSaid, TaskWithImages } from '../../../shared/task.ts';
import { remoteIdOf } from '../../../shared/task.ts';
import { isoText } from '../util/iso-text.ts';
import type { ZipEntry } from './zip.ts';

/** What the files are made of. The texts may hold anything and are redacted here. */
export interface DiagnosticsInput {
  /** What the files are, in the person's language. */
  readonly readMe: string;
  /** Program and version. */
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: Settings;
  readonly libraryFolder: string;
  readonly accounts: readonly Account[];
  readonly keyring: KeyringState;
  readonly notices: readonly Notice[];
  /** What is wrong with the database; empty: it is sound. */
  readonly databaseFaults: readonly string[];
  readonly logs: readonly { readonly name: string; readonly text: string }[];
  readonly tasks: AsyncIterable<TaskWithImages>;
  /** Whether prompts, and what the service said in words (it may repeat them), go in. */
  readonly prompts: boolean;
  /** Absolute path of the home folder, which often contains the person's name. */
  readonly home: string;
  readonly redact: (text: string) => string;
}

/** Tasks that go in: those with an unknown outcome, then the newest. */
const mostTasks = 5_000;

/** The files of the diagnostics. All are plain text, so that a person can read them before sending them to anybody. */
export async function* diagnosticsFiles(input: DiagnosticsInput): AsyncGenerator<ZipEntry> {
  const clean = cleaner(input);
  const json = (name: string, value: unknown): ZipEntry => ({ name, chunks: [`${cleanJson(value, clean, 2)}\n`] });
  yield { name: 'README.txt', chunks: [`${input.readMe}\n`] };
  yield json('versions.json', input.versions);
  yield json('settings.json', { ...input.settings, libraryFolder: input.libraryFolder });
  yield json('accounts.json', { keyring: input.keyring, accounts: input.accounts.map(accountFacts) });
  yield json('notices.json', input.notices);
  yield json('database.json', { sound: input.databaseFaults.length === 0, faults: input.databaseFaults });
  yield { name: 'tasks.jsonl', chunks: taskLines(input, clean) };
  for (const { name, text } of input.logs) yield { name: `logs/${name}`, chunks: [clean(text)] };
}

/** Distinguishes accounts without naming them. */
export function accountHash(id: AccountId): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 12);
}

async function* taskLines({ tasks, prompts }: DiagnosticsInput, clean: Clean): AsyncGenerator<string> {
  let count = 0;
  try {
    for await (const entry of tasks) {
      if (count === mostTasks) return;
      count += 1;
      yield `${cleanJson(taskFacts(entry, prompts), clean)}\n`;
    }
  } catch (error) {
    // Diagnostics are needed most when the history cannot be read.
    yield `${cleanJson({ unreadable: String(error) }, clean)}\n`;
  }
}

function taskFacts({ task, images }: TaskWithImages, prompts: boolean): object {
  const { state, trouble, facts } = task;
  const said = (what: ServiceSaid): object => ({ http: what.httpStatus, code: what.code, ...(prompts ? { message: what.message } : {}) });
  return {
    id: task.id,
    account: accountHash(task.accountId),
    status: state.status,
    reason: 'reason' in state ? state.reason : undefined,
    said: 'said' in state ? said(state.said) : undefined,
    remoteId: remoteIdOf(task),
    adopted: task.adopted,
    retryOf: task.retryOf,
    repeated: task.repeated,
    times: {
      created: isoText(task.createdAt),
      submitted: isoText(task.submittedAt),
      accepted: isoText(task.acceptedAt),
      ended: isoText(task.endedAt),
      dismissed: isoText(task.dismissedAt),
      lastPoll: isoText(task.lastPollAt),
    },
    polls: task.polls,
    trouble: trouble === null ? null : { kind: trouble.kind, ...said(trouble.said), retryAt: isoText(trouble.retryAt) },
    serviceStatus: facts.statusWord,
    credits: facts.credits,
    images: images.map(imageFacts),
    ...(prompts ? { request: task.request } : {}),
  };
}

/** Without path and detail: files are named after prompts. */
function imageFacts({ id, index, state }: Image): object {
  if (state.status === 'kept') {
    const { type, width, height, bytes } = state.file;
    return { id, index, status: state.status, type, width, height, bytes };
  }
  return { id, index, status: state.status, attempts: 'attempts' in state ? state.attempts : undefined, why: 'why' in state ? state.why : undefined };
}

function accountFacts({ id, kind, baseUrl, key }: Account): object {
  return { account: accountHash(id), kind, baseUrl, key: key.status, keeping: 'keeping' in key ? key.keeping : null };
}

type Clean = (text: string) => string;

function cleaner({ redact, home, accounts }: DiagnosticsInput): Clean {
  const ids = accounts.map(({ id }) => [id, accountHash(id)] as const);
  return (text) => {
    const redacted = redact(text);
    const homeless = home.length > 1 ? redacted.replaceAll(home, '~') : redacted;
    return ids.reduce((rest, [id, hash]) => rest.replaceAll(id, hash), homeless);
  };
}

function cleanJson(value: unknown, clean: Clean, indent?: number): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === 'string' ? clean(part) : part), indent);
}
