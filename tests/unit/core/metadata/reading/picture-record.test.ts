import { expect, it } from 'vitest';
import { latentNamespace, readRecord } from '../../../../../electron/core/metadata/reading/picture-record.ts';

const fieldsIn = (text: string): unknown => readRecord((name) => (name === `${latentNamespace}fields` ? [text] : []))?.fields;

it('fields of a request are taken only with all their digits', () => {
  expect(fieldsIn('{"seed":9007199254740991,"tiling":true}')).toEqual({ seed: 9007199254740991, tiling: true });
  for (const text of ['{"seed":12345678901234567890}', '{"seed":1e400}', '{"a":-0}', '{"a":1,"a":2}', '{"a":', '[1]', '']) expect(fieldsIn(text)).toBeNull();
});
