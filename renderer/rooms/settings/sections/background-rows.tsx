import { useEffect, useState } from 'react';
import type { LoginState } from '../../../../shared/login-state.ts';
import type { Result } from '../../../../shared/result.ts';
import type { Settings } from '../../../../shared/settings.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { useWords } from '../../../words/words.ts';
import { Row } from '../fields/settings-row.tsx';

const update = (change: Partial<Settings>): Promise<unknown> => notifyIfFailed(bridge.settingsUpdate(change));

const closings = [
  ['ask', null],
  ['keep', true],
  ['quit', false],
] as const;

/** Whether Latent goes on without its window, and its icon in the tray. On macOS, every app goes on. */
export function BackgroundRows() {
  const say = useWords();
  const isMac = useApp((facts) => facts.platform === 'darwin');
  const keepRunning = useApp((facts) => facts.settings.keepRunning);
  const trayIcon = useApp((facts) => facts.settings.trayIcon);
  return (
    <>
      {!isMac && (
        <Row name={say('settings.keep-running')} explained={say('settings.keep-running-explained')}>
          <SegmentedControl
            label={say('settings.keep-running')}
            value={closings.find(([, value]) => value === keepRunning)?.[0] ?? 'ask'}
            onValueChange={(next) => void update({ keepRunning: closings.find(([name]) => name === next)?.[1] ?? null })}
            options={closings.map(([value]) => ({ value, name: say(`settings.keep-running.${value}`) }))}
          />
        </Row>
      )}
      <Row name={say('settings.tray')} explained={say('settings.tray-explained')}>
        <SegmentedControl
          label={say('settings.tray')}
          // On macOS, there is a dock that shows the same.
          value={isMac && trayIcon === 'kept' ? 'never' : trayIcon}
          onValueChange={(next) => void update({ trayIcon: next })}
          options={(isMac ? (['always', 'never'] as const) : (['kept', 'always', 'never'] as const)).map((value) => ({ value, name: say(`settings.tray.${value}`) }))}
        />
      </Row>
      <LoginRow />
    </>
  );
}

/** Whether the system opens Latent at login. The system's own settings may change that, so it is asked each time the page is shown or the window gets the focus. */
function LoginRow() {
  const say = useWords();
  const [state, setState] = useState<LoginState | null>(null);
  const keep = async (call: Promise<Result<LoginState>>): Promise<Result<LoginState>> => {
    const answer = await call;
    if (answer.ok) setState(answer.value);
    return answer;
  };
  useEffect(() => {
    const look = (): void => void keep(bridge.loginState());
    look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  if (state === null) return null;
  return (
    <Row name={say('settings.login')} explained={loginWords(say, state)}>
      {state.is !== 'never' && (
        <SegmentedControl
          label={say('settings.login')}
          value={state.is === 'on' || state.is === 'blocked' ? 'on' : 'off'}
          onValueChange={(next) => void notifyIfFailed(keep(bridge.loginSet({ opens: next === 'on' })))}
          options={(['on', 'off'] as const).map((value) => ({ value, name: say(`settings.login.${value}`) }))}
        />
      )}
    </Row>
  );
}

function loginWords(say: Words, state: LoginState): string {
  switch (state.is) {
    case 'other':
      return say('settings.login.other', { program: state.program });
    case 'blocked':
      return say('settings.login.blocked');
    case 'never':
      return say(`settings.login.never.${state.why}`);
    default:
      return say('settings.login-explained');
  }
}
