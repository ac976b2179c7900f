import { AppFailure } from '../../../../shared/errors.ts';
import { openDatabase } from '../../../../electron/database/client/open-database.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeTask } from '../samples.ts';

/** A process of its own that tests starve: writes forty tasks at once, again and again until one fails, and says on stdout what became of each. Argument: the file. */
const [file = ''] = process.argv.slice(2);
const database = await openDatabase({ file, workerFile: databaseWorkerFile });
await database.saveAccount(testAccount);

for (let failed = false; !failed;) {
  const tasks = Array.from({ length: 40 }, () => makeTask());
  const outcomes = await Promise.allSettled(tasks.map((task) => database.insertTasks([task])));
  for (const [index, outcome] of outcomes.entries()) {
    const error: unknown = outcome.status === 'rejected' ? outcome.reason : null;
    if (error !== null && !(error instanceof AppFailure)) throw error;
    failed ||= error !== null;
    process.stdout.write(`${JSON.stringify({ id: tasks[index]?.id, code: error?.appError.code ?? null })}\n`);
  }
}
await database.close();
