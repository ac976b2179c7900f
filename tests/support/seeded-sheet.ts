import path from 'node:path';
import { withSharedServedApp, type Served } from './fresh-app.ts';
import { paintPng } from './paint-png.ts';
import type { PictureScript } from './scripted-service-script.ts';
import { seedProfile } from './seeded-profile.ts';
import { picturesOf, SheetDriver, type Picture } from './sheet-driver.ts';
import { test } from './test.ts';

// The tasks of the seeded library would leave the pictures little room.
export const sheetLaunch = { strip: 'closed', isShared: true } as const;

/** A window with a library of three hundred pictures, shared by the tests of a file. */
export interface SeededSheet {
  readonly served: Served;
  readonly sheet: SheetDriver;
  /** What the sheet has at the start of a test. */
  readonly all: readonly Picture[];
  /** Makes pictures without keyboard or mouse, and waits until the sheet has them. */
  make(prompt: string, count?: number): Promise<void>;
  /** Waits until no cell glides any more. */
  rest(): Promise<unknown>;
}

export function withSeededSheet(): SeededSheet {
  const served = withSharedServedApp({ ...sheetLaunch, begin: (profile) => seedProfile(profile, { images: 300, seed: 5, until: Date.UTC(2026, 10, 21) }) });
  const counted = async (): Promise<number> => Number(((await served.app.page.getByRole('main').getByText(/^[\d,]+ pictures$/).textContent()) ?? '').replaceAll(/\D/g, ''));
  const seeded = {
    served,
    sheet: null as unknown as SheetDriver,
    all: [] as readonly Picture[],
    async make(prompt: string, count = 1) {
      const before = await counted();
      await served.app.receive(served.service, prompt, { images: await paintPictures(prompt, count) });
      await seeded.sheet.expectCount(before + count);
    },
    rest: () =>
      served.app.page.evaluate(() => Promise.all((globalThis as unknown as { document: { getAnimations(): { finished: Promise<unknown> }[] } }).document.getAnimations().map(({ finished }) => finished.catch(() => null)))),
  };
  test.beforeEach(async () => {
    const { app } = served;
    seeded.sheet = new SheetDriver(app);
    await app.page.emulateMedia({ reducedMotion: null });
    // Several rows of several cells, so that something could move.
    await app.resize(1280, 940);
    await app.renew({ stripOpen: false, sidebarOpen: false });
    seeded.all = picturesOf(path.join(served.profile.userData, 'latent.db'));
    await seeded.sheet.expectCount(seeded.all.length);
  });
  return seeded;
}

export function paintPictures(prompt: string, count: number): Promise<readonly PictureScript[]> {
  return Promise.all(Array.from({ length: count }, async (_, index) => ({ base64: (await paintPng({ prompt, index, width: 96, height: 72 })).toString('base64') })));
}
