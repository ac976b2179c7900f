import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstView } from '../../../shared/windows/view-memory.ts';
import { fillPage } from '../../../electron/platform/fill-page.ts';
import { createProtocolHandler, type PictureFile } from '../../../electron/platform/app-protocol.ts';

const left = { ...firstView, search: '"><script>alert(1)</script> &quot; $& \\ %compose.prompt% fähre 灯' };
/** A language from right to left whose words must not end an attribute. */
const spoken = { language: 'ar-XB', locale: 'en' } as const;
const words = Object.assign((key: string) => `"${key}"`, { locale: 'en' });
const fill = (html: string): string => fillPage(html, { view: left, spoken, words });

let folder: string;
let handle: (request: Request) => Promise<Response>;

const names = ['fox.png', 'link.png', 'gone.png', 'pipe.png', 'bomb.png', 'page.svg', 'whole.jpg', 'no end.jpg', 'large.jpg'];
/** One is too large to be read in one piece. */
const jpegs: readonly (readonly [string, Buffer])[] = [['whole.jpg', Buffer.from('ffd8ffd9', 'hex')], ['no end.jpg', Buffer.from('ffd8ff', 'hex')], ['large.jpg', Buffer.alloc(17 << 20)]];
function pictureFile(library: string, id: number): PictureFile | null {
  const name = names[id - 1];
  const side = name === 'bomb.png' ? 60_000 : 8;
  return name === undefined ? null : { path: path.join(library, name), root: library, type: name === 'page.svg' ? 'svg' : name.endsWith('.jpg') ? 'jpeg' : 'png', width: side, height: side };
}

const none = (): Promise<null> => Promise.resolve(null);
const noPictures = { file: none, reference: none, thumbnail: none };

const status = async (url: string): Promise<number> => (await handle(new Request(url))).status;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-protocol-'));
  const [renderer, library] = [path.join(folder, 'renderer'), path.join(folder, 'library')];
  await mkdir(path.join(renderer, 'assets'), { recursive: true });
  await mkdir(library);
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  await writeFile(path.join(renderer, 'index.html'), '<!doctype html><html lang="en"><meta name="spoken" content="" /><meta name="view-memory" content="" /><p title="%compose.placeholder%">');
  for (const page of ['decoder.html', 'second.html']) await writeFile(path.join(renderer, page), '<!doctype html>');
  await writeFile(path.join(renderer, 'assets', 'main-Ab_1.js'), 'void 0');
  await writeFile(path.join(renderer, 'assets', 'large.js'), ' '.repeat(200_000));
  await writeFile(path.join(library, 'fox.png'), 'PNG');
  await copyFile(path.join(library, 'fox.png'), path.join(library, 'bomb.png'));
  await writeFile(path.join(library, 'page.svg'), '<svg/>');
  for (const [name, bytes] of jpegs) await writeFile(path.join(library, name), bytes);
  if (process.platform !== 'win32') execFileSync('mkfifo', [path.join(library, 'pipe.png')]);
  await symlink(path.join(folder, 'secret.txt'), path.join(library, 'link.png'));
  const pictures = {
    file: (id: number) => Promise.resolve(pictureFile(library, id)),
    reference: (sha256: string) => Promise.resolve(pictureFile(library, 'abc'.indexOf(sha256.slice(0, 1)) + 1)),
    thumbnail: (id: number) => Promise.resolve(id === 1 ? new Uint8Array([1, 2]) : id === 2 ? Buffer.from('\xff\xd8\xff\xe0', 'latin1') : null),
  };
  handle = createProtocolHandler(renderer, pictures, fill);
});
afterAll(() => rm(folder, { recursive: true }));

