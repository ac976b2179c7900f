import { publicKeyOf, type Feed } from '../../electron/core/updates/signed-feed.ts';

/**
 * The feed that a build is given by LATENT_FEED_URL and LATENT_FEED_PUBLIC_KEY: an https address, and the public key that `npm run feed -- key` printed. Null: neither is set, and
 * the build has no updates. Throws if one is missing or wrong, because such a build would never be updated.
 */
export function feedOfBuild(env: Readonly<Record<string, string | undefined>>): Feed | null {
  const [address = '', publicKey = ''] = [env['LATENT_FEED_URL'], env['LATENT_FEED_PUBLIC_KEY']];
  if (address === '' && publicKey === '') return null;
  if (address === '' || publicKey === '') throw new Error('LATENT_FEED_URL and LATENT_FEED_PUBLIC_KEY belong together: set both, or neither.');
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') throw new Error(`LATENT_FEED_URL must be an https address, and is ${address}.`);
  try {
    publicKeyOf(publicKey);
  } catch {
    throw new Error('LATENT_FEED_PUBLIC_KEY must be the public key that `npm run feed -- key` printed: 43 characters.');
  }
  return { address, publicKey };
}
