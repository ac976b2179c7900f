import { expect, test } from 'vitest';
import { readConsoleAddress } from '../../../../shared/network/console-address.ts';

test.each([
  ['https://example.com/keys?tab=api#new', 'https://example.com/keys?tab=api#new'],
  [' HTTPS://Example.com ', 'https://example.com/'],
  ['example.com/billing', 'https://example.com/billing'],
  ['example.com:8443/billing', 'https://example.com:8443/billing'],
  ['localhost:8443', 'https://localhost:8443/'],
  // Shown as it is, so that no letter passes for another.
  ['https://ex\u0430mple.com', 'https://xn--exmple-4nf.com/'],
])('%j is opened as %s', (text, address) => {
  expect(readConsoleAddress(text)).toEqual({ ok: true, address });
});

test.each(['http://example.com', 'https://user@example.com', 'https://user:word@example.com', 'user:word@example.com', 'javascript:alert(1)', 'file:///etc/passwd', 'mailto:a@b.example', 'ms-settings:', 'latent://app', 'https://', 'two words', ''])(
  '%j is not opened',
  (text) => {
    expect(readConsoleAddress(text)).toEqual({ ok: false, why: 'console-invalid' });
  },
);
