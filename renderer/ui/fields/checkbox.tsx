import type { ReactNode } from 'react';
import formStyles from '../sheets/form.module.css';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  /** Its label. */
  readonly children: ReactNode;
}

export function Checkbox({ checked, onCheckedChange, children }: CheckboxProps) {
  return (
    <label className={formStyles.check}>
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onCheckedChange(currentTarget.checked)} />
      <span>{children}</span>
    </label>
  );
}
