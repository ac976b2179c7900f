import { countLimits } from '../../../../shared/count-limits.ts';
import type { Settings } from '../../../../shared/settings.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { NumberField } from '../fields/number-field.tsx';
import { Row, Rows, Section } from '../fields/section.tsx';

const askLimits = { min: 0, max: countLimits.max } as const;

/** How many pictures, when to ask, and what happens to the prompt after sending. */
export function GeneratingSection() {
  const say = useWords();
  const { usualCount, askAbove, keepPrompt } = useApp((facts) => facts.settings);
  return (
    <Section title={say('settings.generating')} explained={say('settings.generating-explained')}>
      <Rows>
        <Row name={say('settings.generating.usual')} explained={say('settings.generating.usual-explained')}>
          <NumberField
            label={say('settings.generating.usual')}
            value={usualCount}
            {...countLimits}
            complaint={say('settings.generating.number-wrong', countLimits)}
            onValueChange={(next) => void update({ usualCount: next })}
          />
        </Row>
        <Row name={say('settings.generating.ask')} explained={say('settings.generating.ask-explained')}>
          <NumberField
            label={say('settings.generating.ask')}
            value={askAbove}
            {...askLimits}
            complaint={say('settings.generating.number-wrong', askLimits)}
            onValueChange={(next) => void update({ askAbove: next })}
          />
        </Row>
        <Row name={say('settings.generating.keep')} explained={say('settings.generating.keep-explained')}>
          <SegmentedControl
            label={say('settings.generating.keep')}
            value={keepPrompt ? 'keep' : 'clear'}
            onValueChange={(next) => void update({ keepPrompt: next === 'keep' })}
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

const update = (change: Partial<Settings>): Promise<unknown> => notifyIfFailed(bridge.settingsUpdate(change));
