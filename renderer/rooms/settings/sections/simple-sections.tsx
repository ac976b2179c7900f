import { Monitor, Moon, Sun } from 'lucide-react';
import { countLimits } from '../../../../shared/input-limits.ts';
import type { Settings } from '../../../../shared/settings.ts';
import { offeredLanguages } from '../../../../shared/words/catalogues.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { languages } from '../../../../shared/words/languages.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { NumberRow, Row, Rows } from '../fields/settings-row.tsx';
import { ask } from '../../../ui/dialogs/ask.ts';

const update = (change: Partial<Settings>): Promise<unknown> => notifyIfFailed(bridge.settingsUpdate(change));

/** How many pictures, when to ask, and what happens to the prompt after sending. */
export function GeneratingSection() {
  const say = useWords();
  const keepPrompt = useApp((facts) => facts.settings.keepPrompt);
  const plainBraces = useApp((facts) => facts.settings.plainBraces);
  return (
    <Rows>
      <NumberRow words="settings.generating.usual" of="usualCount" {...countLimits} />
      <NumberRow words="settings.generating.ask" of="askAbove" min={0} max={countLimits.max} />
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
      <Row name={say('settings.generating.braces')} explained={say('settings.generating.braces-explained')}>
        <SegmentedControl
          label={say('settings.generating.braces')}
          value={plainBraces ? 'plain' : 'template'}
          onValueChange={(next) => void update({ plainBraces: next === 'plain' })}
          options={[
            { value: 'template', name: say('settings.generating.braces-template') },
            { value: 'plain', name: say('settings.generating.braces-plain') },
          ]}
        />
      </Row>
      <Row name={say('wildcards.title')} explained={say('settings.generating.wildcards-explained')}>
        <Button onClick={() => void ask('wildcards')}>{say('wildcards.open')}</Button>
      </Row>
    </Rows>
  );
}

/** How long a task is checked every three seconds, and how many are sent at once. */
export function WatchingSection() {
  return (
    <Rows>
      <NumberRow words="settings.watching.limit" of="watchLimitMinutes" min={1} max={24 * 60} />
      <NumberRow words="settings.watching.concurrent" of="concurrentSubmissions" min={1} max={16} />
    </Rows>
  );
}

const themes = [
  ['system', Monitor],
  ['light', Sun],
  ['dark', Moon],
] as const;

/** Each language in its own words, so that people find theirs in any other. */
const languageOptions = (say: Words): readonly { readonly value: Settings['language']; readonly name: string }[] => [
  { value: 'system', name: say('settings.language.system') },
  ...offeredLanguages.map((value) => ({ value, name: languages[value].name })),
];

/** The language, light or dark, and which marks are shown. */
export function AppearanceSection() {
  const say = useWords();
  const language = useApp((facts) => facts.settings.language);
  const theme = useApp((facts) => facts.settings.theme);
  const always = useApp((facts) => facts.settings.markExtras);
  return (
    <Rows>
      <Row name={say('settings.language')} explained={say('settings.language-explained')}>
        <Select label={say('settings.language')} value={language} onValueChange={(next) => void update({ language: next })} options={languageOptions(say)} />
      </Row>
      <Row name={say('settings.theme')} explained={say('settings.theme-explained')}>
        <SegmentedControl
          label={say('settings.theme')}
          value={theme}
          onValueChange={(next) => void update({ theme: next })}
          options={themes.map(([value, Icon]) => ({ value, name: say(`settings.theme.${value}`), icon: <Icon size={14} /> }))}
        />
      </Row>
      <Row name={say('settings.mark-extras')} explained={say('settings.mark-extras-explained')}>
        <SegmentedControl
          label={say('settings.mark-extras')}
          value={always ? 'always' : 'used'}
          onValueChange={(next) => void update({ markExtras: next === 'always' })}
          options={(['used', 'always'] as const).map((value) => ({ value, name: say(`settings.mark-extras.${value}`) }))}
        />
      </Row>
    </Rows>
  );
}

/** What the system shows while the person does something else. */
export function DesktopSection() {
  const say = useWords();
  const shown = useApp((facts) => facts.settings.notifications);
  return (
    <Rows>
      <Row name={say('settings.notifications')} explained={say('settings.notifications-explained')}>
        <SegmentedControl
          label={say('settings.notifications')}
          value={shown ? 'on' : 'off'}
          onValueChange={(next) => void update({ notifications: next === 'on' })}
          options={(['on', 'off'] as const).map((value) => ({ value, name: say(`settings.notifications.${value}`) }))}
        />
      </Row>
    </Rows>
  );
}