describe('the app’s own scheme', () => {
  it('serves the page with its policy', async () => {
    const response = await handle(new Request('latent://app/index.html'));
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "script-src 'self'", "connect-src 'none'", "require-trusted-types-for 'script'"]) expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe');
    expect(await status('latent://app/assets/main-Ab_1.js')).toBe(200);
  });

  it('says that the page has a file once nearly all of it was taken', async () => {
    const answered: string[] = [];
    const serve = createProtocolHandler(path.join(folder, 'renderer'), noPictures, fill, (pathname) => answered.push(pathname));
    const { body } = await serve(new Request('latent://app/assets/large.js'));
    expect(answered).toEqual([]);
    await new Response(body).arrayBuffer();
    expect(answered).toEqual(['/assets/large.js']);
  });

  it.each(['index.html', 'decoder.html', 'second.html'])('sends no opener policy with %s, for which Chromium would replace the process that it has just started', async (page) => {
    const response = await handle(new Request(`latent://app/${page}`));
    expect([response.status, response.headers.get('cross-origin-opener-policy')]).toEqual([200, null]);
  });

  it('serves no file of a type that Latent cannot show', async () => {
    expect([await status('latent://picture/1'), await status('latent://picture/6')]).toEqual([200, 404]);
  });

  it('serves the page with its last state, as text whatever was searched for', async () => {
    const page = await (await handle(new Request('latent://app/index.html'))).text();
    const [, content] = /<meta name="view-memory" content="([^"]*)" \/><p/.exec(page) ?? [];
    expect(content).not.toMatch(/[<>]/);
    const read = (content ?? '').replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(JSON.parse(read)).toEqual(left);
  });

  it('serves the page in the language that is spoken, with its words', async () => {
    const page = await (await handle(new Request('latent://app/index.html'))).text();
    expect(page).toContain('<html lang="ar-XB" dir="rtl">');
    expect(page).toContain('<p title="&#34;compose.placeholder&#34;">');
    const [, content = ''] = /<meta name="spoken" content="([^"]*)"/.exec(page) ?? [];
    expect(JSON.parse(content.replaceAll('&#34;', '"'))).toEqual(spoken);
  });

  it('serves the bytes of a picture with their own type', async () => {
    const response = await handle(new Request('latent://picture/1'));
    expect(await response.text()).toBe('PNG');
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await handle(new Request('latent://thumbnail/1'))).headers.get('content-type')).toBe('image/webp');
    expect((await handle(new Request('latent://thumbnail/2'))).headers.get('content-type')).toBe('image/jpeg');
  });

  it('adds the end mark that a JPEG lacks', async () => {
    const end = Buffer.from('ffd9', 'hex');
    for (const [at, [name, bytes]] of jpegs.entries()) {
      const response = await handle(new Request(`latent://picture/${at + 7}`));
      const expected = name === 'whole.jpg' ? bytes : Buffer.concat([bytes, end]);
      expect([name, response.headers.get('content-length')]).toEqual([name, String(expected.length)]);
      expect(Buffer.from(await response.arrayBuffer()).equals(expected)).toBe(true);
    }
  });

  const climbs = ['..', '../secret.txt', '..%2fsecret.txt', '%2e%2e%2fsecret.txt', '..%5csecret.txt', '..\\secret.txt', 'assets/../../secret.txt', 'assets%2fmain-Ab_1.js', 'index.html%00.js', '.env', 'assets//main-Ab_1.js', 'assets', 'nothing.js', 'index.HTML', '%'];
  it.each(climbs)('answers 404 for the page %j', async (name) => {
    expect(await status(`latent://app/${name}`)).toBe(404);
  });

  it.each(['0', '-1', '01', '1.png', '1/2', '1%00', '99999999999', 'abc', '', '../1x', '6', '10'])('answers 404 for the picture %j', async (name) => {
    expect(await status(`latent://picture/${name}`)).toBe(404);
    expect(await status(`latent://thumbnail/${name}`)).toBe(404);
  });

  it('answers 404 for a link out of the library, for a missing file, and for another host', async () => {
    expect(await status('latent://picture/2')).toBe(404);
    expect(await status('latent://picture/3')).toBe(404);
    expect(await status('latent://evil/index.html')).toBe(404);
  });

  it('does not wait for a pipe with the name of a picture', async () => {
    expect(await status('latent://picture/4')).toBe(404);
  });

  it('serves copies of reference pictures by their content alone', async () => {
    const of = (digits: string): string => `latent://reference/${digits}`;
    const response = await handle(new Request(of('a'.repeat(64))));
    expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([200, 'PNG', 'image/png']);
    // A link that leads out of the library, and a file that is gone.
    expect([await status(of('b'.repeat(64))), await status(of('c'.repeat(64)))]).toEqual([404, 404]);
    for (const name of ['', '1', 'a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), `${'a'.repeat(64)}.png`, `..%2f${'a'.repeat(59)}`, `${'a'.repeat(64)}/..`]) expect(await status(of(name))).toBe(404);
  });

  it('passes no picture to a decoder that has too many pixels for memory', async () => {
    expect(await status('latent://picture/5')).toBe(413);
  });

  it('serves a library that is the root of a disk', async () => {
    const file = path.join(folder, 'library', 'fox.png');
    const found: PictureFile = { path: file, root: path.parse(file).root, type: 'png', width: 8, height: 8 };
    const atRoot = createProtocolHandler(folder, { file: () => Promise.resolve(found), thumbnail: () => Promise.resolve(null), reference: () => Promise.resolve(null) }, fill);
    expect((await atRoot(new Request('latent://picture/1'))).status).toBe(200);
  });

  it('answers only GET', async () => {
    expect((await handle(new Request('latent://app/index.html', { method: 'POST' }))).status).toBe(405);
  });
});
