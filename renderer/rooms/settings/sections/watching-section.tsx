import { useWords } from '../../../words/words.ts';
import { NumberSetting } from '../fields/number-setting.tsx';
import { Row, Rows, Section } from '../fields/section.tsx';

/** How long a task is checked every three seconds, and how many are sent at once. */
export function WatchingSection() {
  const say = useWords();
  return (
    <Section title={say('settings.watching')} explained={say('settings.watching-explained')}>
      <Rows>
        <Row name={say('settings.watching.limit')} explained={say('settings.watching.limit-explained')}>
          <NumberSetting label={say('settings.watching.limit')} of="watchLimitMinutes" min={1} max={24 * 60} />
        </Row>
        <Row name={say('settings.watching.concurrent')} explained={say('settings.watching.concurrent-explained')}>
          <NumberSetting label={say('settings.watching.concurrent')} of="concurrentSubmissions" min={1} max={16} />
        </Row>
      </Rows>
    </Section>
  );
}
