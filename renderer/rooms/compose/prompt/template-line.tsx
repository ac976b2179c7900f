import { Braces, ChevronDown, CircleAlert, Dices, FolderPen, Pin } from 'lucide-react';
import { keysOf } from '../../../commands/registry.ts';
import { useEffect, useId, useMemo, useState } from 'react';
import { mostInBatch } from '../../../../shared/input-limits.ts';
import { isTemplate } from '../../../../shared/templates/is-template.ts';
import type { TemplateFault } from '../../../../shared/templates/template-node.ts';
import type { Template } from '../../../../shared/templates/expand-template.ts';
import { promptCount } from '../../../../shared/templates/expansion.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { selectInPrompt, useCompose } from '../../../stores/compose/compose-store.ts';
import { firstPrompts, readWildcards, rollSeed, useTemplates } from '../../../stores/compose/template-store.ts';
import { useWords } from '../../../words/words.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { isWithin, NumberField } from '../../../ui/fields/number-field.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import styles from './template-line.module.css';
import colours from '../../../ui/sheets/colour.module.css';
import formStyles from '../../../ui/sheets/form.module.css';
import textStyles from '../../../ui/sheets/text.module.css';
import { useTemplate } from './use-template.ts';
import { ask } from '../../../ui/dialogs/ask.ts';

/** Id of the element that says what is wrong in a template. */
export const faultId = 'compose-fault';

/** How many prompts the list shows. */
const mostShown = 5;
/** Larger numbers are not written out. */
const mostWritten = 10n ** 15n;

