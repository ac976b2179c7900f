import { AppFailure } from '../../../../shared/errors.ts';
import type { CommandWords } from '../../../../shared/words/command-words.ts';
import type { Access } from '../access.ts';
import { exitStatuses, type DefineCommand } from '../command-context.ts';
import { lineColumns } from '../terminal-text.ts';

/** `note`: worth knowing, and nothing is wrong. */
interface Finding {
  readonly what: 'profile' | 'version' | 'keys' | 'library' | 'disk' | 'database' | 'notices' | 'tasks';
  readonly is: 'good' | 'note' | 'wrong';
  readonly words: string;
}

/** Bytes. A few pictures, and the database's log. */
const littleRoom = 500_000_000;

export const defineDoctor: DefineCommand = (program, say, context) => {
  program
    .command('doctor')
    .description(say('command.doctor.about'))
    .action(async () => {
      const { print, profile, end, withAccess } = context();
      const findings = await withAccess((access) => examine(say, access, profile)).catch((error: unknown): readonly Finding[] => {
        if (!(error instanceof AppFailure)) throw error;
        return [{ what: 'profile', is: 'wrong', words: `${profile}: ${say(`error.${error.appError.code}`)}` }];
      });
      const marks = { good: 'ok', note: 'note', wrong: 'WRONG' };
      const isWell = findings.every(({ is }) => is !== 'wrong');
      print({ isWell, findings }, findings.flatMap(({ what, is, words }) => wrapped(`${marks[is].padEnd(6)}${what.padEnd(10)}`, words)));
      if (!isWell) end(exitStatuses.failed);
    });
};

async function examine(say: CommandWords, access: Access, profile: string): Promise<readonly Finding[]> {
  const [snapshot, health] = await Promise.all([access.call('app:snapshot', undefined), access.call('programs:health', undefined)]);
  const { accounts, notices, version, head } = snapshot;
  const { library, freeBytes, databaseFaults, protectsKeys } = health;
  const finding = (what: Finding['what'], is: Finding['is'], words: string): Finding => ({ what, is, words });
  const unreadable = accounts.filter(({ removed, key }) => !removed && key.status === 'unreadable').map(({ name }) => name);
  const unusable = accounts.filter(({ removed, key }) => !removed && (key.status === 'missing' || key.status === 'refused')).map(({ name }) => name);
  const unknown = head.filter(({ task }) => task.state.status === 'unknown').length;
  const least = Math.min(freeBytes ?? Infinity, library.freeBytes ?? Infinity);
  return [
    finding('profile', 'good', say('command.doctor.profile', { profile, owner: access.isOwner() ? 'none' : 'program' })),
    finding('version', 'good', say('command.doctor.version', { version, node: process.versions.node })),
    finding('keys', protectsKeys ? 'good' : 'note', say('command.doctor.keyring', { has: protectsKeys ? 'yes' : 'no' })),
    ...(unreadable.length === 0 ? [] : [finding('keys', access.isOwner() ? 'note' : 'wrong', say('command.accounts.unreadable', { name: unreadable.join(', ') }))]),
    ...(unusable.length === 0 ? [] : [finding('keys', 'wrong', say('command.doctor.no-key', { names: unusable.join(', ') }))]),
    finding('library', library.isWritable ? 'good' : 'wrong', say('command.doctor.library', { folder: library.folder, writable: library.isWritable ? 'yes' : 'no' })),
    finding('disk', least < littleRoom ? 'wrong' : 'good', say('command.doctor.disk', { free: least === Infinity ? 'unknown' : 'known', gigabytes: least === Infinity ? 0 : Math.round(least / 1e8) / 10 })),
    ...(databaseFaults.length === 0 ? [finding('database', 'good', say('command.doctor.database'))] : databaseFaults.map((fault) => finding('database', 'wrong', fault))),
    ...notices.map(({ code, subject }) => finding('notices', code === 'thumbnails-being-made' ? 'note' : 'wrong', [code, subject].join(': '))),
    finding('tasks', unknown > 0 ? 'note' : 'good', say('command.doctor.tasks', { unknown, waiting: head.filter(({ task }) => task.state.status === 'queued').length })),
  ];
}

/** A text in lines of the terminal, after a head that stands once. */
function wrapped(head: string, text: string): readonly string[] {
  const most = lineColumns() - head.length;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, at) => `${at === 0 ? head : ' '.repeat(head.length)}${line}`);
}
