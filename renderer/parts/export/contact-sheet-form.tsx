import { useState, type FormEvent } from 'react';
import { mostOnSheet, sheetCaptions, sheetKinds, sheetLimits, sheetOrientations, sheetPapers, type SheetCaption, type SheetChoices } from '../../../shared/export/contact-sheet-choices.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { FormActions } from '../../ui/dialogs/form-actions.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.ts';
import colours from '../../ui/sheets/colour.module.css';
import styles from './export-dialog.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import { Labelled } from './labelled.tsx';

const columnChoices = Array.from({ length: sheetLimits.columns }, (_, index) => String(index + 1));

/** Asks what a contact sheet looks like, and where to save it. It begins with the last choices. */
export function ContactSheetForm({ pictures, close }: { readonly pictures: number; readonly close: () => void }) {
  const say = useWords();
  const last = useApp((facts) => facts.settings.contactSheets);
  const [choices, setChoices] = useState<SheetChoices>(last);
  const [title, setTitle] = useState(() => say('sheet.title-usual'));
  const [busy, setBusy] = useState(false);
  const most = mostOnSheet(choices.columns);
  const tooMany = pictures > most;
  const change = (changed: Partial<SheetChoices>): void => setChoices({ ...choices, ...changed });
  const toggle = (caption: SheetCaption): void =>
    change({ captions: sheetCaptions.filter((each) => (each === caption) !== choices.captions.includes(each)) });

  const begin = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || tooMany) return;
    const contactSheets = { ...choices, captions: [...choices.captions] };
    setBusy(true);
    await notifyIfFailed(bridge.settingsUpdate({ contactSheets }));
    const answer = await notifyIfFailed(bridge.exportContactSheet({ title: title.trim() || say('sheet.title-usual'), choices: contactSheets }));
    setBusy(false);
    if (answer.ok && answer.value.begun) close();
  };

  return (
    <form className={styles.form} onSubmit={(event) => void begin(event)}>
      <TextField label={say('sheet.title')} value={title} onValueChange={setTitle} maxLength={sheetLimits.title} placeholder={say('sheet.title-usual')} />
      <div className={styles.row}>
        <Labelled name={say('sheet.columns')}>
          <Select label={say('sheet.columns')} value={String(choices.columns)} onValueChange={(columns) => change({ columns: Number(columns) })} options={columnChoices.map((value) => ({ value, name: value }))} />
        </Labelled>
        <Labelled name={say('sheet.paper')}>
          <Select label={say('sheet.paper')} value={choices.paper} onValueChange={(paper) => change({ paper })} options={sheetPapers.map((value) => ({ value, name: say(`sheet.paper.${value}`) }))} />
        </Labelled>
        <Labelled name={say('sheet.orientation')}>
          <Select
            label={say('sheet.orientation')}
            value={choices.orientation}
            onValueChange={(orientation) => change({ orientation })}
            options={sheetOrientations.map((value) => ({ value, name: say(`sheet.orientation.${value}`) }))}
          />
        </Labelled>
      </div>
      <fieldset className={styles.captions}>
        <legend className={textStyles.label}>{say('sheet.captions')}</legend>
        {sheetCaptions.map((caption) => (
          <Checkbox key={caption} checked={choices.captions.includes(caption)} onCheckedChange={() => toggle(caption)}>
            {say(`sheet.caption.${caption}`)}
          </Checkbox>
        ))}
      </fieldset>
      <p className={tooMany ? colours.bad : textStyles.hint} role="status">
        {tooMany ? say('sheet.too-many-columns', { columns: choices.columns, most }) : say(`sheet.kind.${choices.kind}-explained`)}
      </p>
      <FormActions onCancel={close} confirm={say('sheet.confirm')} disabled={busy || tooMany}>
        <SegmentedControl label={say('sheet.kind')} value={choices.kind} onValueChange={(kind) => change({ kind })} options={sheetKinds.map((value) => ({ value, name: say(`sheet.kind.${value}`) }))} />
      </FormActions>
    </form>
  );
}
