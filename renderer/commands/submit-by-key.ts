import type { KeyboardEvent } from 'react';
import { isKeyOf } from './registry.ts';

/** Submits the form of a text area by the key that submits in the compose bar, because Enter alone begins a new line. */
export function submitByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!isKeyOf('submit', 'compose', event)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
