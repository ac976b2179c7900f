import { countLimits } from '../../../../shared/count-limits.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { NumberSetting } from '../fields/number-setting.tsx';
import { Row, Rows, Section } from '../fields/section.tsx';

/** How many pictures, when to ask, and what happens to the prompt after sending. */
export function GeneratingSection() {
  const say = useWords();
  const keepPrompt = useApp((facts) => facts.settings.keepPrompt);
  return (
    <Section title={say('settings.generating')} explained={say('settings.generating-explained')}>
      <Rows>
        <Row name={say('settings.generating.usual')} explained={say('settings.generating.usual-explained')}>
          <NumberSetting label={say('settings.generating.usual')} of="usualCount" {...countLimits} />
        </Row>
        <Row name={say('settings.generating.ask')} explained={say('settings.generating.ask-explained')}>
          <NumberSetting label={say('settings.generating.ask')} of="askAbove" min={0} max={countLimits.max} />
        </Row>
        <Row name={say('settings.generating.keep')} explained={say('settings.generating.keep-explained')}>
          <SegmentedControl
            label={say('settings.generating.keep')}
            value={keepPrompt ? 'keep' : 'clear'}
            onValueChange={(next) => void notifyIfFailed(bridge.settingsUpdate({ keepPrompt: next === 'keep' }))}
            options={[
              { value: 'keep', name: say('settings.generating.keep-yes') },
              { value: 'clear', name: say('settings.generating.keep-no') },
            ]}
          />
        </Row>
      </Rows>
    </Section>
  );
}
