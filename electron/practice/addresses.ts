import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from './http.ts';

export interface PictureName {
  readonly taskId: string;
  /** Position in the task's answer, from 0. */
  readonly index: number;
}

/** Signed addresses of pictures: whoever holds one may fetch it until it expires, without a key. */
export interface PictureAddresses {
  /** Path and query; `expiresAt` in milliseconds since the epoch. */
  sign(picture: PictureName, expiresAt: number): string;
  /** Throws Refusal 403 or 404. */
  verify(url: URL, now: number): PictureName;
}

const path = /^\/pictures\/([\w-]{1,80})\/(\d{1,2})\.png$/;

export const nothingHere = (): Refusal => new Refusal(404, 'not_found', 'There is no picture at this address.');

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
      if (!match) throw nothingHere();
      const picture = { taskId: match[1] ?? '', index: Number(match[2]) };
      const expires = url.searchParams.get('expires') ?? '';
      const given = Buffer.from(url.searchParams.get('signature') ?? '', 'base64url');
      const right = signatureOf(picture, expires);
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Refusal(403, 'bad_signature', 'The signature of this address is wrong.');
      if (Number(expires) <= now) throw new Refusal(403, 'address_expired', 'This address has expired. Query the task for a fresh one.');
      return picture;
    },
  };
}
