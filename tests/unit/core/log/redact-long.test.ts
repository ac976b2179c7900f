import { setFlagsFromString } from 'node:v8';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLogRedactor } from '../../../../electron/core/log/redact.ts';

const heads = ['Bearer ', 'bearer of', 'Bearer+', 'Bearer%20', 'authorization: ', 'sk-', 'https://', 'https://a/?'];
const parts = ['x', ' ', ' +', '%20', '2', '"', '://', 'sk-', 'bearer ', 'authorization:'];

describe('createLogRedactor with a long text', () => {
  // V8 does so by itself once a process holds much code of patterns, and only then were long texts too deep for the stack.
  beforeAll(() => {
    setFlagsFromString('--no-regexp-optimization');
  });

  it.each(heads.flatMap((head) => parts.map((part) => [head, part])))('reads %j and many %j to the end', (head, part) => {
    const { redact } = createLogRedactor();
    expect(redact(`${head}${part.repeat(12_000_000 / part.length)}`).length).toBeGreaterThan(0);
  });
});
