import { afterAll, beforeAll } from 'vitest';
import type { Credentials, QueryOutcome, ServiceClient, SubmitOutcome } from '../../electron/core/service/outcomes.ts';
import { createSystemClock } from '../../electron/core/util/system-clock.ts';
import type { Http } from '../../electron/core/http/http-client.ts';
import { createServiceClient } from '../../electron/core/service/service-client.ts';
import { createSocketHttp } from '../../electron/network/socket-http.ts';
import type { GenerationRequest } from '../../shared/task.ts';
import type { Answer } from './scripted-service-script.ts';
import { startScriptedService, type ScriptedService } from './scripted-service.ts';

export const key = 'sk-test-9f8e7d6c5b4a/+=';

export const realClock = createSystemClock();

interface Answered {
  readonly outcome: SubmitOutcome;
  readonly late: Promise<SubmitOutcome | null>;
  readonly prompt: string;
}

/** The real client before a scripted service in its own process. */
export interface ServiceClientRig {
  readonly http: Http;
  readonly client: ServiceClient;
  service(): ScriptedService;
  credentials(): Credentials;
  newPrompt(): string;
  /** Submits a new prompt, which the service answers in this way (null: as documented). */
  submitAnswered(answer: Answer | null, client?: ServiceClient): Promise<Answered>;
  /** Submits a new prompt as documented and queries it, which the service answers in this way. */
  queryAnswered(answer: Answer): Promise<QueryOutcome>;
}

/** Installs the rig's hooks in the calling test file. */
export function useServiceClient(): ServiceClientRig {
  const http = createSocketHttp();
  const client = createServiceClient({ http, clock: realClock });
  let service: ScriptedService | null = null;
  let prompts = 0;
  beforeAll(async () => {
    service = await startScriptedService({ key });
  });
  afterAll(async () => {
    await http.close();
    await service?.stop();
  });
  const rig: ServiceClientRig = {
    http,
    client,
    service() {
      if (service === null) throw new Error('The service is not there yet.');
      return service;
    },
    credentials: () => ({ baseUrl: rig.service().url, key }),
    newPrompt: () => `prompt ${(prompts += 1)}`,
    async submitAnswered(answer, on = client) {
      const prompt = rig.newPrompt();
      await rig.service().script(prompt, { submit: [answer] });
      const { outcome, late } = on.submit(rig.credentials(), requestFor(prompt));
      return { outcome: await outcome, late, prompt };
    },
    async queryAnswered(answer) {
      const prompt = rig.newPrompt();
      // Twice, because a query is repeated if its pooled connection ends without a byte.
      await rig.service().script(prompt, { query: [answer, answer] });
      const submitted = await client.submit(rig.credentials(), requestFor(prompt)).outcome;
      if (submitted.kind !== 'accepted') throw new Error(submitted.kind);
      return client.query(rig.credentials(), submitted.remoteId);
    },
  };
  return rig;
}

export function requestFor(prompt: string): GenerationRequest {
  return { model: 'm1', prompt, size: '1024x1024', quality: 'low' };
}
