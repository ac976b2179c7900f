import { expect, it } from 'vitest';
import type { HandlerServices } from '../../../electron/ipc/handler-services.ts';
import { presetHandlers } from '../../../electron/ipc/preset-handlers.ts';

it('says that there are too many presets if none was saved', async () => {
  const repository = { presets: () => Promise.resolve([]), savePreset: (name: string) => Promise.resolve(name === 'known') };
  const save = presetHandlers({ repository } as unknown as HandlerServices)['presets:save'];
  const input = (name: string) => ({ name, choices: {}, savedAt: null }) as unknown as Parameters<typeof save>[0];
  await expect(save(input('another'))).rejects.toMatchObject({ appError: { code: 'too-many-presets' } });
  await expect(save(input('known'))).resolves.toEqual([]);
});
