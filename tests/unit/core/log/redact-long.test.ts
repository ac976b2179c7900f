import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const texts = resolve(import.meta.dirname, '../../../support/redact-long-texts.ts');

describe('createLogRedactor with long texts', () => {
  // V8 stops to optimise patterns once a process holds much code of them. Only then are long texts too deep for the stack.
  it('reads them to the end, although nothing is optimised', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-regexp-optimization', '--no-warnings', texts]);
    expect(JSON.parse(stdout)).toEqual({ read: 80, failed: [] });
  });
});
