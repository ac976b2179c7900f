import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BenchContext, Finding, Metric, Unmeasured } from './figures.ts';
import { PeerMissing } from './programs.ts';

export interface Measured {
  readonly metric: string;
  readonly findings: readonly (Finding | Unmeasured)[];
  /** What all of it took. */
  readonly seconds: number;
}

/**
 * Runs one metric after the other and hands over what each found as soon as it is there. One that breaks off keeps no other
 * from being measured: its finding says so. Resolves to the names of those.
 */
export async function measureAll(metrics: Readonly<Record<string, Metric>>, context: BenchContext, tell: (measured: Measured) => Promise<void>): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [metric, measure] of Object.entries(metrics)) {
    context.say(metric);
    const start = performance.now();
    // What a metric leaves behind goes before the next begins: copies of a large library are large.
    const scratch = path.join(context.scratch, metric);
    await mkdir(scratch, { recursive: true });
    const findings = await measure({ ...context, scratch }).catch((error: unknown): readonly Unmeasured[] => {
      if (error instanceof PeerMissing) return [{ metric, what: 'all of it', why: error.message }];
      broken.push(metric);
      context.say(`${metric} broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return [{ metric, what: 'all of it', why: 'The measurement broke off.' }];
    });
    await rm(scratch, { recursive: true, force: true, maxRetries: 3, retryDelay: 200 });
    const seconds = Math.round((performance.now() - start) / 1000);
    context.say(`${metric} took ${seconds} s`);
    await tell({ metric, findings, seconds });
  }
  return broken;
}
