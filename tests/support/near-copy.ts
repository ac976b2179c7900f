import type { Page } from '@playwright/test';

/** A smaller and brighter JPEG of a picture, as Chromium writes it. */
export async function nearCopy(page: Page, png: Buffer, scale: number): Promise<Buffer> {
  const encoded = await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * ${scale}), Math.round(bitmap.height * ${scale}));
    const context = canvas.getContext('2d');
    context.filter = 'brightness(1.04)';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 });
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
  })()`);
  return Buffer.from(String(encoded), 'base64');
}
