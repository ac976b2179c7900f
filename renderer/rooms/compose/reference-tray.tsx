import { ImagePlus, X } from 'lucide-react';
import { useCommands } from '../../commands/use-commands.ts';
import { isKeyOf, keysOf } from '../../commands/registry.ts';
import { useRef, type KeyboardEvent } from 'react';
import type { Reference } from '../../../shared/task.ts';
import { ReferencePicture, referenceInWords, referenceName } from '../../parts/facts/reference-picture.tsx';
import { chooseReferences, keyOf, removeReference, takeAddress, useReferences } from '../../stores/compose/compose-references.ts';
import { focusPrompt } from '../../stores/compose/compose-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useWords } from '../../words/words.ts';
import colours from '../../ui/sheets/colour.module.css';
import styles from './reference-tray.module.css';
import { useAccount, useChoices } from './choices/use-choices.ts';

/** The pictures that the request refers to. Not there unless the account has a field for them. */
export function ReferenceTray() {
  const say = useWords();
  const tray = useRef<HTMLDivElement>(null);
  const field = useAccount()?.options.references ?? null;
  const { references = [] } = useChoices();
  const copying = useReferences((state) => state.copying > 0);
  useCommands('compose', { 'add-reference': field !== null && (() => (field.form === 'address' ? tray.current?.querySelector('input')?.focus() : void chooseReferences())) });
  if (!field) return null;
  /** The focus stays in the tray, on the button that took the place of this one. */
  const remove = (reference: Reference, at: number): void => {
    removeReference(reference);
    requestAnimationFrame(() => {
      const buttons = [...(tray.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
      (buttons[at] ?? buttons.at(-1) ?? tray.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
    });
  };
  return (
    <div ref={tray} className={styles.tray} role="group" aria-label={say('references.tray')}>
      {references.length > 0 && (
        <ul className={styles.pictures}>
          {references.map((reference, at) => (
            <li key={keyOf(reference)} className={styles.picture}>
              <ReferencePicture reference={reference} />
              {reference.kind === 'address' && <span className={styles.name}>{referenceName(say, reference)}</span>}
              <IconButton data-remove label={say('references.remove', referenceInWords(say, reference))} className={styles.remove} onClick={() => remove(reference, at)}>
                <X size={11} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {copying && (
        <span role="status">
          {say('references.copying')}
        </span>
      )}
      {field.form === 'address' ? (
        <AddressField />
      ) : (
        <>
          <Button data-add variant="quiet" size="small" icon={<ImagePlus size={14} />} keys={keysOf('add-reference', 'compose')} onClick={() => void chooseReferences()}>
            {say('references.add')}
          </Button>
          {references.length === 0 && !copying && <span className={styles.hint}>{say('references.none')}</span>}
        </>
      )}
    </div>
  );
}

function AddressField() {
  const say = useWords();
  const text = useReferences(({ typed }) => typed);
  const fault = useReferences((state) => state.fault);
  const add = (): void => {
    if (text.trim() === '') focusPrompt();
    else takeAddress();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    // The request is not sent without the address that was just typed.
    if (isKeyOf('submit', 'compose', event)) return void (takeAddress() || event.preventDefault());
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div className={styles.address}>
      <input
        data-add
        type="text"
        inputMode="url"
        className={styles.field}
        value={text}
        maxLength={8192}
        spellCheck={false}
        aria-label={say('references.address')}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault !== null ? 'reference-fault' : undefined}
        placeholder={say('references.address-hint')}
        onChange={({ currentTarget: { value } }) => useReferences.setState({ typed: value, fault: null })}
        onBlur={takeAddress}
        onKeyDown={onKeyDown}
      />
      <Button size="small" onClick={add} aria-disabled={text.trim() === ''}>
        {say('references.add-address')}
      </Button>
      {fault && (
        <span id="reference-fault" role="alert" className={colours.bad}>
          {say(`references.address-${fault}`)}
        </span>
      )}
    </div>
  );
}
