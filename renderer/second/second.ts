import '../styles/tokens.css';
import './second.css';
import type { SecondApi, SecondPicture } from '../../shared/windows/window-states.ts';

/** The page of the second window: the picture that main names, as large as fits. */

const { second } = window as unknown as { readonly second: SecondApi };
const picture = element('picture');
const missing = element('missing');
let latest: SecondPicture | null = null;

second.onShow((shown) => {
  latest = shown;
  document.documentElement.lang = shown.language;
  document.documentElement.dir = shown.direction;
  document.title = shown.name === '' ? 'Latent' : shown.name;
  const next = new Image();
  next.src = `latent://picture/${shown.imageId}`;
  // The previous picture stays until the next one is decoded, so that nothing flashes.
  next.decode().then(
    () => put(shown, next.src),
    () => put(shown, null),
  );
});

/** @param source null if it cannot be shown */
function put(shown: SecondPicture, source: string | null): void {
  if (shown !== latest) return;
  picture.hidden = source === null;
  missing.hidden = source !== null;
  if (source === null) missing.textContent = shown.missing;
  else {
    picture.setAttribute('src', source);
    picture.setAttribute('alt', shown.name);
  }
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`second.html has no #${id}`);
  return found;
}
