import styles from './latent-canvas.module.css';
import { latentField, latentSide, paintLatent } from './latent-image.ts';

/** The latent image of a task as it is just before its picture appears. It does not move. */
export function stillLatent(seed: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = latentSide;
  canvas.height = latentSide;
  canvas.className = styles['canvas'] ?? '';
  canvas.ariaHidden = 'true';
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const image = context.createImageData(latentSide, latentSide);
  paintLatent(latentField(seed), 0.95, 0, image.data);
  context.putImageData(image, 0, 0);
  return canvas;
}
