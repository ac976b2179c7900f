import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface PictureName {
  readonly taskId: string;
  /** Position in the task's answer, from 0. */
  readonly index: number;
}

/** Signed addresses of pictures: whoever holds one may fetch it until it expires, without a key. */
export interface PictureAddresses {
  /** Path and query; `expiresAt` in milliseconds since the epoch. */
  sign(picture: PictureName, expiresAt: number): string;
  verify(url: URL, now: number): AddressCheck;
}

export type AddressCheck =
  | { readonly kind: 'good'; readonly picture: PictureName }
  | { readonly kind: 'bad' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'not-a-picture' };

const path = /^\/pictures\/([\w-]{1,80})\/(\d{1,2})\.png$/;

export function createPictureAddresses(): PictureAddresses {
  const secret = randomBytes(32);
  const signatureOf = ({ taskId, index }: PictureName, expires: string): Buffer =>
    createHmac('sha256', secret).update(`${taskId}/${index}/${expires}`).digest();

  return {
    sign(picture, expiresAt) {
      const expires = String(Math.floor(expiresAt));
      const signature = signatureOf(picture, expires).toString('base64url');
      return `/pictures/${picture.taskId}/${picture.index}.png?expires=${expires}&signature=${signature}`;
    },
    verify(url, now) {
      const match = path.exec(url.pathname);
      if (!match) return { kind: 'not-a-picture' };
      const picture = { taskId: match[1] ?? '', index: Number(match[2]) };
      const expires = url.searchParams.get('expires') ?? '';
      const given = Buffer.from(url.searchParams.get('signature') ?? '', 'base64url');
      const right = signatureOf(picture, expires);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return { kind: 'bad' };
      return Number(expires) > now ? { kind: 'good', picture } : { kind: 'expired' };
    },
  };
}
