import type { Change, Snapshot } from '../../shared/ipc/api.ts';
import type { TaskWithImages } from '../../shared/task.ts';
import { chromiumNotices, readLicences } from '../core/diagnostics/read-licences.ts';
import type { HandlersOf } from './answer.ts';
import type { Page, TaskHistory } from '../core/engine/task-store.ts';
import { readBatches } from './batch-feed.ts';
import type { HandlerServices } from './handler-services.ts';

/** Tasks that one statement reads. */
const headPage = 500;

/** Batches that have ended and are still listed. */
const recentBatches = 50;

export function appHandlers(input: HandlerServices): HandlersOf<'app'> {
  return {
    async 'app:remember'(view) {
      input.viewMemory.set(view);
    },
    'app:take-opened': input.takeOpened,
    'app:licences': () => readLicences(input.licencePlaces),
    async 'app:open-chromium-licences'() {
      const { electron } = input.licencePlaces;
      if (electron !== null) await input.desktop.openFile(chromiumNotices(electron));
    },
    async 'app:snapshot'(): Promise<Snapshot> {
      // Read first, so that a change during the reads below is sent again and not missed.
      const sequence = input.changes.sequence();
      const [accounts, selectedAccountId, head, batches, suggestions, usedMarks, protects] = await Promise.all([
        input.accounts.list(),
        input.accounts.selectedId(),
        readHead(input.repository),
        input.repository.recentBatches(recentBatches).then((ids) => readBatches(input.repository, ids)),
        input.repository.suggestions(),
        input.repository.usedMarks(),
        input.secrets.protects(),
      ]);
      return {
        ...input.about,
        spoken: input.spoken(),
        sequence,
        settings: input.settings.get(),
        libraryFolder: input.folders.root(),
        accounts,
        selectedAccountId,
        keyring: protects ? 'available' : 'unavailable',
        environmentKey: input.environmentKey.offer(),
        head: input.engine.latest(head),
        batches,
        prices: input.prices.list(),
        suggestions,
        usedMarks,
        notices: input.notices(),
        librarySearch: input.missingSearch.state(),
        imports: input.importer.state(),
        exporting: input.exporter.state(),
        mirroring: input.mirror.state(),
        updates: input.updates.state(),
        news: input.news.news(),
      };
    },
  };
}

export async function readHead(repository: Pick<TaskHistory, 'headTasks'>): Promise<readonly TaskWithImages[]> {
  const head: TaskWithImages[] = [];
  for (let before: Page['before'] = null; ;) {
    const { tasks, more } = await repository.headTasks({ before, limit: headPage });
    head.push(...tasks);
    const last = tasks.at(-1)?.task;
    if (!more || last === undefined) return head;
    before = { createdAt: last.createdAt, id: last.id };
  }
}

/** The current accounts, for the window. */
export async function accountsChange({ accounts, environmentKey }: Pick<HandlerServices, 'accounts' | 'environmentKey'>): Promise<Change> {
  const [list, selectedAccountId] = await Promise.all([accounts.list(), accounts.selectedId()]);
  return { kind: 'accounts', accounts: list, selectedAccountId, environmentKey: environmentKey.offer() };
}
