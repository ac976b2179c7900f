import { Autocomplete } from '@base-ui/react/autocomplete';
import { ChevronDown } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import styles from './combobox.module.css';
import popup from '../popup.module.css';

interface ComboboxProps {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Suggestions only: any text is a value. */
  readonly suggestions: readonly string[];
  readonly placeholder?: string;
  readonly icon?: ReactNode;
  /** The id of the element that says what is wrong with the value, if anything is. */
  readonly complaint?: string | undefined;
  /** Whether the value cannot be used. */
  readonly blocks?: boolean | undefined;
}

/** Free text with suggestions, as wide as its text. The whole list is shown whatever is typed. */
export function Combobox({ label, value, onValueChange, suggestions, placeholder = '', icon, complaint, blocks = false }: ComboboxProps) {
  const say = useWords();
  const group = useRef<HTMLDivElement>(null);
  return (
    <Autocomplete.Root items={[...suggestions]} value={value} onValueChange={onValueChange} mode="none" openOnInputClick>
      <Autocomplete.InputGroup ref={group} className={styles.group} data-complaint={complaint === undefined ? undefined : blocks ? 'blocks' : 'warns'}>
        <span className={styles.icon}>{icon}</span>
        <span className={styles.sized} data-text={value || placeholder}>
          <Autocomplete.Input
            className={styles.input}
            aria-label={label}
            aria-invalid={blocks || undefined}
            aria-describedby={complaint}
            placeholder={placeholder}
            spellCheck={false}
            size={1}
            onFocus={(event) => event.currentTarget.select()}
          />
        </span>
        <Autocomplete.Trigger className={styles.trigger} aria-label={say('app.suggestions-for', { field: label })} tabIndex={-1}>
          <ChevronDown size={13} />
        </Autocomplete.Trigger>
      </Autocomplete.InputGroup>
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={popup.positioner} anchor={() => group.current && belowForm(group.current)} sideOffset={5} align="start" collisionPadding={8}>
          <Autocomplete.Popup className={popup.popup}>
            <div className={popup.groupLabel}>{label}</div>
            <Autocomplete.List>
              {(item: string) => (
                <Autocomplete.Item key={item} value={item} className={popup.item}>
                  {item}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
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
