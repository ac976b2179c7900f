import { useState, type FormEvent } from 'react';
import type { AppError } from '../../../../shared/errors.ts';
import { longestPresetName } from '../../../../shared/input-limits.ts';
import { namePreset, savePresetAs, usePresets } from '../../../stores/compose/presets.ts';
import { Button } from '../../../ui/button.tsx';
import form from '../../../ui/dialogs/dialog-form.module.css';
import { Dialog, useLast } from '../../../ui/dialogs/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { errorWords, useWords } from '../../../words/words.ts';

const close = (): void => namePreset(null);

/** Asks for the name of a preset. The app mounts it once. */
export function PresetDialog() {
  const say = useWords();
  const naming = usePresets((state) => state.naming);
  const shown = useLast(naming);
  if (!shown) return null;
  const which = shown === 'choices' ? 'save' : 'rename';
  return (
    <Dialog open={naming !== null} onClose={close} title={say(`presets.${which}.title`)} description={say(`presets.${which}.explained`)}>
      <NameForm naming={shown} />
    </Dialog>
  );
}

/** A component of its own, so that closing the dialog discards what was typed. */
function NameForm({ naming }: { readonly naming: Exclude<ReturnType<typeof usePresets.getState>['naming'], null> }) {
  const say = useWords();
  const [name, setName] = useState(naming === 'choices' ? '' : naming.name);
  const [error, setError] = useState<AppError | null>(null);
  const written = name.trim();
  const replaces = usePresets(({ presets }) => naming === 'choices' && presets.some((preset) => preset.name === written));
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const outcome = await savePresetAs(naming, written);
    if (typeof outcome === 'object') setError(outcome);
    else close();
  };
  const change = (text: string): void => {
    setName(text);
    setError(null);
  };
  return (
    <form className={form.form} onSubmit={(event) => void save(event)}>
      <TextField
        label={say('presets.name')}
        value={name}
        onValueChange={change}
        error={error && errorWords(say, error)}
        hint={replaces ? say('presets.replaces') : undefined}
        maxLength={longestPresetName}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={form.actions}>
        <Button size="large" onClick={close}>
          {say('app.cancel')}
        </Button>
        <Button size="large" variant="solid" submits disabled={written === ''}>
          {say(naming === 'choices' ? 'presets.save.confirm' : 'presets.rename.confirm')}
        </Button>
      </div>
    </form>
  );
}
