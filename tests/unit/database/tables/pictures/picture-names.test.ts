import { expect, it } from 'vitest';
import { nameToFind } from '../../../../../electron/database/tables/pictures/picture-names.ts';
import { libraryFileName } from '../../../../../electron/core/library/files/library-names.ts';
import { imageTypes } from '../../../../../shared/task.ts';

it.each(imageTypes)('the name that Latent gives a file of type %s says nothing that its prompt does not say', (type) => {
  const prompt = 'a red fox';
  expect(nameToFind(`2026/2026-11/${libraryFileName({ createdAt: Date.now(), prompt, type }, 2)}`, prompt, '')).toBeNull();
});
