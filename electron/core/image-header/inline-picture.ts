import { deliveredTypeOf } from './image-type.ts';

const dataAddress = /^data:([^,]{0,1000}),/i;
const saysBase64 = /;\s*base64\s*(?:;|$)/i;

/** Whether a text is a `data:` address, which holds what others lead to. Its bytes decide whether that is a picture. */
export function isDataAddress(text: string): boolean {
  return dataAddress.test(text.trim());
}

/**
 * The bytes of a picture that an answer holds as text: a whole `data:` address, or base64 alone. Either may be percent-encoded, broken into lines
 * or without padding, in both alphabets of base64. If the text is not encoded as it says, the bytes decide. Text of another kind gives bytes that
 * are no picture.
 */
export function inlineBytes(text: string): Buffer {
  const given = text.trim();
  const head = dataAddress.exec(given);
  const rest = head === null ? given : given.slice(head[0].length);
  // Some programs put the head before a whole address.
  if (head !== null && dataAddress.test(rest)) return inlineBytes(rest);
  const asSaid = head === null || saysBase64.test(head[1] ?? '') ? base64Bytes : percentBytes;
  const bytes = asSaid(rest);
  if (isKnown(bytes)) return bytes;
  const otherwise = asSaid === base64Bytes ? percentBytes(rest) : base64Bytes(rest);
  return isKnown(otherwise) ? otherwise : bytes;
}

function isKnown(bytes: Buffer): boolean {
  return ![null, 'bin'].includes(deliveredTypeOf(bytes));
}

function base64Bytes(text: string): Buffer {
  const plain = text.includes('%') ? percentBytes(text).toString('latin1') : text;
  // A form turns `+` into a space. Then the length is a multiple of four only with the spaces.
  const characters = plain.trim();
  const isForm = characters.includes(' ') && characters.length % 4 === 0 && characters.replaceAll(' ', '').length % 4 !== 0;
  return Buffer.from(isForm ? characters.replaceAll(' ', '+') : characters, 'base64');
}

/** The bytes of percent-encoded text. A `%` that begins no code stands for itself. */
function percentBytes(text: string): Buffer {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1, length += 1) {
    const code = bytes[at] === percent ? Number.parseInt(hexPair.exec(bytes.toString('latin1', at + 1, at + 3))?.[0] ?? '', 16) : NaN;
    bytes[length] = Number.isNaN(code) ? (bytes[at] ?? 0) : code;
    if (!Number.isNaN(code)) at += 2;
  }
  return bytes.subarray(0, length);
}

const percent = 0x25;
const hexPair = /^[0-9a-f]{2}$/i;
