import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { readSpoken } from '../frame/page-memory.ts';
import { connect } from '../stores/sync.ts';
import { keepUndoInField } from '../ui/fields/undo-in-field.ts';
import { speak, useDirection } from '../words/words.ts';

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');

keepUndoInField();
// If its words cannot be loaded, the window is there in English.
const spoken = speak(readSpoken()).catch((error: unknown) => console.error(error));
void connect();
void spoken.then(() =>
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <Directed />
      </CSPProvider>
    </StrictMode>,
  ),
);

function Directed() {
  return (
    <DirectionProvider direction={useDirection()}>
      <App />
    </DirectionProvider>
  );
}
