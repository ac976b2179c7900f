import type { ComponentProps, ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import { Button } from '../button.tsx';
import formStyles from '../sheets/form.module.css';
import rowStyles from '../sheets/row.module.css';

interface FormActionsProps extends Pick<ComponentProps<typeof Button>, 'disabled' | 'aria-disabled'> {
  readonly onCancel: () => void;
  /** The label of the button that submits the form. */
  readonly confirm: string;
  /** What else the form offers, at the start of the line. */
  readonly children?: ReactNode;
}

/** The last line of a form in a dialog. It stays in sight while the form scrolls. */
export function FormActions({ onCancel, confirm, children, ...submit }: FormActionsProps) {
  const say = useWords();
  return (
    <footer className={formStyles.footer}>
      {children}
      <span className={rowStyles.space} />
      <Button size="large" onClick={onCancel}>
        {say('app.cancel')}
      </Button>
      <Button {...submit} size="large" variant="solid" submits>
        {confirm}
      </Button>
    </footer>
  );
}
