import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { composeOnNode, type ComposedOnNode } from '../../electron/hosts/node/node-host.ts';
import { noOptions, type AccountOptions } from '../../shared/account.ts';
import type { AssistantOutcome } from '../../shared/assistant-quote.ts';
import type { AssistantBudget } from '../../shared/assistant-schema.ts';
import type { AnyChannel, AnyInput, AnyOutputs } from '../../shared/ipc/programs.ts';
import { threadsFolder } from './built-threads.ts';
import { startAssistant as start, type Assistant, type AssistantOptions } from './mcp-client.ts';
import { paintPng } from './paint-png.ts';
import { startScriptedService, type ScriptedService } from './scripted-service.ts';

export const paidKey = 'sk-assistants-never-see-this';
/** What a picture of model `m` costs, in credits. Those of other models have no price. */
const paidPrice = '0.3';

/** A profile with an account of a scripted service, whose pictures have a price. */
export interface AssistantRig {
  readonly home: string;
  readonly userData: string;
  readonly service: ScriptedService;
  readonly accountId: string;
  /** Begins the engine in this process. */
  begin(): Promise<Owner>;
}

export interface Owner {
  readonly composed: ComposedOnNode;
  /** The answer; throws the error's code. */
  call<C extends AnyChannel>(channel: C, input: AnyInput<C>): Promise<AnyOutputs[C]>;
  close(): Promise<void>;
}

export async function openAssistantRig(budget: Omit<AssistantBudget, 'accountId'> | null, options: Partial<AccountOptions> = {}): Promise<AssistantRig> {
  const home = await mkdtemp(path.join(tmpdir(), 'latent-assistant-'));
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  const service = await startScriptedService({ key: paidKey });
  onTestFinished(() => service.stop());
  const picture = (await paintPng({ prompt: 'paid', index: 0, width: 32, height: 32 })).toString('base64');
  await service.script('*', { images: [{ base64: picture }] });
  const userData = path.join(home, 'profile');
  const begin = async (): Promise<Owner> => {
    const composed = await composeOnNode({ userData, built: (file) => path.join(threadsFolder, file), version: '0.0.0', environmentKey: null, picturesFolder: path.join(home, 'Pictures') });
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) await composed.close();
      isOpen = false;
    };
    onTestFinished(close);
    await composed.start();
    return {
      composed,
      async call(channel, input) {
        const answer = await composed.callHandler(channel, input);
        if (!answer.ok) throw new Error(`${answer.error.code} ${answer.error.detail ?? ''}`.trim());
        return answer.value;
      },
      close,
    };
  };
  const owner = await begin();
  const { accountId } = await owner.call('accounts:add', { name: 'Studio', baseUrl: service.url, key: paidKey, keeping: 'unprotected' });
  await owner.call('accounts:set-options', { accountId, options: { ...noOptions, pricedBy: { ...noOptions.pricedBy, fields: [] }, ...options } });
  await owner.call('prices:set', { accountId, rows: [{ model: 'm', size: '*', quality: '*', fields: {}, per: 'task', amount: paidPrice }] });
  await owner.call('settings:update', { assistants: budget && { ...budget, accountId } });
  await owner.close();
  return { home, userData, service, accountId, begin };
}

/** A request of an assistant. */
export const wanted = (requestId: string, more: Partial<AnyInput<'assistant:submit'>> = {}): AnyInput<'assistant:submit'> => ({
  requestId: `request-${requestId}`,
  accountId: null,
  request: { model: 'm', prompt: `a picture for ${requestId}`, size: '', quality: '' },
  count: 1,
  beyond: 'refuse',
  ...more,
});

export const takenIds = (outcome: AssistantOutcome): readonly string[] => (outcome.outcome === 'taken' ? outcome.taskIds : []);

/** Closed at the end of the test. */
export async function startAssistant(options: AssistantOptions): Promise<Assistant> {
  const assistant = await start(options);
  onTestFinished(() => assistant.close());
  return assistant;
}
