import { expect, it } from 'vitest';
import { factsOf } from '../../../../../electron/core/metadata/writing/picture-facts.ts';
import type { RequestFields } from '../../../../../shared/task.ts';
import { makeTask } from '../../../database/samples.ts';

const fieldsOf = (fields: RequestFields): RequestFields | null => {
  const task = makeTask({ request: { model: 'm', prompt: 'p', size: '', quality: '', fields } });
  return factsOf({ task, marks: null, file: { width: 1, height: 1 }, account: null, batch: null, albums: [], writtenBy: 'Latent' }).fields;
};

it('leaves addresses and keys out of the fields of a request, however deep they lie', () => {
  const kept = { style: 'vivid', max_tokens: 7, keyframe: 'first', list: ['a', 1], nested: { monkey: 'yes' } };
  const address = 'https://files.example/a.png?X-Signature=secret';
  const all = { ...kept, webhook: address, api_key: 'sk-secret', authorization: 'Bearer secret', list: ['a', address, 1], nested: { monkey: 'yes', token: 'secret', image: 'data:image/png;base64,secret' } };
  expect(fieldsOf(all)).toEqual(kept);
  expect(fieldsOf({ webhook: address })).toBeNull();
});
