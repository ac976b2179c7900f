import { expect, test } from 'vitest';
import { sendPrompt, type Typist } from '../../../.scripts/releases/send-prompt.ts';

/** A page that loses keys before `deafUntil`, and does what it got once it is no longer busy, at `slowUntil` (ms). Its log says so a moment later. */
function page({ deafUntil = 0, slowUntil = 0 }: { readonly deafUntil?: number; readonly slowUntil?: number }): { typist: Typist; pause: (ms: number) => Promise<void>; tasks: string[]; pressed: string[] } {
  let now = 0;
  let field = '';
  const waiting: (() => void)[] = [];
  const tasks: string[] = [];
  const pressed: string[] = [];
  const key = (name: string, act: () => void): void => {
    pressed.push(name);
    if (now >= deafUntil) waiting.push(act);
  };
  const work = (): void => {
    if (now >= slowUntil) for (const act of waiting.splice(0)) act();
  };
  return {
    tasks,
    pressed,
    typist: {
      type: (text) => key('type', () => (field = text)),
      send: () => key('send', () => tasks.push(field)),
      isSent: () => tasks.length > 0,
    },
    async pause(ms) {
      now += ms;
      work();
    },
  };
}

test('is typed and sent once to a page that is ready', async () => {
  const { typist, pause, tasks, pressed } = page({});
  await sendPrompt(typist, 'a lighthouse', pause);
  expect({ tasks, pressed }).toEqual({ tasks: ['a lighthouse'], pressed: ['type', 'send'] });
});

test('is typed anew if the page was not ready for keys', async () => {
  const { typist, pause, tasks, pressed } = page({ deafUntil: 5_000 });
  await sendPrompt(typist, 'a lighthouse', pause);
  expect({ tasks, pressed }).toEqual({ tasks: ['a lighthouse'], pressed: ['type', 'send', 'type', 'send'] });
});

test.each(Array.from({ length: 24 }, (_, index) => index * 1_000))('makes no second task if the page does what it got after %i ms', async (slowUntil) => {
  const { typist, pause, tasks } = page({ slowUntil });
  await sendPrompt(typist, 'a lighthouse', pause);
  // The page does all that it got.
  await pause(60_000);
  expect(tasks).toEqual(['a lighthouse']);
});

test('is given up after three times', async () => {
  const { typist, pause, pressed } = page({ deafUntil: Number.POSITIVE_INFINITY });
  await expect(sendPrompt(typist, 'a lighthouse', pause)).rejects.toThrow('typed 3 times, and no task was made');
  expect(pressed).toHaveLength(6);
});