/** Below the prompt when it is a template: how many prompts it makes, the first ones, and what is wrong in it. */
export function TemplateLine() {
  const template = useTemplate();
  const prompt = useCompose((state) => state.prompt);
  const folder = useApp((facts) => facts.settings.wildcardFolder);
  const hasWildcards = prompt.includes('__');
  useEffect(() => {
    if (!hasWildcards) return;
    const read = (): void => void readWildcards();
    read();
    // Another program may have changed them.
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, [hasWildcards, folder]);
  if (template) return <Preview template={template} />;
  return isTemplate(prompt) ? <PlainBraces /> : null;
}

function PlainBraces() {
  const say = useWords();
  return (
    <div className={styles.line}>
      <Braces size={14} aria-hidden />
      <p className={styles.text}>{say('templates.plain')}</p>
      <Button size="small" onClick={() => void notifyIfFailed(bridge.settingsUpdate({ plainBraces: false }))}>
        {say('templates.use')}
      </Button>
    </div>
  );
}

function Preview({ template }: { readonly template: Template }) {
  const say = useWords();
  const [open, setOpen] = useState(false);
  const list = useId();
  const { mode, number } = useTemplates();
  const countId = useId();
  const count = promptCount(template, { mode, number });
  const written = count > mostWritten ? say('templates.count-more', { count: Number(mostWritten) }) : say('templates.count', { count: Number(count) });
  const sound = template.faults.length === 0;
  // Keep the first prompts while the person types.
  const lastSound = useLast(sound ? template : null);
  const complaint = complaintOf();
  return (
    <>
      <div className={styles.line} role="group" aria-label={say('templates.template')}>
        {/* Stacked in the same place, so that the line keeps its height while a brace is typed. */}
        <div className={styles.stack}>
          <div className={styles.controls} data-hidden={!sound || undefined}>
            <Button variant="quiet" size="small" className={styles.count} aria-expanded={open} aria-controls={open ? list : undefined} icon={<Braces size={14} />} onClick={() => setOpen(!open)}>
              <span aria-live="polite">{written}</span>
              <ChevronDown size={13} className={styles.chevron} />
            </Button>
            <SegmentedControl
              label={say('templates.mode')}
              value={mode}
              onValueChange={(next) => useTemplates.setState({ mode: next })}
              options={[
                { value: 'all', name: say('templates.all') },
                { value: 'random', name: say('templates.random') },
              ]}
            />
            {mode === 'random' && <RandomFields complaint={countId} />}
          </div>
          <Faults faults={template.faults} />
        </div>
        <span className={styles.tools}>
          <Button variant="quiet" size="small" icon={<FolderPen size={14} />} keys={keysOf('wildcards', 'everywhere')} onClick={() => void ask('wildcards')}>
            {say('wildcards.open')}
          </Button>
          <Button variant="quiet" size="small" onClick={() => void notifyIfFailed(bridge.settingsUpdate({ plainBraces: true }))}>
            {say('templates.send-plain')}
          </Button>
        </span>
      </div>
      {complaint !== null && (
        <p id={countId} className={styles.caution} role="status">
          {complaint}
        </p>
      )}
      {open && lastSound && <FirstPrompts id={list} template={lastSound} stale={!sound} />}
      <MakingFault />
    </>
  );

  function complaintOf(): string | null {
    if (!sound) return null;
    if (mode === 'random' && !isWithin(number, 1, mostInBatch)) return say('templates.number-wrong', { most: mostInBatch });
    return count > mostInBatch ? say('templates.not-sent.too-many', { most: mostInBatch }) : null;
  }
}

interface FirstPromptsProps {
  readonly id: string;
  readonly template: Template;
  /** Whether the text has changed since, so that these prompts are outdated. */
  readonly stale: boolean;
}

function FirstPrompts({ id, template, stale }: FirstPromptsProps) {
  const say = useWords();
  const { mode, number, seed } = useTemplates();
  const prompts = useMemo(() => firstPrompts(template, { mode, number, seed }, mostShown), [template, mode, number, seed]);
  const left = promptCount(template, { mode, number }) - BigInt(prompts.length);
  return (
    <div id={id} className={styles.first} data-stale={stale || undefined}>
      <ol aria-label={say('templates.first')}>
        {prompts.map((prompt, at) => (
          // Prompts may be equal, so the key is the position.
          <li key={at} dir="auto" className={styles.prompt} title={prompt}>
            {prompt === '' ? <em>{say('templates.empty-prompt')}</em> : prompt}
          </li>
        ))}
      </ol>
      {left > 0n && <p className={textStyles.hint}>{left > mostWritten ? say('templates.and-many-more') : say('templates.and-more', { count: Number(left) })}</p>}
    </div>
  );
}

function RandomFields({ complaint }: { readonly complaint: string }) {
  const say = useWords();
  const { number, seed, seedKept } = useTemplates();
  return (
    <>
      <NumberField
        label={say('templates.number')}
        more={say('compose.count-more')}
        fewer={say('compose.count-fewer')}
        value={number}
        min={1}
        max={mostInBatch}
        complaint={complaint}
        onValueChange={(next) => useTemplates.setState({ number: next })}
      />
      <label className={styles.seed}>
        {say('templates.seed')}
        <input
          className={formStyles.frame}
          inputMode="numeric"
          value={String(seed)}
          onChange={({ currentTarget: { value } }) => {
            if (/^\d{0,10}$/.test(value) && Number(value) <= 0xffff_ffff) useTemplates.setState({ seed: Number(value), seedKept: true });
          }}
        />
      </label>
      <IconButton label={say('templates.roll')} onClick={rollSeed}>
        <Dices size={14} />
      </IconButton>
      <IconButton label={say('templates.keep-seed')} pressed={seedKept} onClick={() => useTemplates.setState({ seedKept: !seedKept })}>
        <Pin size={14} />
      </IconButton>
    </>
  );
}

/** The first fault, with a button that selects it in the text. */
function Faults({ faults }: { readonly faults: readonly TemplateFault[] }) {
  const say = useWords();
  const words = useFaultWords();
  const [first] = faults;
  if (!first) return null;
  return (
    <div className={styles.fault} role="status">
      <CircleAlert size={15} className={colours.bad} aria-hidden />
      <p id={faultId}>
        {words(first)} {faults.length > 1 && say('templates.more-faults', { count: faults.length - 1 })}
      </p>
      <Button size="small" onClick={() => showFault(first)}>
        {say('templates.show-fault')}
      </Button>
    </div>
  );
}

function showFault({ at, length }: TemplateFault): void {
  const { prompt } = useCompose.getState();
  // `at` counts from the first character that is no space, because the text is sent without the spaces around it.
  const start = prompt.length - prompt.trimStart().length + at;
  selectInPrompt(start, start + length);
}

/** What came of the latest submission of this template, if it made no prompts. */
function MakingFault() {
  const say = useWords();
  const words = useFaultWords();
  const fault = useCompose((state) => state.fault);
  if (fault === null) return null;
  return (
    <p className={styles.caution} role="alert">
      {typeof fault === 'string' ? say(`templates.not-sent.${fault}`, { most: mostInBatch }) : words(fault)}
    </p>
  );
}

function useFaultWords(): (fault: TemplateFault) => string {
  const say = useWords();
  return ({ words, values, within }) => (within === null ? say(words, values) : say('templates.within', { name: within, problem: say(words, values) }));
}

/** The last value that was not null. */
function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
