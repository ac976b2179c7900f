import { FileArchive } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { bridge } from '../../../bridge.ts';
import { useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { notify, notifyIfFailed } from '../../../ui/toast.tsx';
import styles from './sections.module.css';
import { Row, Rows } from '../fields/settings-row.tsx';

/** Saves a zip for support, which the person can read before sending it. Leaving the page cancels it. */
export function DiagnosticsSection() {
  const say = useWords();
  const [prompts, setPrompts] = useState(false);
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  useEffect(
    () => () => {
      if (isBusy.current) void bridge.diagnosticsCancel();
    },
    [],
  );
  const save = async (): Promise<void> => {
    setBusy(true);
    isBusy.current = true;
    const answer = await notifyIfFailed(bridge.diagnosticsSave({ prompts }));
    isBusy.current = false;
    setBusy(false);
    if (answer.ok && answer.value.saved) notify(say('settings.diagnostics.saved'));
  };
  return (
    <Rows>
      <Row name={say('settings.diagnostics')} explained={say('settings.diagnostics.explained')} wide>
        <div className={styles.diagnostics}>
          <Checkbox checked={prompts} onCheckedChange={setPrompts}>
            {say('settings.diagnostics.prompts')}
          </Checkbox>
          <Button icon={<FileArchive size={15} />} disabled={busy} onClick={() => void save()}>
            {say(busy ? 'settings.diagnostics.saving' : 'settings.diagnostics.save')}
          </Button>
        </div>
        <p role="status" className={styles.status}>
          {busy && say('settings.diagnostics.checking')}
        </p>
      </Row>
    </Rows>
  );
}
