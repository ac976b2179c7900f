import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { connect } from '../stores/sync.ts';
import { keepUndoInField } from '../ui/fields/undo-in-field.ts';

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');

keepUndoInField();
void connect();
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
        <App />
      </DirectionProvider>
    </CSPProvider>
  </StrictMode>,
);
