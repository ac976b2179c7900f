import { expect, it, vi } from 'vitest';
import { answerCall } from '../../../../electron/hosts/electron/handle-calls.ts';
import { sendChanges } from '../../../../electron/hosts/electron/send-changes.ts';
import type { SenderOfCall } from '../../../../electron/hosts/electron/trusted-sender.ts';
import type { CallHandler } from '../../../../electron/handlers/answer.ts';
import { changesChannel } from '../../../../shared/ipc/api.ts';
import { inputSchemas, type Channel } from '../../../../shared/ipc/schemas.ts';

vi.mock('electron', () => ({ ipcMain: {} }));

const window = 7;
const channels = Object.keys(inputSchemas) as Channel[];

function rig() {
  const called: Channel[] = [];
  const logged: string[] = [];
  const callHandler = (async (channel: Channel) => {
    called.push(channel);
    return { ok: true, value: null };
  }) as unknown as CallHandler;
  const call = (channel: Channel, event: SenderOfCall) => answerCall(channel, Promise.resolve(callHandler), event, undefined, { windowId: () => window, log: (message) => logged.push(message) });
  return { called, logged, call };
}

it('passes calls of the page on', async () => {
  const { call, called } = rig();
  const page: SenderOfCall = { sender: { id: window }, senderFrame: { url: 'latent://app/index.html', parent: null } };
  expect(await call('app:snapshot', page)).toEqual({ ok: true, value: null });
  expect(called).toEqual(['app:snapshot']);
});

const strangers: Readonly<Record<string, SenderOfCall>> = {
  'the decoder’s page': { sender: { id: 8 }, senderFrame: { url: 'latent://app/decoder.html', parent: null } },
  'another window with the same page': { sender: { id: 8 }, senderFrame: { url: 'latent://app/index.html', parent: null } },
  'an iframe of the page': { sender: { id: window }, senderFrame: { url: 'latent://app/index.html', parent: {} } },
  'an empty page': { sender: { id: window }, senderFrame: { url: 'about:blank', parent: null } },
  'a frame that is gone': { sender: { id: window }, senderFrame: null },
};
it.each(Object.keys(strangers))('refuses %s on every channel with an error, before anything is parsed or run', async (name) => {
  const { call, called, logged } = rig();
  for (const channel of channels) expect(await call(channel, strangers[name] as SenderOfCall)).toEqual({ ok: false, error: { code: 'refused-sender' } });
  expect(called).toEqual([]);
  expect(logged).toHaveLength(channels.length);
});

it('answers even if the frame vanishes during the check', async () => {
  const disposed = {
    sender: { id: window },
    get senderFrame(): never {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
  };
  expect(await rig().call('app:snapshot', disposed)).toEqual({ ok: false, error: { code: 'internal' } });
});

it('checks the sender before it waits for its handler, because the frame of a page that was left is null', async () => {
  const ready = Promise.withResolvers<CallHandler>();
  const event = { sender: { id: window }, senderFrame: { url: 'latent://app/index.html', parent: null } as SenderOfCall['senderFrame'] };
  const answer = answerCall('app:snapshot', ready.promise, event, undefined, { windowId: () => window, log: () => undefined });
  event.senderFrame = null;
  ready.resolve((async () => ({ ok: true, value: null })) as unknown as CallHandler);
  expect(await answer).toEqual({ ok: true, value: null });
});

it('sends changes to the window’s page alone, and to none that is gone', () => {
  const sent: unknown[] = [];
  const windowOf = (isDestroyed: boolean) => ({ webContents: { isDestroyed: () => isDestroyed, send: (...args: readonly unknown[]) => sent.push(args) } }) as unknown as Parameters<typeof sendChanges>[0];
  const changes = { sequence: 1, changes: [] };
  const withoutContents = { webContents: null } as unknown as Parameters<typeof sendChanges>[0];
  for (const each of [null, withoutContents, windowOf(true), windowOf(false)]) sendChanges(each, changes);
  expect(sent).toEqual([[changesChannel, changes]]);
});

it('tells at once of a call of the page that waits for its handler, and of none of a stranger', () => {
  const waiting: unknown[] = [];
  const options = { windowId: () => window, log: () => undefined, waits: (...call: readonly unknown[]) => waiting.push(call) };
  const never = new Promise<CallHandler>(() => undefined);
  for (const sender of [strangers['a frame that is gone'], { sender: { id: window }, senderFrame: { url: 'latent://app/index.html', parent: null } }] as SenderOfCall[]) void answerCall('app:remember', never, sender, { draft: 'a fox' }, options);
  expect(waiting).toEqual([['app:remember', { draft: 'a fox' }]]);
});
