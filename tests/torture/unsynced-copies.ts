import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseLine } from '../../electron/core/library/journal-line.ts';
import { createLibraryJournal } from '../../electron/core/library/library-journal.ts';
import { writeWholeFile } from '../../electron/core/util/whole-file.ts';
import { acceptedIdsFile, openAcceptedIds, readAcceptedIdsIn } from '../../electron/database/recovery/accepted-ids.ts';
import { listBackups, makeBackup } from '../../electron/database/backup/backups.ts';
import { openConnection } from '../../electron/database/schema/connection.ts';
import { createConnection } from '../../electron/database/sqlite/statements.ts';
import { createStore } from '../../electron/database/tables/store.ts';
import { replaceDatabase } from '../../electron/database/sqlite/disk-files.ts';
import { openKeysFile } from '../../electron/platform/stores/keys-file.ts';
import { saveWithElectronStore } from '../../electron/platform/save-with-electron-store.ts';
import { openSettingsStore, openViewStateStore } from '../../electron/platform/stores/settings-store.ts';
import { saidNothing } from '../../shared/task.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { testAccount } from '../support/open-test-database.ts';
import { makeTask } from '../unit/database/samples.ts';
import type { DiskStep, Holds } from './disk-log.ts';
import { cutEverywhere, type Recording } from './power-cut.ts';
import { recordFiles, type RecordedFiles } from './recorded-files.ts';
import type { Family } from './tally.ts';

/**
 * The same for everything else that SQLite does not write. After a power cut, the journal has every line that was promised, settings, view state and
 * keys are old or new, and a database that is moved or copied is whole somewhere.
 */
export const unsyncedCopies: Family = async (options) => {
  for (let round = 0; round < options.rounds; round += 1) {
    for (const { name, record } of scenes) await cutEverywhere(record, `unsynced-copies ${round}, ${name}`, 'brokenCopies', options);
  }
};

interface Scene {
  readonly name: string;
  readonly record: Recording;
}

async function recorded(home: string, run: (files: RecordedFiles) => Promise<unknown>): Promise<readonly DiskStep[]> {
  const files = recordFiles(home);
  try {
    await run(files);
    return files.steps;
  } finally {
    files.stop();
  }
}

/** Every line whose `record` resolved is there and whole. At most the last line is torn. */
const journal: Scene = {
  name: 'journal',
  async record(home, dice) {
    const library = path.join(home, 'Latent');
    const file = path.join(library, '.latent', '1970-01.jsonl');
    await mkdir(library);
    return recorded(home, async (files) => {
      files.promise('only the last line is torn', onlyLastLineIsTorn(file));
      for (let lives = 0; lives < 2; lives += 1) {
        const { record } = createLibraryJournal();
        await Promise.all(
          Array.from({ length: 2 + dice.below(3) }, async () => {
            const task = makeTask({ state: { status: 'completed', remoteId: randomUUID(), imageCount: 1 } });
            await record(library, { task, index: 0, file: pictureFile, account: testAccount });
            files.promise(`the line of ${task.id}`, (disk) => (disk.read(file)?.toString() ?? '').split('\n').some((line) => parseLine(line)?.task.id === task.id));
          }),
        );
      }
    });
  },
};

function onlyLastLineIsTorn(file: string): Holds {
  return (disk) => {
    const lines = (disk.read(file) ?? Buffer.alloc(0)).toString().split('\n').slice(0, -1);
    // Lost bytes before the last line would read as zeros.
    return lines.every((line, index) => parseLine(line)?.intact === true || index === lines.length - 1);
  };
}

/** A process was killed after it created the journal's file and before it synced the folder. The next one appends to the file. */
const journalOfKilled: Scene = {
  name: 'journal of a killed process',
  async record(home) {
    const library = path.join(home, 'Latent');
    const file = path.join(library, '.latent', '1970-01.jsonl');
    await mkdir(library);
    const task = makeTask({ state: { status: 'completed', remoteId: 'x', imageCount: 1 } });
    const steps = await recorded(home, async (files) => {
      files.promise('only the last line is torn', onlyLastLineIsTorn(file));
      for (let lives = 0; lives < 2; lives += 1) await createLibraryJournal().record(library, { task, index: lives, file: pictureFile, account: testAccount });
      files.promise('the line', (disk) => (disk.read(file)?.toString() ?? '').split('\n').some((line) => parseLine(line)?.index === 1));
    });
    const written = steps.findIndex((step, index) => step.do === 'sync' && typeof step.of === 'number' && steps[index - 1]?.do === 'write');
    const forgotten = steps.findIndex((step, index) => index > written && step.do === 'sync');
    return steps.map((step, index) => (index === forgotten && step.do === 'sync' ? { ...step, upTo: 0 } : step));
  },
};

const pictureFile = { path: '1970/1970-01/a.png', type: 'png', width: 1, height: 1, bytes: 1, sha256: 'a'.repeat(64), savedAt: 1 } as const;

