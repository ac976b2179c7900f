import { create } from 'zustand';
import { undoPrompt, useCompose } from '../compose/compose-store.ts';
import { openList } from './list-dialog-store.ts';

interface Offer {
  readonly text: string;
  /** Prompts in it. */
  readonly count: number;
  /** What the prompt field held after the text was pasted. Once it changes, the offer is gone. */
  readonly prompt: string;
}

/** What was pasted as a prompt and may be meant as a list. */
export const useListOffer = create<{ readonly offer: Offer | null }>(() => ({ offer: null }));

let latest = 0;

/** Text was pasted into the prompt field. If it has several lines, it may be a list. It is offered without a dialog, because the text may also be one prompt. */
export async function offerList(text: string): Promise<void> {
  const paste = (latest += 1);
  useListOffer.setState({ offer: null });
  if (!/\S[\r\n]+\s*\S/.test(text)) return;
  // Loaded here, so that the first screen does not load the code that reads lists.
  const { readList } = await import('./read-list.ts');
  // After this wait, the field has the pasted text.
  await new Promise((resolve) => setTimeout(resolve));
  const { prompt } = useCompose.getState();
  const read = await readList(text, { format: null, encoding: null }, new AbortController().signal);
  if (paste !== latest || read === null || typeof read === 'string' || read.rows.length < 2 || useCompose.getState().prompt !== prompt) return;
  useListOffer.setState({ offer: { text, count: read.rows.length, prompt } });
}

/** Opens the pasted text as a list, and takes it out of the prompt field. */
export function acceptOffer(): void {
  const { offer } = useListOffer.getState();
  if (!offer) return;
  useListOffer.setState({ offer: null });
  undoPrompt();
  openList(offer.text);
}

export function declineOffer(): void {
  useListOffer.setState({ offer: null });
}

useCompose.subscribe(({ prompt }) => {
  const { offer } = useListOffer.getState();
  if (offer && prompt !== offer.prompt) declineOffer();
});
