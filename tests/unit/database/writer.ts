import { openDatabase } from '../../../electron/database/client/open-database.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import { testAccount } from '../../support/open-test-database.ts';
import { makeAnswer, makeSources, makeTask } from './samples.ts';

/**
 * A process of its own that tests kill or starve: writes tasks through their life for ever, and says on stdout what
 * was promised to be on disk. Arguments: the file, and `until-failure` to stop at the first one.
 */
const [file = '', mode] = process.argv.slice(2);
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const database = await openDatabase({ file, workerFile: databaseWorkerFile });
await database.saveAccount(testAccount);

for (;;) {
  const batch = [makeTask(), makeTask({ request: { model: 'm', prompt: 'long '.repeat(500), size: '1x1', quality: 'low' } })];
  let step = 'insert';
  try {
    say({ tried: batch.map((task) => task.id) });
    await database.insertTasks(batch);
    say({ kept: batch.map((task) => task.id), status: 'queued' });
    for (const task of batch) {
      step = 'save';
      await database.saveTask({ ...task, state: { status: 'processing', remoteId: `remote-${task.id}`, misses: 0 } }, makeAnswer());
      say({ kept: [task.id], status: 'processing' });
      step = 'complete';
      await database.saveCompletion({ ...task, state: { status: 'completed', remoteId: `remote-${task.id}`, imageCount: 3 } }, makeSources(3), makeAnswer());
      say({ kept: [task.id], status: 'completed' });
    }
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error;
    say({ failed: batch.map((task) => task.id), step, code: error.appError.code, detail: error.appError.detail });
    if (mode === 'until-failure') break;
  }
}
await database.close();
