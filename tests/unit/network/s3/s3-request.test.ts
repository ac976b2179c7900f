import { expect, test } from 'vitest';
import { signedRequest, type BucketAccess } from '../../../../electron/network/s3/s3-request.ts';
import { readBaseUrl } from '../../../../shared/network/base-url.ts';

const access: BucketAccess = { endpoint: 'https://s3.example.com', bucket: 'my.pictures-1', region: 'auto', keyId: 'AKID', secret: 'secret', addressing: 'path' };
const urlOf = async (pasted: string, changed: Partial<BucketAccess> = {}): Promise<string> => {
  const reading = readBaseUrl(pasted);
  return (await signedRequest({ ...access, endpoint: reading.ok ? reading.base : 'none', ...changed }, { method: 'GET', key: 'latent/objects/1f/1f0c' })).url;
};

test.each([
  ['https://s3.example.com', 'https://s3.example.com'],
  ['https://s3.example.com/', 'https://s3.example.com'],
  ['s3.example.com:9000//', 'https://s3.example.com:9000'],
  ['https://project.example.co/storage/v1/s3', 'https://project.example.co/storage/v1/s3'],
  ['https://project.example.co/storage/v1/s3/', 'https://project.example.co/storage/v1/s3'],
  ['http://[::1]:9000/', 'http://[::1]:9000'],
  ['https://[2001:db8::5]', 'https://[2001:db8::5]'],
])('the endpoint %s keeps its path, and its last slash means nothing', async (pasted, base) => {
  expect(await urlOf(pasted)).toBe(`${base}/my.pictures-1/latent/objects/1f/1f0c`);
});

test('a bucket before the host, also of an endpoint with a path', async () => {
  expect(await urlOf('https://s3.example.com/', { addressing: 'host' })).toBe('https://my.pictures-1.s3.example.com/latent/objects/1f/1f0c');
  expect(await urlOf('https://s3.example.com/base', { addressing: 'host', bucket: 'Pictures' })).toBe('https://pictures.s3.example.com/base/latent/objects/1f/1f0c');
});
