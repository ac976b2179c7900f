/**
 * A picture as an answer names it: an address, or its bytes (`b64_json`). Bytes and addresses that contain the key
 * (`holdsKey`) are never stored: after a restart, the service is asked for them again. Only the bytes of a picture that cannot be asked for again
 * (`isOnly`) are stored until its file is in the library.
 */
export type AnsweredImage =
  | { readonly kind: 'url'; readonly url: string; readonly holdsKey?: true; readonly isOnly?: true }
  | { readonly kind: 'inline'; readonly base64: string; readonly isOnly?: true };

/** A picture as the engine receives it. Without a `position`, its index in the list is its position. */
export type NamedImage = AnsweredImage | FoundImage;

/** `position` follows those of pictures in the known places, so that it replaces none of them. */
export type FoundImage = AnsweredImage & { readonly position: number };

/** The position of a picture in its task's answer. `at`: its index in the list. */
export function positionOf(image: NamedImage, at: number): number {
  return 'position' in image ? image.position : at;
}
