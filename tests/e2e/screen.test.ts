import { once } from 'node:events';
import { connect } from 'node:net';
import { startScreen } from '../../.scripts/screen.ts';
import { createProfile, LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** The virtual screen that these tests have their windows on. */

test('a window that opens while the last one closes still gets a screen', async () => {
  test.skip(process.platform !== 'linux', 'other systems have a screen of their own');
  const screen = await startScreen();
  const socket = `/tmp/.X11-unix/X${screen.environment['DISPLAY']?.slice(1)}`;
  try {
    for (let round = 0; round < 100; round += 1) expect(await Promise.all([greet(socket), greet(socket)]), `round ${round}`).toEqual(['welcome', 'welcome']);
  } finally {
    await screen.stop();
  }
});

test('the pointer of the screen is over no window', async () => {
  test.skip(process.platform !== 'linux', 'other systems have a screen of their own');
  const profile = await createProfile();
  const app = await LatentApp.launch(profile);
  expect(await app.electron.evaluate(({ screen }) => screen.getCursorScreenPoint())).toEqual({ x: 0, y: 0 });
  expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getBounds()).filter(({ x, y }) => x <= 0 && y <= 0))).toEqual([]);
  await app.close();
  await profile.remove();
});

/** The first words of the X protocol (its section 8): little-endian, version 11.0, no authorisation. */
const greeting = Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

async function greet(path: string): Promise<string> {
  const client = connect(path);
  client.write(greeting);
  try {
    const [answer] = (await Promise.race([once(client, 'data'), once(client, 'close')])) as [Buffer | boolean];
    return typeof answer !== 'boolean' && answer[0] === 1 ? 'welcome' : 'refused';
  } catch (error) {
    return String(error);
  } finally {
    client.destroy();
  }
}
