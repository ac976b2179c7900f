/** Addresses of the app's own scheme (electron/platform/app-protocol.ts). */

/** Address of the full file, as it came from the service. */
export const pictureAddress = (imageId: number): string => `latent://picture/${imageId}`;

/** Address of the copy of a reference picture. */
export const referenceAddress = (sha256: string): string => `latent://reference/${sha256}`;

/** What the addresses of thumbnails end with. Main ignores it. */
let edition = '';

/** Has a page ask for all thumbnails again: the history was rebuilt since the page began, so what it has may belong to other pictures now. */
export function renewThumbnails(): void {
  edition = '?rebuilt';
}

/** Address of the thumbnail, 512 pixels on its longer side. It answers when the thumbnail is made, with 404 if the picture cannot be decoded. */
export const thumbnailAddress = (imageId: number): string => `latent://thumbnail/${imageId}${edition}`;
