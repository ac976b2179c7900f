import type { Asked } from './ask.ts';
import { Question } from './dialog.tsx';

interface ConfirmDialogProps extends Asked<true> {
  readonly title: string;
  readonly description: string;
  readonly confirm: string;
}

/** Asks before something that cannot be undone and costs nothing. */
export function ConfirmDialog({ answer, close: _close, ...question }: ConfirmDialogProps) {
  return <Question {...question} onConfirm={() => answer(true)} />;
}
