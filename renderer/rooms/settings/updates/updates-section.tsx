import { RefreshCw } from 'lucide-react';
import type { Release } from '../../../../shared/updates/release.ts';
import type { Updates } from '../../../../shared/updates/update-state.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useTextOverTime } from '../../../stores/now.ts';
import { Button } from '../../../ui/button.tsx';
import { ask } from '../../../ui/dialogs/ask.ts';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import rowStyles from '../../../ui/sheets/row.module.css';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { useFormats, useWords } from '../../../words/words.ts';
import { Row, Rows } from '../fields/settings-row.tsx';
import styles from '../sections/sections.module.css';
import { ReleaseButtons } from './release-dialog.tsx';
import { updateWords } from './update-words.ts';

/** Whether there is a newer Latent, and whether it comes by itself. */
export function UpdatesSection() {
  const say = useWords();
  const updates = useApp((facts) => facts.updates);
  if (updates === null) return <p>{say('updates.off')}</p>;
  return (
    <Rows>
      <Newest updates={updates} />
      <Checks way={updates.way} />
      {updates.news && <News release={updates.news.release} />}
    </Rows>
  );
}

function Newest({ updates }: { readonly updates: Updates }) {
  const say = useWords();
  const formats = useFormats();
  const itself = useApp((facts) => facts.settings.updatesItself);
  const status = useTextOverTime((now) => updateWords(say, formats, updates, itself, now));
  const { found, restarts } = updates;
  const readyWords = restarts ? 'updates.restart-explained' : 'updates.end-explained';
  return (
    <Row name={say('updates.newer')} explained={say(found?.step.at === 'ready' ? readyWords : 'updates.newer-explained')} wide>
      <div className={rowStyles.wrap}>
        <p className={styles.result} role="status">
          {status}
        </p>
        {found && (
          <>
            <Button onClick={() => void ask('release', { release: found.release })}>{say('updates.news')}</Button>
            <ReleaseButtons release={found.release} />
          </>
        )}
        <Button icon={<RefreshCw size={14} />} disabled={updates.isChecking} onClick={() => void notifyIfFailed(bridge.updatesCheck())}>
          {say('updates.check')}
        </Button>
      </div>
    </Row>
  );
}

function Checks({ way }: Pick<Updates, 'way'>) {
  const say = useWords();
  const itself = useApp((facts) => facts.settings.updatesItself);
  return (
    <Row name={say('updates.itself')} explained={`${say(`updates.itself-what.${way}`)} ${say('updates.itself-explained')}`}>
      <SegmentedControl
        label={say('updates.itself')}
        value={itself ? 'itself' : 'asked'}
        onValueChange={(next) => void notifyIfFailed(bridge.settingsUpdate({ updatesItself: next === 'itself' }))}
        options={[
          { value: 'itself', name: say('updates.itself-yes') },
          { value: 'asked', name: say('updates.itself-no') },
        ]}
      />
    </Row>
  );
}

function News({ release }: { readonly release: Release }) {
  const say = useWords();
  const formats = useFormats();
  return (
    <Row name={say('updates.news-running')} explained={say('updates.news-explained', { version: release.version, date: formats.day(Date.parse(release.date)) })}>
      <Button onClick={() => void ask('release', { release })}>{say('updates.news')}</Button>
    </Row>
  );
}
