import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import styles from './field.module.css';
import popup from '../popup.module.css';
import colours from '../sheets/colour.module.css';
import textStyles from '../sheets/text.module.css';

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
}

/** One of a few fixed values. Its name is for screen readers: put a visible label beside it. */
export function Select<Value extends string>({ label, value, onValueChange, options }: SelectProps<Value>) {
  const items = options.map((option) => ({ value: option.value, label: option.name }));
  return (
    <Base.Root items={items} value={value} onValueChange={(next) => next !== null && onValueChange(next)}>
      <Base.Trigger className={styles.select} aria-label={label}>
        <Base.Value className={textStyles.cut} />
        <Base.Icon className={colours.faint}>
          <ChevronDown size={14} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={popup.positioner} sideOffset={5} align="start" alignItemWithTrigger={false} collisionPadding={8}>
          <Base.Popup className={popup.popup}>
            {options.map((option) => (
              <Base.Item key={option.value} value={option.value} className={popup.item}>
                <Base.ItemText className={popup.itemText}>{option.name}</Base.ItemText>
                <span className={popup.indicator}>
                  <Base.ItemIndicator>
                    <Check size={14} />
                  </Base.ItemIndicator>
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
