import { hostname } from 'node:os';
import path from 'node:path';
import { wholeNumber } from '../command-options.ts';
import type { DefineCommand } from '../command-context.ts';
import { addBucketOptions, type BucketOptions } from '../mirror-bucket.ts';
import { queueAddress } from '../queue/queue-address.ts';
import { UsageFault } from '../usage-fault.ts';

interface Chosen extends BucketOptions {
  readonly queue?: string;
  readonly account?: string;
  readonly address?: string;
  readonly library?: string;
  readonly name?: string;
  readonly atOnce: number;
  readonly tasks: number;
  readonly deadAfter: number;
  readonly metrics?: number;
  readonly metricsHost: string;
  /** Minutes. */
  readonly mirror?: number;
}

export const defineWorker: DefineCommand = (program, say, context) => {
  const number = wholeNumber(say);
  const command = program
    .command('worker')
    .description(say('command.worker.about'))
    .option('--queue <address>', say('command.queue.option'))
    .option('--account <name>', say('command.worker.account'))
    .option('--address <url>', say('command.worker.address'))
    .option('--library <folder>', say('command.worker.library'))
    .option('--name <name>', say('command.worker.name'))
    .option('--at-once <number>', say('command.worker.at-once'), number, 4)
    .option('--tasks <number>', say('command.worker.tasks'), number, 200)
    .option('--dead-after <seconds>', say('command.worker.dead-after'), number, 60)
    .option('--metrics <port>', say('command.worker.metrics'), number)
    .option('--metrics-host <address>', say('command.worker.metrics-host'), '127.0.0.1')
    .option('--mirror <minutes>', say('command.worker.mirror'), number);
  addBucketOptions(command, say)
    .action(async ({ queue, metrics, metricsHost, tasks, name = hostname(), atOnce, mirror, ...chosen }: Chosen) => {
      const given = context();
      if (metrics !== undefined && metrics > 65_535) throw new UsageFault(say('command.worker.port'));
      // Loaded late, because no other command needs it.
      const { runWorker } = await import('../worker/run-worker.ts');
      await runWorker(
        given,
        { userData: given.profile, built: (file) => path.join(__dirname, file), version: program.version() ?? '', environmentKey: null },
        { ...chosen, queue: queueAddress(say, queue), name, atOnce: Math.min(16, atOnce), most: tasks, metrics: metrics === undefined ? null : { host: metricsHost, port: metrics }, mirror: mirror === undefined ? null : { minutes: mirror, bucket: chosen } },
      );
    });
};
