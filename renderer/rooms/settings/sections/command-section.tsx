import type { CommandState } from '../../../../shared/command-state.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { keepAnswer, useCommandOnPath } from '../../../stores/command-on-path.ts';
import { Button } from '../../../ui/button.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { useWords } from '../../../words/words.ts';
import { Row, Rows } from '../fields/settings-row.tsx';

/** Puts the command `latent` where terminals find it, and takes it back. */
export function CommandSection() {
  const say = useWords();
  const isWindows = useApp((facts) => facts.platform === 'win32');
  const state = useCommandOnPath();
  if (state === null) return null;
  return (
    <Rows>
      <Row name="latent" explained={stateWords(say, state, isWindows)}>
        {state.is === 'absent' && <Button onClick={() => void notifyIfFailed(keepAnswer(bridge.commandInstall()))}>{say('settings.command.install')}</Button>}
        {state.is === 'installed' && <Button onClick={() => void notifyIfFailed(keepAnswer(bridge.commandRemove()))}>{say('settings.command.remove')}</Button>}
      </Row>
    </Rows>
  );
}

function stateWords(say: Words, state: CommandState, isWindows: boolean): string {
  switch (state.is) {
    case 'by-system':
      return say('settings.command.by-system');
    case 'never':
      return say(`settings.command.never.${state.why}`);
    case 'installed':
      return say(state.onPath ? 'settings.command.installed' : 'settings.command.installed-off-path', { place: state.place });
    case 'foreign':
      return say('settings.command.foreign', { place: state.place });
    case 'absent':
      return say(isWindows ? 'settings.command.absent-folder' : 'settings.command.absent', { place: state.place });
  }
}