/** A value stays until another replaces it. What is there is always one of them, whole. */
const stores: Scene = {
  name: 'settings, view state, keys',
  async record(home, dice) {
    const folder = path.join(home, 'user-data');
    return recorded(home, async (files) => {
      const keys = openKeysFile(folder);
      const settings = openSettingsStore(folder, null, saveWithElectronStore);
      const view = openViewStateStore(folder, saveWithElectronStore);
      const writers: readonly (readonly [string, (round: number) => unknown])[] = [
        ['keys.json', (round) => keys.write(`account-${round}`, { keeping: 'protected', origin: 'https://a.example', lastFour: 'abcd', bytes: 'djEx'.repeat(1 + dice.below(400)), refused: false })],
        ['settings.json', (round) => settings.set({ ...defaultSettings, watchLimitMinutes: 10 + round })],
        ['view-state.json', (round) => view.set({ ...view.get(), formerLibraryFolders: [`/former/${round}`] })],
      ];
      for (const [name, write] of writers) {
        await replaceRepeatedly(files, path.join(folder, name), write);
      }
    });
  },
};

/** The same for files that are written asynchronously, in pieces. */
const wholeFiles: Scene = {
  name: 'whole files',
  async record(home, dice) {
    const file = path.join(home, 'marks.jsonl');
    return recorded(home, (files) => replaceRepeatedly(files, file, (round) => writeWholeFile(file, Array.from({ length: 1 + dice.below(3) }, () => `${round}`.repeat(40_000)))));
  },
};

/** A value is there whole once it was written, until another replaces it. */
async function replaceRepeatedly(files: RecordedFiles, file: string, write: (round: number) => unknown): Promise<void> {
  const versions: string[] = [];
  const isOneFrom = (first: number): Holds => (disk) => {
    const found = disk.read(file);
    return found === null ? first < 0 : versions.includes(found.toString(), Math.max(first, 0));
  };
  files.promise(`${path.basename(file)} is whole`, isOneFrom(-1));
  for (let round = 0; round < 3; round += 1) {
    await write(round);
    versions.push(await readFile(file, 'utf8'));
    files.promise(`${path.basename(file)} has what was written`, isOneFrom(round));
  }
}

/** Every id is on the disk once `record` returns, regardless of lines that are dropped as tasks end or were cut short before. */
const acceptedIds: Scene = {
  name: 'accepted ids',
  async record(home, dice) {
    const file = path.join(home, 'latent.db');
    const db = openConnection(file);
    const { store } = createStore(db, () => undefined);
    store.saveAccount(testAccount);
    try {
      return await recorded(home, (files) => {
        for (let lives = 0; lives < 3; lives += 1) {
          const ids = openAcceptedIds(file, createConnection(db), store, (message) => {
            throw new Error(message);
          });
          for (let number = 1 + dice.below(3); number > 0; number -= 1) {
            const task = makeTask({ state: { status: 'processing', remoteId: randomUUID(), misses: 0 } });
            ids.record([{ id: 1, method: 'saveTask', args: [task] }]);
            const ends = dice.chance(0.5);
            store.saveTask(ends ? { ...task, state: { status: 'failed', remoteId: randomUUID(), said: saidNothing } } : task);
            if (!ends) files.promise(`the id of ${task.id}`, (disk) => readAcceptedIdsIn(disk.read(acceptedIdsFile(file))?.toString() ?? '').some((accepted) => accepted.task.id === task.id));
          }
          // A process that was killed while it wrote.
          if (dice.chance(0.5)) appendFileSync(acceptedIdsFile(file), '{"latent":1,"accep');
        }
        return Promise.resolve();
      });
    } finally {
      db.close();
    }
  },
};

/** A finished backup is there with its bytes. An unfinished one does not have the name of a backup. */
const backups: Scene = {
  name: 'backups',
  async record(home) {
    const file = path.join(home, 'latent.db');
    const folder = path.join(home, 'backups');
    openConnection(file).close();
    const made = new Map<string, Buffer>();
    return recorded(home, async (files) => {
      files.promise('every backup is whole', (disk) => [...disk.files()].every(([name, bytes]) => !/backups.*\.db$/.test(name) || made.get(name)?.equals(bytes) === true));
      for (let round = 0; round < 5; round += 1) {
        const copy = makeBackup(file, folder, round * 1000);
        made.set(copy, await readFile(copy));
        const kept = listBackups(folder).length;
        files.promise(`${kept} backups`, (disk) => [...disk.files().keys()].filter((name) => /backups.*\.db$/.test(name)).length >= Math.min(kept, 3));
      }
    });
  },
};

/** The damaged file and its log are somewhere. The whole file is in one of two places, never beside the damaged file's log. */
const quarantine: Scene = {
  name: 'quarantine',
  async record(home) {
    const file = path.join(home, 'latent.db');
    const whole = `${file}.rebuilt`;
    await Promise.all([writeFile(file, 'damaged'), writeFile(`${file}-wal`, 'damaged log'), writeFile(whole, 'whole')]);
    return recorded(home, async (files) => {
      const has = (text: string): Holds => (disk) => [...disk.files().values()].some((bytes) => bytes.toString() === text);
      for (const text of ['damaged', 'damaged log', 'whole']) files.promise(`"${text}" is somewhere`, has(text));
      files.promise('no log of the damaged file beside the whole one', (disk) => disk.read(file)?.toString() !== 'whole' || disk.read(`${file}-wal`) === null);
      replaceDatabase(file, whole, path.join(home, 'quarantine', 'now'));
      files.promise('the whole file is in its place', (disk) => disk.read(file)?.toString() === 'whole' && disk.read(whole) === null);
    });
  },
};

export const scenes: readonly Scene[] = [journal, journalOfKilled, stores, wholeFiles, acceptedIds, backups, quarantine];
