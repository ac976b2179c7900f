import { createLogRedactor } from '../../electron/core/log/redact.ts';

/** Redacts long texts of every kind, and prints those that failed, in JSON. */

const heads = ['Bearer ', 'bearer of', 'Bearer+', 'Bearer%20', 'authorization: ', 'sk-', 'https://', 'https://a/?'];
const parts = ['x', ' ', ' +', '%20', '2', '"', '://', 'sk-', 'bearer ', 'authorization:'];
const length = 12_000_000;

const failed = heads.flatMap((head) =>
  parts.flatMap((part) => {
    try {
      createLogRedactor().redact(`${head}${part.repeat(length / part.length)}`);
      return [];
    } catch (error) {
      return [`${head}${part}…: ${String(error)}`];
    }
  }),
);
console.log(JSON.stringify({ read: heads.length * parts.length - failed.length, failed }));
