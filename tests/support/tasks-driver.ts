import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import type { Served } from './fresh-app.ts';

/** The lists of tasks in the window of an app, and what its service received. */
export class TasksDriver {
  readonly #served: Served;

  constructor(served: Served) {
    this.#served = served;
  }

  /** The account of the service. */
  async account() {
    return (await this.#served.app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed);
  }

  async submitBatch(name: string, prompts: readonly string[]): Promise<void> {
    const tasks = prompts.map((prompt) => ({ taskId: randomUUID(), retryOf: null, request: { model: 'm', prompt, size: '64x64', quality: 'low' } }));
    await this.#served.app.call('tasksSubmitBatch', { batchId: randomUUID(), accountId: (await this.account())?.id, name, recipe: { from: 'list' }, tasks });
  }

  rows(): Locator {
    return this.#served.app.page.getByRole('treegrid').getByRole('row');
  }

  batch(name: string): Locator {
    return this.#served.app.page.getByRole('row', { name: `Batch ${name}:` });
  }

  task(prompt: string): Locator {
    return this.#served.app.page.getByRole('row', { name: new RegExp(`: ${prompt}$`) });
  }

  /** The prompts and names of the rows, from the top. */
  order(): Promise<readonly string[]> {
    return this.rows().evaluateAll((all) => all.map((row) => (row.ariaLabel ?? '').replace(/^Batch (.*):.*$/, '$1').replace(/^.*: /, '')));
  }

  /** The number of POSTs that the service received. */
  async sent(): Promise<number> {
    return (await this.#served.service.requests()).filter(({ method }) => method === 'POST').length;
  }
}
