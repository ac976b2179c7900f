import { useEffect, useRef, useState, type FormEvent } from 'react';
import { exportFormats, exportMetadata, metadataOf, sideLimits, type ExportChoices } from '../../../shared/export/export-choices.ts';
import type { ExportProgress } from '../../../shared/export/export.ts';
import { readPattern } from '../../../shared/export/name-pattern.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormActions } from '../../ui/dialogs/form-actions.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.ts';
import { ContactSheetForm } from './contact-sheet-form.tsx';
import styles from './export-dialog.module.css';
import { Labelled } from './labelled.tsx';
import { NamesField } from './names-field.tsx';

/** Milliseconds after the last key before main is asked for names. */
const namesDelay = 150;

interface ExportDialogProps extends Asked {
  /** The number of chosen pictures. Main knows which. */
  readonly pictures: number;
  readonly making: ExportProgress['making'];
}

/** Asks how and where to save copies or a contact sheet, and starts it. Main reports the progress. */
export function ExportDialog({ pictures, making, close }: ExportDialogProps) {
  const say = useWords();
  const isSheet = making === 'contact-sheet';
  return (
    <Dialog title={say(isSheet ? 'sheet.dialog' : 'export.title', { pictures })}>
      {isSheet ? <ContactSheetForm pictures={pictures} close={close} /> : <ExportForm pictures={pictures} close={close} />}
    </Dialog>
  );
}

function ExportForm({ pictures, close }: Omit<ExportDialogProps, 'making' | 'answer'>) {
  const say = useWords();
  const last = useApp((facts) => facts.settings.exports);
  const [choices, setChoices] = useState(last);
  const [quality, setQuality] = useState(String(last.quality));
  const [side, setSide] = useState(last.longestSide === null ? '' : String(last.longestSide));
  const [busy, setBusy] = useState(false);
  const preview = useNames(choices);
  const change = (changed: Partial<ExportChoices>): void => setChoices({ ...choices, ...changed });

  const pattern = readPattern(choices.names);
  const isConverted = choices.format !== 'original';
  const hasQuality = choices.format === 'jpeg' || choices.format === 'webp';
  const readQuality = wholeNumber(quality, 1, 100);
  const readSide = side.trim() === '' ? null : wholeNumber(side, sideLimits.min, sideLimits.max);
  const qualityWrong = hasQuality && readQuality === undefined;
  const sideWrong = isConverted && readSide === undefined;
  const metadata = metadataOf(choices);

  const begin = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !pattern.ok || qualityWrong || sideWrong) return;
    const exports = { ...choices, quality: readQuality ?? last.quality, longestSide: readSide === undefined ? last.longestSide : readSide };
    setBusy(true);
    await notifyIfFailed(bridge.settingsUpdate({ exports }));
    const answer = await notifyIfFailed(bridge.exportBegin({ choices: exports }));
    setBusy(false);
    if (answer.ok && answer.value.begun) close();
  };

  return (
    <form className={styles.form} onSubmit={(event) => void begin(event)}>
      <NamesField pattern={choices.names} read={pattern} onChange={(names) => change({ names })} names={preview} pictures={pictures} />
      <div className={styles.row}>
        <Labelled name={say('export.format')}>
          <Select label={say('export.format')} value={choices.format} onValueChange={(format) => change({ format })} options={exportFormats.map((value) => ({ value, name: say(`export.format.${value}`) }))} />
        </Labelled>
        <TextField label={say('export.quality')} value={hasQuality ? quality : ''} onValueChange={setQuality} disabled={!hasQuality} inputMode="numeric" maxLength={3} error={qualityWrong ? say('export.quality-wrong') : null} />
        <TextField
          label={say('export.side')}
          value={isConverted ? side : ''}
          onValueChange={setSide}
          disabled={!isConverted}
          placeholder={say('export.side-any')}
          inputMode="numeric"
          maxLength={5}
          error={sideWrong ? say('export.side-wrong', sideLimits) : null}
        />
      </div>
      <Labelled name={say('export.metadata')}>
        <Select
          label={say('export.metadata')}
          value={metadata}
          onValueChange={(next) => change({ metadata: next })}
          options={exportMetadata.filter((value) => value !== 'keep' || !isConverted).map((value) => ({ value, name: say(`export.metadata.${value}`) }))}
        />
      </Labelled>
      <p className={styles.explained}>
        {say(metadata === choices.metadata ? `export.metadata.${metadata}-explained` : 'export.metadata.not-kept')}
        {metadata === 'strip' && !isConverted && ` ${say('export.metadata.strip-left-out')}`}
      </p>
      <FormActions onCancel={close} confirm={say(`export.confirm.${choices.into}`)} disabled={busy || !pattern.ok || qualityWrong || sideWrong}>
        <SegmentedControl
          label={say('export.into')}
          value={choices.into}
          onValueChange={(into) => change({ into })}
          options={(['folder', 'zip'] as const).map((value) => ({ value, name: say(`export.into.${value}`) }))}
        />
      </FormActions>
    </form>
  );
}

/** The first file names, which main computes. Null: not known yet. Keeps the previous names while a person types. */
function useNames({ names, format }: ExportChoices): readonly string[] | null {
  const [preview, setPreview] = useState<readonly string[] | null>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    let current = true;
    const ask = async (): Promise<void> => {
      const answer = await bridge.exportNames({ names, format });
      if (current && answer.ok && answer.value.length > 0) setPreview(answer.value);
    };
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : namesDelay);
    isFirst.current = false;
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [names, format]);
  return preview;
}

/** A whole number within bounds, or undefined. */
function wholeNumber(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}
