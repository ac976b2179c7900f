import { expect, test } from 'vitest';
import { wildcardFileNamed } from '../../../../shared/templates/wildcard-files.ts';

test('a wildcard file without an ending is a text file, or keeps the ending that it had', () => {
  expect(wildcardFileNamed(' colours ', null)).toBe('colours.txt');
  expect(wildcardFileNamed('sky/colours', null)).toBe('sky/colours.txt');
  expect(wildcardFileNamed('v1.2/colours', null)).toBe('v1.2/colours.txt');
  expect(wildcardFileNamed('colours.yaml', null)).toBe('colours.yaml');
  expect(wildcardFileNamed('animals', 'cats.yaml')).toBe('animals.yaml');
  expect(wildcardFileNamed('animals.json', 'cats.yaml')).toBe('animals.json');
  // Nothing to complete, and refused as it is.
  for (const name of ['', '  ']) expect(wildcardFileNamed(name, null)).toBe('');
  expect(wildcardFileNamed('colours.doc', null)).toBe('colours.doc');
});
