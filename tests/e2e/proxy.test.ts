import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { startConnectProxy, type ConnectProxy } from '../support/connect-proxy.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { latentTestCredentials } from '../support/local-server.ts';
import { paintPng } from '../support/paint-png.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/**
 * api.latent.test is a name that only the proxy knows, with a certificate that only the system's store (named by
 * SSL_CERT_FILE, as OpenSSL has it) vouches for: what arrives went through both.
 */

const secret = 'proxy-password-canary-77';
const authority = fileURLToPath(new URL('../support/tls/authority-cert.pem', import.meta.url));

let profile: Profile;
let service: ScriptedService;
let proxy: ConnectProxy;
let end: () => void;

test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key: 'sk-e2e-proxy-0123456789' });
  const servicePort = Number(new URL(service.url).port);
  const tls = createServer(latentTestCredentials(), (client) => {
    const server = connect(servicePort, '127.0.0.1');
    client.on('error', () => server.destroy()).pipe(server).on('error', () => client.destroy()).pipe(client);
  });
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
  end = () => tls.close();
  const { port } = tls.address() as { port: number };
  proxy = await startConnectProxy({ names: { 'api.latent.test:443': port }, credentials: { username: 'anna', password: secret } });
});
test.afterEach(async () => {
  await proxy.stop();
  end();
  await service.stop();
  await profile.remove();
});

test('a task waits while the proxy requires a password, and is sent once it is set', { tag: '@long' }, async () => {
  const prompt = 'a fox behind a proxy';
  const images = [{ base64: (await paintPng({ width: 64, height: 48, prompt, index: 0 })).toString('base64'), url: 'https://api.latent.test/pictures/task-1/0' }];
  await service.script(prompt, { processing: 0, images });
  const app = await LatentApp.launch(profile, { env: { SSL_CERT_FILE: authority }, switches: [`--proxy-server=127.0.0.1:${proxy.port}`] });
  await app.addAccount('https://api.latent.test', service.key);

  // The system's proxy (here by Chromium's own switch) has no password of ours.
  await app.submit(prompt);
  await expect(app.tile('queued')).toBeVisible();
  await expect.poll(() => proxy.asked).toContain('api.latent.test:443');
  expect(await service.posts(prompt)).toBe(0);
  await expect(app.tile('queued')).toContainText('The proxy asks for a password');
  await expect(app.tile('queued').getByRole('button', { name: 'Open Settings' })).toBeVisible();

  await app.page.keyboard.press('ControlOrMeta+,');
  await app.page.getByRole('tab', { name: 'Generating' }).click();
  await app.page.getByRole('button', { name: 'Set manually' }).click();
  await app.page.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${proxy.port}`);
  await app.page.getByRole('textbox', { name: 'User name' }).fill('anna');
  await app.page.getByLabel('Password', { exact: true }).fill(secret);
  await app.page.getByText('Store without encryption on this computer').click();
  await app.page.getByRole('button', { name: 'Use this proxy' }).click();
  await expect(app.page.getByText('This proxy is used from now on.')).toBeVisible();
  await expect(app.page.getByText('A password is saved without encryption on this computer.')).toBeVisible();

  await expect.poll(() => profile.files()).toHaveLength(1);
  expect(await service.posts(prompt)).toBe(1);
  expect(proxy.tunnels()).toBeGreaterThanOrEqual(2);
  expect(proxy.heard()).not.toContain(service.key);
  expect(await app.page.content()).not.toContain(secret);
  expect(JSON.stringify(await app.call('appSnapshot'))).not.toContain(secret);
  await app.close();
  expect(await readFile(path.join(profile.userData, 'settings.json'), 'utf8')).not.toContain(secret);
});
