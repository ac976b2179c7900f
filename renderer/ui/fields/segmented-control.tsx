import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import type { ReactNode } from 'react';
import styles from './segmented-control.module.css';

interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly name: string; readonly icon?: ReactNode }[];
}

/** Two to five options, all visible, one of them chosen. */
export function SegmentedControl<Value extends string>({ label, value, onValueChange, options }: SegmentedControlProps<Value>) {
  return (
    <ToggleGroup<Value>
      aria-label={label}
      className={styles.group}
      value={[value]}
      onValueChange={([next]) => next !== undefined && onValueChange(next)}
    >
      {options.map((option) => (
        <Toggle key={option.value} value={option.value} className={styles.option}>
          {option.icon}
          {option.name}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
