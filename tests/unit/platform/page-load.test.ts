import { describe, expect, it } from 'vitest';
import { createPageLoad, type PageLoad } from '../../../electron/platform/page-load.ts';

const html = '<link rel="preload" href="./assets/font.woff2" /><script type="module" src="./assets/index-A.js"></script><link rel="stylesheet" href="./assets/index-B.css">';

/** What has happened so far. */
async function so(load: PageLoad): Promise<readonly string[]> {
  const happened: string[] = [];
  void load.asked.then(() => happened.push('asked'));
  void load.served.then(() => happened.push('served'));
  await new Promise((resolve) => setImmediate(resolve));
  return happened;
}

describe('the load of the page', () => {
  it('is served once it has each file that its HTML names, in whatever order', async () => {
    const load = createPageLoad();
    expect(await so(load)).toEqual([]);
    load.answered('/index.html', html);
    expect(await so(load)).toEqual(['asked']);
    load.answered('/assets/index-B.css', null);
    load.answered('/assets/other.js', null);
    load.answered('/assets/font.woff2', null);
    expect(await so(load)).toEqual(['asked']);
    load.answered('/assets/index-A.js', null);
    expect(await so(load)).toEqual(['asked', 'served']);
  });

  it('goes on from where it was if the page is loaded again', async () => {
    const load = createPageLoad();
    load.answered('/index.html', html);
    load.answered('/assets/index-A.js', null);
    load.answered('/index.html', html);
    load.answered('/assets/font.woff2', null);
    load.answered('/assets/index-B.css', null);
    expect(await so(load)).toEqual(['asked', 'served']);
  });

  it('ends when it is ended, whatever was asked for', async () => {
    const load = createPageLoad();
    load.end();
    expect(await so(load)).toEqual(['asked', 'served']);
  });
});
