import path from 'node:path';
import { Option } from 'commander';
import type { KeyKeeping } from '../../../../shared/account.ts';
import { AppFailure } from '../../../../shared/errors.ts';
import type { MirroredState, MirrorState } from '../../../../shared/mirror/mirror-state.ts';
import type { CommandWords } from '../../../../shared/words/command-words.ts';
import { exitStatuses, type CommandContext, type DefineCommand } from '../command-context.ts';
import { createProgressLine } from '../generate/progress-line.ts';
import { addBucketOptions, askedSecret, wantedBucket, type BucketOptions } from '../mirror-bucket.ts';
import { tableLines } from '../terminal-text.ts';
import { UsageFault } from '../usage-fault.ts';

/** Where the secret is kept, and what the engine calls that. */
const keepings = { keyring: 'protected', memory: 'session', plain: 'unprotected' } as const satisfies Record<string, KeyKeeping>;

interface MirrorOptions extends BucketOptions {
  readonly set: boolean;
  readonly check: boolean;
  readonly list: boolean;
  readonly restore: boolean;
  readonly from?: string;
  readonly library?: string;
  readonly keep: keyof typeof keepings;
}

export const defineMirror: DefineCommand = (program, say, context) => {
  const command = program
    .command('mirror')
    .description(say('command.mirror.about'))
    .option('--restore', say('command.mirror.restore'), false)
    .option('--from <profile>', say('command.mirror.from'))
    .option('--library <folder>', say('command.mirror.library'))
    .option('--list', say('command.mirror.list'), false)
    .option('--check', say('command.mirror.check'), false)
    .option('--set', say('command.mirror.set'), false);
  addBucketOptions(command, say)
    .addOption(new Option('--keep <where>', say('command.mirror.keep')).choices(Object.keys(keepings)).default('keyring'))
    .action(async (options: MirrorOptions) => {
      if ([options.restore, options.list, options.set, options.check].filter(Boolean).length > 1) throw new UsageFault(say('command.usage.mirror-one'));
      const here = context();
      if (options.restore) await restore(say, here, options);
      else if (options.list) await list(say, here, options);
      else if (options.set) await set(say, here, options);
      else await mirror(say, here, options);
    });
};

async function mirror(say: CommandWords, { signal, tell, print, end, withAccess }: CommandContext, options: MirrorOptions): Promise<void> {
  const line = createProgressLine(process.stderr);
  const state = await withAccess(
    async (access) => {
      const { settings } = await access.call('app:snapshot', undefined);
      const bucket = await askedSecret(say, wantedBucket(say, options, settings.mirror), signal);
      signal.addEventListener('abort', () => void access.call('mirror:stop', undefined).catch(() => undefined), { once: true });
      return access.call('programs:mirror', { ...bucket, check: options.check });
    },
    (change) => {
      if (change.kind === 'mirroring' && change.mirroring !== null) line.show(progressWords(say, change.mirroring));
    },
  ).finally(() => line.end());
  if (state.error !== null) throw new AppFailure(state.error.code, state.error.detail);
  print(state, [say('command.mirror.done', { done: state.done, sent: state.sent, megabytes: Math.ceil(state.sentBytes / 1e6) })]);
  for (const { path: file, reason } of state.leftOutFiles) tell(say('command.mirror.left-out', { file, reason }));
  if (state.phase === 'stopped') tell(say('command.mirror.stopped'));
  if (state.phase !== 'done' || state.leftOut > 0) end(exitStatuses.failed);
}

const progressWords = (say: CommandWords, { done, files, sentBytes }: MirrorState): string => say('command.mirror.progress', { done, files, megabytes: Math.ceil(sentBytes / 1e6) });

async function set(say: CommandWords, { signal, tell, print, withAccess }: CommandContext, options: MirrorOptions): Promise<void> {
  await withAccess(async (access) => {
    const { settings, keyring } = await access.call('app:snapshot', undefined);
    const { mirror: wanted, secret } = await askedSecret(say, wantedBucket(say, options, settings.mirror), signal);
    if (wanted === null || secret === null) throw new UsageFault(say('command.usage.mirror-bucket'));
    if (options.keep === 'keyring' && keyring === 'unavailable') throw new UsageFault(say('command.usage.no-keyring-mirror'));
    const test = await access.call('mirror:test', { mirror: wanted, secret });
    await access.call('mirror:set', { mirror: wanted, secret: { kind: 'replace', secret, keeping: keepings[options.keep] } });
    print({ mirror: wanted, ...test }, [say('command.mirror.was-set', { bucket: wanted.bucket })]);
    if (!test.refusesToReplace) tell(say('command.mirror.replaces'));
  });
}

async function list(say: CommandWords, { signal, tell, print, withAccess }: CommandContext, options: MirrorOptions): Promise<void> {
  const { states, damaged } = await withAccess(async (access) => {
    const { settings } = await access.call('app:snapshot', undefined);
    return access.call('programs:mirrored', await askedSecret(say, wantedBucket(say, options, settings.mirror), signal));
  });
  print(
    { states: states.map((state) => ({ ...state, at: new Date(state.at).toISOString() })), damaged },
    tableLines<MirroredState>(states, [
      { title: 'PROFILE', cell: ({ profile }) => profile },
      { title: 'COMPUTER', cell: ({ computer }) => computer, isCut: true },
      { title: 'AT', cell: ({ at }) => new Date(at).toISOString() },
      { title: 'FILES', cell: ({ files }) => String(files), isNumber: true },
      { title: 'MB', cell: ({ bytes }) => String(Math.ceil(bytes / 1e6)), isNumber: true },
    ]),
  );
  for (const key of damaged) tell(say('command.mirror.passed-over', { key }));
}

/** Without an engine: the profile may be empty, and what restores it must not open it. */
async function restore(say: CommandWords, { profile, signal, tell, print, end, restoreProfile }: CommandContext, options: MirrorOptions): Promise<void> {
  const line = createProgressLine(process.stderr);
  const bucket = await askedSecret(say, wantedBucket(say, options, null), signal);
  const { roots: _roots, ...state } = await restoreProfile({
    setting: bucket.mirror,
    secret: bucket.secret,
    sessionToken: bucket.sessionToken,
    from: options.from ?? null,
    library: options.library === undefined ? null : path.resolve(options.library),
    signal,
    changed: ({ restored, there, from }) => line.show(say('command.mirror.restoring', { done: restored + there, files: from.files })),
  }).finally(() => line.end());
  print({ ...state, profile, from: { ...state.from, at: new Date(state.from.at).toISOString() } }, [say('command.mirror.restored', { restored: state.restored, there: state.there, library: state.library })]);
  for (const key of state.passedOver) tell(say('command.mirror.passed-over', { key }));
  for (const file of state.different) tell(say('command.mirror.different', { file }));
  for (const file of [...state.damaged, ...state.missing]) tell(say('command.mirror.not-restored', { file }));
  for (const file of state.unnameable) tell(say('command.mirror.unnameable', { file }));
  tell(say(state.hadHistory ? 'command.mirror.kept-history' : 'command.mirror.open-now'));
  if (state.failed > 0 || state.different.length > 0 || state.passedOver.length > 0) end(exitStatuses.failed);
}
