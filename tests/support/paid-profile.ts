import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { composeOnNode } from '../../electron/hosts/node/node-host.ts';
import type { AccountOptions } from '../../shared/account.ts';
import { noOptions } from '../../shared/account.ts';
import type { Input } from '../../shared/ipc/schemas.ts';
import type { AccountId } from '../../shared/task.ts';
import { threadsFolder } from './built-threads.ts';

export interface PaidAccount {
  readonly url: string;
  /** Null: the account gets a key that is gone at once. */
  readonly key: string | null;
  readonly options?: Partial<AccountOptions>;
  /** What the request with any size and quality costs, by model; `*` stands for every model. */
  readonly prices?: Readonly<Record<string, string>>;
  readonly settings?: Input<'settings:update'>;
  /** Names of albums, empty ones. */
  readonly albums?: readonly string[];
  /** Prompts of tasks on hold. */
  readonly held?: readonly string[];
  /** Prompts of tasks that wait for their turn. */
  readonly waiting?: readonly string[];
}

/** Adds an account with a service to a profile, and selects it. Its engine does not run. */
export async function addPaidAccount(profile: string, home: string, { url, key, options, prices = {}, settings = {}, albums = [], held = [], waiting = [] }: PaidAccount): Promise<AccountId> {
  const composed = await composeOnNode({ userData: profile, built: (file) => path.join(threadsFolder, file), version: '0.0.0', environmentKey: null, picturesFolder: path.join(home, 'Pictures') });
  const call: typeof composed.callHandler = async (channel, input) => {
    const answer = await composed.callHandler(channel, input);
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.detail ?? ''}`);
    return answer;
  };
  try {
    const added = await call('accounts:add', { name: 'Studio', baseUrl: url, key: key ?? 'sk-gone-0123456789', keeping: key === null ? 'session' : 'unprotected' });
    const { accountId } = added.ok ? added.value : { accountId: '' };
    await call('accounts:set-options', { accountId, options: { ...noOptions, unit: 'USD', ...options } });
    const rows = Object.entries(prices).map(([model, amount]) => ({ model, size: '*', quality: '*', amount }));
    if (rows.length > 0) await call('prices:set', { accountId, rows });
    await call('settings:update', settings);
    for (const [place, name] of albums.entries()) await call('albums:put', { album: { id: randomUUID(), name, place, pinned: false, takesNew: place === 0, createdAt: 1 } });
    const request = { model: '', size: '', quality: '' };
    const budget = { accountId, perCall: '0', perDay: '0', asks: 'latent' } as const;
    if (held.length > 0) await call('settings:update', { assistants: budget });
    for (const [at, text] of held.entries()) await call('assistant:submit', { requestId: `held request ${at}`, accountId, request: { ...request, prompt: text }, count: 1, beyond: 'hold' });
    for (const prompt of waiting) await call('tasks:submit', { accountId, request: { ...request, prompt }, taskIds: [randomUUID()], retryOf: null });
    return accountId;
  } finally {
    await composed.close();
  }
}
