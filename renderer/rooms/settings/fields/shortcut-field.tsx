import { useId, useState, type KeyboardEvent } from 'react';
import { acceleratorOf } from '../../../../shared/shortcuts/accelerator.ts';
import { bridge } from '../../../bridge.ts';
import { commandOn, helpOf } from '../../../commands/registry.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useQuick } from '../../../stores/windows/quick-asked.ts';
import { Button } from '../../../ui/button.tsx';
import { acceleratorCaps } from '../../../ui/shortcuts/chords.ts';
import { Caps } from '../../../ui/shortcuts/kbd.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { useWords } from '../../../words/words.ts';
import styles from './settings-row.module.css';
import { Row } from './settings-row.tsx';

/** The keys that open the quick prompt: chosen by pressing them, and why they do not work. */
export function QuickShortcutRow() {
  const say = useWords();
  const platform = useApp((facts) => facts.platform);
  const quickShortcut = useApp((facts) => facts.settings.quickShortcut);
  const state = useQuick(({ shortcut }) => shortcut);
  const complaintId = useId();
  const [isListening, setListening] = useState(false);
  /** Why the keys that were just pressed cannot be taken. */
  const [refusal, setRefusal] = useState<string | null>(null);

  const choose = async (next: string | null): Promise<void> => {
    setListening(false);
    setRefusal(null);
    await notifyIfFailed(bridge.settingsUpdate({ quickShortcut: next }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isListening || event.key === 'Tab') return;
    // The window's own keys act on nothing meanwhile.
    event.preventDefault();
    if (event.key === 'Escape') return setListening(false);
    const { nativeEvent } = event;
    const read = acceleratorOf(nativeEvent);
    if (read === null) return;
    if ('fault' in read) return setRefusal(say(`quick.shortcut.${read.fault}`));
    const used = commandOn(nativeEvent);
    if (used !== null) return setRefusal(say('quick.shortcut.used', { command: helpOf(say, used.id, used.place) }));
    void choose(read.accelerator);
  };
  const complaint = refusal ?? (!isListening && quickShortcut !== null && (state === 'refused' || state === 'unsure') ? say(`quick.shortcut.${state}`) : null);
  return (
    <Row wide name={say('quick.shortcut')} explained={say('quick.shortcut-explained')}>
      <div className={styles.shortcut}>
        <div className={styles.keys}>
          {!isListening && (quickShortcut === null ? <span className={styles.none}>{say('quick.shortcut.none')}</span> : <Caps keys={acceleratorCaps(quickShortcut, platform)} />)}
          <Button
            aria-describedby={complaintId}
            aria-pressed={isListening}
            onKeyDown={onKeyDown}
            onBlur={() => setListening(false)}
            onClick={() => {
              setRefusal(null);
              setListening(true);
            }}
          >
            {say(isListening ? 'quick.shortcut.press' : 'quick.shortcut.choose')}
          </Button>
          {quickShortcut !== null && !isListening && <Button onClick={() => void choose(null)}>{say('quick.shortcut.clear')}</Button>}
        </div>
        <p id={complaintId} role="status" className={styles.fault}>
          {complaint}
        </p>
      </div>
    </Row>
  );
}
