import { Autocomplete } from '@base-ui/react/autocomplete';
import { Check, ChevronDown, Plus, X } from 'lucide-react';
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import type { Chord } from '../shortcuts/chords.ts';
import { isOneOf } from '../shortcuts/key-listener.ts';
import { classes } from '../classes.ts';
import styles from './combobox.module.css';
import textStyles from '../sheets/text.module.css';
import rowStyles from '../sheets/row.module.css';
import { completed, picked, removed, simplified, toggled, typed, valuesOf, type SeveralValues } from '../../../shared/request/several-values.ts';
import popup from '../popup.module.css';
import { series } from '../../../shared/words/in-a-row.ts';

/** They add the value that is typed, and go on with another. */
export const addKeys: readonly Chord[] = [{ key: ',' }];

interface SuggestionGroup {
  readonly label: string;
  readonly icon?: ReactNode | undefined;
  readonly items: readonly string[];
}

interface ComboboxProps {
  readonly label: string;
  readonly values: SeveralValues;
  readonly onValuesChange: (values: SeveralValues) => void;
  /** Suggestions only: any text is a value. */
  readonly suggestions: readonly string[];
  readonly placeholder?: string;
  readonly icon?: ReactNode;
  /** The same suggestions in groups, each with a label. */
  readonly groups?: readonly SuggestionGroup[];
  /** The id of the element that says what is wrong with the value, if anything is. */
  readonly complaint?: string | undefined;
  /** Whether the value cannot be used. */
  readonly blocks?: boolean | undefined;
}

/**
 * Free text with suggestions. The whole list is shown whatever is typed. A comma, or the plus sign of a suggestion, adds another value; then
 * each is a chip, and chips without room scroll sideways.
 */
export function Combobox({ label, values, onValuesChange, suggestions, groups, placeholder = '', icon, complaint, blocks = false }: ComboboxProps) {
  const say = useWords();
  const group = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const row = useRef<HTMLSpanElement>(null);
  // Another value moves the input to the right, out of sight if there are many.
  useLayoutEffect(() => {
    if (document.activeElement === input.current) row.current?.scrollTo(row.current.scrollWidth, 0);
  }, [values.chips.length]);
  /** The suggestion that the arrow keys have reached. */
  const reached = useRef<string | null>(null);
  const { chips, text } = values;
  const hint = chips.length === 0 ? placeholder : '';
  const all = valuesOf(values);
  const remove = (value: string): void => {
    onValuesChange(removed(values, value));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const [last] = chips.slice(-1);
    if (event.key === 'Backspace' && text === '' && last !== undefined) return onValuesChange({ chips: chips.slice(0, -1), text: '' });
    if (!isOneOf(addKeys, event)) return;
    event.preventDefault();
    onValuesChange(completed(reached.current === null ? values : { chips: all, text: reached.current }));
  };
  const shown = (groups ?? [{ label, items: suggestions }]).map((part) => ({ ...part, items: [...part.items] })).filter(({ items }) => items.length > 0);
  const item = (value: string) => (
    <Autocomplete.Item key={value} value={value} aria-selected={all.includes(value)} className={popup.item}>
      <span className={popup.itemText}>{value}</span>
      <Toggle chosen={all.includes(value)} onToggle={() => onValuesChange(toggled(values, value))} />
    </Autocomplete.Item>
  );
  return (
    <Autocomplete.Root
      items={shown}
      value={text}
      // Base UI empties the field at the second Escape. The next request would go out without the value.
      onValueChange={(value, { reason }) => reason !== 'escape-key' && onValuesChange(reason === 'item-press' ? picked(values, value) : typed(values, value))}
      onItemHighlighted={(highlighted, { reason }) => {
        reached.current = reason === 'keyboard' ? (highlighted ?? null) : null;
      }}
      mode="none"
      openOnInputClick
    >
      <Autocomplete.InputGroup ref={group} title={label} className={styles.group} data-complaint={complaint === undefined ? undefined : blocks ? 'blocks' : 'warns'} data-several={chips.length > 0 || undefined}>
        <span className={styles.icon}>{icon}</span>
        <span ref={row} className={styles.values} title={chips.length > 0 ? series(say, all) : undefined}>
          {chips.map((chip) => (
            <span key={chip} className={styles.chip}>
              <span className={textStyles.cut}>{chip}</span>
              <button
                type="button"
                className={styles.remove}
                aria-label={say('app.remove-value', { value: chip, field: label })}
                // When the input loses the focus, the chips scroll back, and the button would move before it is released.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => remove(chip)}
              >
                <X size={12} />
              </button>
            </span>
          ))}
          <span className={styles.sized} data-text={text || hint}>
            <Autocomplete.Input
              ref={input}
              className={styles.input}
              aria-label={label}
              aria-invalid={blocks || undefined}
              aria-describedby={complaint}
              aria-description={say('app.several-values', { count: all.length, values: series(say, all) })}
              placeholder={hint}
              spellCheck={false}
              size={1}
              onFocus={(event) => event.currentTarget.select()}
              onBlur={() => {
                row.current?.scrollTo(0, 0);
                if (chips.length > 0) onValuesChange(simplified(values));
              }}
              onKeyDown={onKeyDown}
            />
          </span>
        </span>
        <Autocomplete.Trigger className={styles.trigger} aria-label={say('app.suggestions-for', { field: label })} tabIndex={-1}>
          <ChevronDown size={13} />
        </Autocomplete.Trigger>
      </Autocomplete.InputGroup>
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={popup.positioner} anchor={() => group.current && belowForm(group.current)} sideOffset={5} align="start" collisionPadding={8}>
          <Autocomplete.Popup className={popup.popup}>
            <Autocomplete.List aria-multiselectable>
              {shown.map(({ label: name, icon: sign, items }) => (
                <Autocomplete.Group key={name} items={items}>
                  <Autocomplete.GroupLabel className={classes(popup.groupLabel, rowStyles.row)}>
                    {sign}
                    {name}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>{item}</Autocomplete.Collection>
                </Autocomplete.Group>
              ))}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}

/** Adds a suggestion to the values, for the pointer. With keys, a comma does the same. */
function Toggle({ chosen, onToggle }: { readonly chosen: boolean; readonly onToggle: () => void }) {
  const say = useWords();
  return (
    <span
      aria-hidden
      className={styles.toggle}
      title={say(chosen ? 'app.leave-out-value' : 'app.add-value')}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      {chosen ? <Check size={14} /> : <Plus size={14} />}
    </span>
  );
}

/** Below the whole form, so that the list does not cover what the form says about the value. */
function belowForm(group: HTMLElement) {
  const form = group.closest('form') ?? group;
  const getBoundingClientRect = (): DOMRect => {
    const { x, y, width } = group.getBoundingClientRect();
    return new DOMRect(x, y, width, form.getBoundingClientRect().bottom - y);
  };
  return { contextElement: form, getBoundingClientRect };
}
