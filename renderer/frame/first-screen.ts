import type { ViewMemory, WindowBox } from '../../shared/windows/view-memory.ts';
import { thumbnailAddress } from '../../shared/windows/picture-addresses.ts';

/** Milliseconds after which the pictures go, even if the sheet of the app has not loaded its own. */
const patience = 1_000;

let sheet: HTMLElement | null = null;
const watch = new AbortController();

/**
 * Shows the pictures that were in sight when the window was left. They stay over the sheet of the app until it shows its own, so that nothing flashes.
 * Nothing is shown if the window has another size now, because the pictures are elsewhere then.
 */
export function showFirstScreen({ firstScreen }: ViewMemory): void {
  if (firstScreen?.width !== innerWidth || firstScreen.height !== innerHeight) return;
  const [left, top] = firstScreen.sheet;
  sheet = boxAt('frame-sheet', firstScreen.sheet);
  for (const { imageId, opacity, box: [x, y, width, height] } of firstScreen.pictures) {
    const picture = boxAt('frame-picture', [x - left, y - top, width, height]);
    const image = new Image();
    image.alt = '';
    image.decoding = 'async';
    image.style.opacity = String(opacity);
    image.src = thumbnailAddress(imageId);
    picture.append(image);
    sheet.append(picture);
  }
  document.body.append(sheet);
  // What the person does next is done to what the app shows, and a window of another size shows the pictures elsewhere.
  for (const type of ['resize', 'wheel', 'pointerdown']) addEventListener(type, removeFirstScreen, { capture: true, passive: true, signal: watch.signal });
}

function boxAt(className: string, [x, y, width, height]: WindowBox): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
  return element;
}

export function removeFirstScreen(): void {
  watch.abort();
  sheet?.remove();
  sheet = null;
}

/** Resolves once the pictures are painted. In a hidden window, that may be never. */
export async function firstScreenPainted(): Promise<void> {
  const isLoaded = (): boolean => sheet === null || [...sheet.querySelectorAll('img')].every(({ complete }) => complete);
  while (!isLoaded()) await new Promise(requestAnimationFrame);
  if (sheet !== null) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** The app has rendered its window. The pictures go once those of its sheet are loaded, and two frames later, because Chromium may still decode them. */
export function endFirstScreen(): void {
  const until = performance.now() + patience;
  const look = (): void => {
    const images = [...document.querySelectorAll<HTMLImageElement>('[role="gridcell"] img')];
    const isDrawn = images.every(({ complete }) => complete);
    if (isDrawn || performance.now() > until) requestAnimationFrame(() => requestAnimationFrame(removeFirstScreen));
    else requestAnimationFrame(look);
  };
  if (sheet !== null) requestAnimationFrame(look);
}
