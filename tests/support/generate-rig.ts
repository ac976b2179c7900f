import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createCommandRig, type CommandRig, type CommandRun } from './command-rig.ts';
import { addPaidAccount, type PaidAccount } from './paid-profile.ts';
import { paintPng } from './paint-png.ts';
import { startScriptedService, type ScriptedService } from './scripted-service.ts';
import type { TaskScript } from './scripted-service-script.ts';

/** What `latent generate --json` prints. */
export interface PrintedGenerate {
  readonly batch: string | null;
  readonly left: number;
  readonly tasks: readonly { readonly id: string; readonly remoteId: string | null; readonly status: string; readonly waitsFor: string | null; readonly prompt: string; readonly pictures: readonly string[]; readonly copies?: readonly string[] }[];
}

/** The command with a profile of its own for each test, and one service for all, which makes a picture of every prompt. */
export interface GenerateRig {
  readonly key: string;
  readonly service: () => ScriptedService;
  /** Of a task that is done at the first query. */
  readonly picture: () => TaskScript;
  readonly rig: () => CommandRig;
  /** Adds an account with the service to the profile. */
  readonly add: (account?: Partial<PaidAccount>) => Promise<string>;
  readonly generate: (...args: readonly string[]) => Promise<CommandRun>;
  /** Bodies of the POSTs for prompts that begin so. */
  readonly sent: (beginning: string) => Promise<readonly Record<string, unknown>[]>;
}

export function useGenerateRig(): GenerateRig {
  const key = 'sk-test-0123456789abcdef';
  let service: ScriptedService;
  let picture: TaskScript;
  let rig: CommandRig;
  beforeAll(async () => {
    service = await startScriptedService({ key });
    const png = await paintPng({ prompt: 'a fox', index: 0, width: 32, height: 32 });
    picture = { processing: 0, images: [{ base64: png.toString('base64') }] };
    await service.script('*', picture);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    rig = await createCommandRig();
    return () => rig.remove();
  });
  return {
    key,
    service: () => service,
    picture: () => picture,
    rig: () => rig,
    add: (account = {}) => addPaidAccount(rig.profile, rig.home, { url: service.url, key, ...account }),
    generate: (...args) => rig.run(['generate', ...args]),
    async sent(beginning) {
      const bodies = (await service.requests()).filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as Record<string, unknown>);
      return bodies.filter(({ prompt }) => String(prompt).startsWith(beginning));
    },
  };
}
