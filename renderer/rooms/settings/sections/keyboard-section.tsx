import { setSingleKeys } from '../../../commands/change-keys.ts';
import { useApp } from '../../../stores/app-store.ts';
import { Button } from '../../../ui/button.tsx';
import { ask } from '../../../ui/dialogs/ask.ts';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { useWords } from '../../../words/words.ts';
import { Row, Rows } from '../fields/settings-row.tsx';

/** Leads to the keys of all commands, and switches single keys off. */
export function KeyboardSection() {
  const say = useWords();
  const single = useApp((facts) => facts.settings.singleKeyShortcuts);
  return (
    <Rows>
      <Row name={say('shortcut.title')} explained={say('settings.keyboard.shortcuts-explained')}>
        <Button onClick={() => void ask('shortcuts')}>{say('settings.keyboard.change')}</Button>
      </Row>
      <Row name={say('shortcut.single')} explained={say('settings.keyboard.single-explained')}>
        <SegmentedControl
          label={say('shortcut.single')}
          value={single ? 'on' : 'off'}
          onValueChange={(next) => void setSingleKeys(next === 'on')}
          options={(['on', 'off'] as const).map((value) => ({ value, name: say(`settings.keyboard.single.${value}`) }))}
        />
      </Row>
    </Rows>
  );
}
