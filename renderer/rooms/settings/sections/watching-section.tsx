import type { Settings } from '../../../../shared/settings.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { NumberField } from '../fields/number-field.tsx';
import { Row, Rows, Section } from '../fields/section.tsx';

const limits = { watchLimitMinutes: { min: 1, max: 24 * 60 }, concurrentSubmissions: { min: 1, max: 16 } } as const;

/** How long a task is asked for every three seconds, and how many are sent at once. */
export function WatchingSection() {
  const say = useWords();
  const settings = useApp((facts) => facts.settings);
  return (
    <Section title={say('settings.watching')} explained={say('settings.watching-explained')}>
      <Rows>
        <Row name={say('settings.watching.limit')} explained={say('settings.watching.limit-explained')}>
          <NumberField
            label={say('settings.watching.limit')}
            value={settings.watchLimitMinutes}
            {...limits.watchLimitMinutes}
            complaint={say('settings.watching.limit-wrong', limits.watchLimitMinutes)}
            onValueChange={(watchLimitMinutes) => void update({ watchLimitMinutes })}
          />
        </Row>
        <Row name={say('settings.watching.concurrent')} explained={say('settings.watching.concurrent-explained')}>
          <NumberField
            label={say('settings.watching.concurrent')}
            value={settings.concurrentSubmissions}
            {...limits.concurrentSubmissions}
            complaint={say('settings.watching.concurrent-wrong', limits.concurrentSubmissions)}
            onValueChange={(concurrentSubmissions) => void update({ concurrentSubmissions })}
          />
        </Row>
      </Rows>
    </Section>
  );
}

const update = (change: Partial<Settings>): Promise<unknown> => notifyIfFailed(bridge.settingsUpdate(change));
