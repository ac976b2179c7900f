import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const renderer = resolve(import.meta.dirname, '../../../../../renderer');
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/')).filter((file) => file.endsWith('.tsx'));

test('the forms of dialogs end with the same buttons, which stay in sight', () => {
  const own = files.filter((file) => {
    const text = readFileSync(join(renderer, file), 'utf8');
    return text.includes("say('app.cancel')") && / submits[ >]/.test(text);
  });
  expect(own.toSorted()).toEqual([
    // They are above a list in the same dialog.
    'rooms/prices/price-form.tsx',
    'rooms/prices/priced-by-form.tsx',
    // Shows above them what the service answered.
    'rooms/settings/accounts/account-dialog.tsx',
    'ui/dialogs/form-actions.tsx',
  ]);
});
