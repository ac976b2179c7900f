import { CloudUpload } from 'lucide-react';
import type { MirrorState } from '../../../../shared/mirror/mirror-state.ts';
import type { Formats } from '../../../../shared/words/format.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { Button } from '../../../ui/button.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { errorWords, useFormats, useWords } from '../../../words/words.ts';
import rowStyles from '../../../ui/sheets/row.module.css';
import textStyles from '../../../ui/sheets/text.module.css';
import { Row, Rows } from '../fields/settings-row.tsx';
import { MirrorForm } from './mirror-form.tsx';
import styles from './sections.module.css';

/** The bucket that the library is copied to, and how the latest copying went. */
export function MirrorSection() {
  const say = useWords();
  const formats = useFormats();
  const saved = useApp((facts) => facts.settings.mirror);
  const state = useApp((facts) => facts.mirroring);
  const runs = state?.phase === 'running';
  return (
    <>
      <MirrorForm saved={saved} />
      {saved !== null && (
        <Rows>
          <Row name={say('settings.mirror.run')} explained={say('settings.mirror.run-explained')} wide>
            <div className={rowStyles.wrap}>
              {runs ? (
                <Button onClick={() => void notifyIfFailed(bridge.mirrorStop())}>{say('settings.mirror.stop')}</Button>
              ) : (
                <Button icon={<CloudUpload size={14} />} onClick={() => void notifyIfFailed(bridge.mirrorBegin())}>
                  {say('settings.mirror.now')}
                </Button>
              )}
              <p className={styles.result} role="status">
                {state && mirrorWords(say, formats, state)}
              </p>
            </div>
            {runs && state.files > 0 && <progress className={styles.bar} aria-label={say('settings.mirror.run')} max={state.files} value={state.done} />}
            {state !== null && state.error !== null && !runs && (
              <p className={textStyles.error} role="alert">
                {errorWords(say, state.error)} {state.error.detail !== undefined && <span className={textStyles.hint}>({state.error.detail})</span>}
              </p>
            )}
          </Row>
        </Rows>
      )}
    </>
  );
}

/** How the mirror goes, or how the latest run ended. */
function mirrorWords(say: Words, formats: Formats, { phase, startedAt, endedAt, done, files, sent, sentBytes, leftOut, leftOutFiles }: MirrorState): string {
  const at = formats.exactTime(endedAt ?? startedAt);
  const ended = say(`settings.mirror.${phase}`, { at, done, files, sent, size: formats.bytes(sentBytes) });
  const [first] = leftOutFiles;
  return first === undefined ? ended : `${ended} ${say('settings.mirror.left-out', { count: leftOut, ...first })}`;
}
