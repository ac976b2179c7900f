import { describe, expect, test } from 'vitest';
import { pairsOf } from '../../../.scripts/install-trials/package-pairs.ts';
import { withRows, type Row } from '../../../.scripts/install-trials/trial-table.ts';

const empty = '# Title\n\n<!-- install-trials: begin -->\n<!-- install-trials: end -->\n\nAfter it.\n';

const row = (change: Partial<Row> = {}): Row => ({
  package: 'deb',
  system: 'Debian 13.4',
  namespaces: 'yes',
  installed: 'yes',
  started: 'yes, 2.1 s',
  picture: 'yes',
  upgraded: 'yes',
  removed: 'yes',
  when: '2026-11-28, 1.0.0 → 1.0.1',
  ...change,
});

const lines = (page: string): string[] => page.split('\n').filter((line) => line.startsWith('|'));

describe('the table of trials', () => {
  test('stands between its markers, and the rest of the page stays', () => {
    const page = withRows(empty, [row()]);
    expect(lines(page)).toHaveLength(3);
    expect(lines(page)[2]).toBe('| deb | Debian 13.4 | yes | yes | yes, 2.1 s | yes | yes | yes | 2026-11-28, 1.0.0 → 1.0.1 |');
    expect(page).toMatch(/^# Title\n/);
    expect(page).toMatch(/\nAfter it\.\n$/);
  });

  test('keeps the rows of other trials, and replaces those of the same', () => {
    const first = withRows(empty, [row(), row({ namespaces: 'no' }), row({ package: 'rpm' })]);
    const second = withRows(first, [row({ started: 'failed', when: '2026-12-01, 1.0.0 → 1.0.1' })]);
    expect(lines(second)).toHaveLength(5);
    expect(lines(second).filter((line) => line.includes('failed'))).toEqual([expect.stringContaining('| deb | Debian 13.4 | yes |')]);
    expect(withRows(second, [])).toBe(second);
  });

  test('keeps what a program said in one cell', () => {
    const said = row({ started: 'no: “a | b\n  c”' });
    const page = withRows(empty, [said]);
    expect(lines(page)[2]).toContain('no: “a \\| b c”');
    expect(withRows(page, [])).toBe(page);
  });

  test('is refused by a page without its markers', () => {
    expect(() => withRows('# Title\n', [row()])).toThrow(/no place for the table/);
  });
});

describe('the packages of a folder', () => {
  test('are paired for Linux alone where other systems have the same kind', () => {
    const names = ['latent-1.0.0.zip', 'latent-1.0.1.zip', 'Latent-0.9.0-mac.zip', 'latent-0.9.0-arm64.zip'];
    expect(pairsOf(names, ['linux-zip'])).toEqual([{ kind: 'linux-zip', older: { file: 'latent-1.0.0.zip', version: '1.0.0' }, newer: { file: 'latent-1.0.1.zip', version: '1.0.1' } }]);
  });

  test('are paired by their versions, for x64 alone', () => {
    const names = ['latent_1.0.10_amd64.deb', 'latent_1.0.9_amd64.deb', 'latent_1.0.11_arm64.deb', 'Latent-1.0.9-stand-in.tar.gz', 'Latent-1.0.10-stand-in.tar.gz', 'latest-linux.yml', 'latent_1.0.8-does-not-start_amd64.deb', 'latent-1.0.9.x86_64.rpm'];
    expect(pairsOf(names, ['deb', 'rpm', 'tar.gz'])).toEqual([
      { kind: 'deb', older: { file: 'latent_1.0.9_amd64.deb', version: '1.0.9' }, newer: { file: 'latent_1.0.10_amd64.deb', version: '1.0.10' } },
      { kind: 'tar.gz', older: { file: 'Latent-1.0.9-stand-in.tar.gz', version: '1.0.9-stand-in' }, newer: { file: 'Latent-1.0.10-stand-in.tar.gz', version: '1.0.10-stand-in' } },
    ]);
  });
});
