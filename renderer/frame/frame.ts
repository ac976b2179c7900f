import '@fontsource-variable/inter/wght.css';
import { bridge } from '../bridge.ts';
import { longestPrompt } from '../../shared/request/request-checks.ts';
import '../styles/layers.css';
import './shared.css';
import './frame.css';
import { hideFrame, watchFrame } from './frame-input.ts';
import { firstScreenPainted, showFirstScreen } from './first-screen.ts';
import { readPageMemory } from './page-memory.ts';

/** The page's first script: shows the last draft in a field that can be written in, and the pictures that were in sight. Then it loads the app. */

const frame = document.getElementById('frame');
const prompt = document.getElementById('frame-prompt');
const mark = document.getElementById('frame-mark');
const rest = document.getElementById('frame-rest');
if (frame && mark && rest && prompt instanceof HTMLTextAreaElement) {
  const memory = readPageMemory();
  const { sidebarOpen, inspectorOpen, draft, takesNew, composeRest } = memory;
  frame.toggleAttribute('data-wide', sidebarOpen);
  frame.toggleAttribute('data-inspector', inspectorOpen);
  frame.toggleAttribute('data-trash', composeRest === null);
  mark.hidden = takesNew === null;
  rest.style.height = `${composeRest ?? 0}px`;
  // Hidden until here, so that nothing moves, and nobody writes into a field that does not have the draft yet.
  frame.hidden = false;
  prompt.maxLength = longestPrompt;
  prompt.value = draft;
  prompt.setSelectionRange(draft.length, draft.length);
  // Not left to the attribute, which Chromium follows only with the next frame.
  prompt.focus();
  watchFrame(prompt);
  // As the app does. The window may close before it is there.
  prompt.addEventListener('input', () => void bridge.appRemember({ ...memory, draft: prompt.value }));
}

const loadApp = (): void => void import('../app/main.tsx').catch(showFailure);

function showFailure(): void {
  const message = document.getElementById('frame-failed');
  if (message === null) return;
  hideFrame();
  message.hidden = false;
}

async function showPictures(): Promise<void> {
  // Unless the app is there already, as in a window that was hidden until now.
  if (!frame?.isConnected || frame.hidden) return;
  showFirstScreen(readPageMemory());
  await firstScreenPainted();
  loadApp();
}

// One after the other, because each keeps the page from painting: the field, the pictures, and compiling the app, which takes a tenth of a second.
requestAnimationFrame(() => setTimeout(() => void showPictures()));
/** Milliseconds that the app waits at most: a slow machine draws late, and a hidden window draws nothing. */
const drawnWithin = 250;
setTimeout(loadApp, drawnWithin);
