import { Monitor, Moon, Sun } from 'lucide-react';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { Row, Rows, Section } from '../fields/section.tsx';

/** Light or dark. */
export function AppearanceSection() {
  const say = useWords();
  const theme = useApp((facts) => facts.settings.theme);
  return (
    <Section title={say('settings.appearance')} explained={say('settings.appearance-explained')}>
      <Rows>
        <Row name={say('settings.theme')} explained={say('settings.theme-explained')}>
          <SegmentedControl
            label={say('settings.theme')}
            value={theme}
            onValueChange={(next) => void notifyIfFailed(bridge.settingsUpdate({ theme: next }))}
            options={[
              { value: 'system', name: say('settings.theme.system'), icon: <Monitor size={14} /> },
              { value: 'light', name: say('settings.theme.light'), icon: <Sun size={14} /> },
              { value: 'dark', name: say('settings.theme.dark'), icon: <Moon size={14} /> },
            ]}
          />
        </Row>
      </Rows>
    </Section>
  );
}
