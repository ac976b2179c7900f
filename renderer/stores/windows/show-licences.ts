import { bridge } from '../../bridge.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';

/** Shows the notices of everything in the app. */
export async function showLicences(): Promise<void> {
  await ask('licences', notifyIfFailed(bridge.appLicences()).then((answer) => (answer.ok ? { licences: answer.value } : null)));
}
