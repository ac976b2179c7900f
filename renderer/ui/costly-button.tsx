import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { useCostlyPress } from './costly-press.ts';

interface CostlyButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'onKeyDown' | 'submits'> {
  readonly onPress: () => void;
  /** What is asked, if it can change while the button stays. */
  readonly question?: unknown;
}

/** A button that sends something that may cost money. Only a deliberate press counts. */
export function CostlyButton({ onPress, question, ...rest }: CostlyButtonProps) {
  return <Button {...rest} {...useCostlyPress(onPress, question)} />;
}
