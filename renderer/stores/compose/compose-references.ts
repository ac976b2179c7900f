import { create } from 'zustand';
import type { Account, ReferenceField } from '../../../shared/account.ts';
import { addressFault, hasReferences, referenceLimits, type AddressFault } from '../../../shared/request/reference-checks.ts';
import type { Result } from '../../../shared/result.ts';
import type { SelectionTarget } from '../../../shared/library/view.ts';
import type { WordKey } from '../../../shared/words/index.ts';
import type { GenerationRequest, PictureReference, Reference } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { notify, notifyError } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { appFacts, selectedAccount } from '../app-store.ts';
import { targetInput } from '../selection/mark-target.ts';
import { didAct, type Outcome } from '../undo.ts';
import { composeChoices, setChoices } from './compose-store.ts';

export interface ReferencesStore {
  /** How many calls copy pictures now. */
  readonly copying: number;
  /** Counts the calls that copied pictures. After each, a missing picture may be there again. */
  readonly copied: number;
  /** The address that stands in its field. Kept here, because the field is unmounted while another page is shown. */
  readonly typed: string;
  /** Why it cannot be added. */
  readonly fault: AddressFault | null;
}

export const useReferences = create<ReferencesStore>(() => ({ copying: 0, copied: 0, typed: '', fault: null }));

/** Whether the request lacks a picture that the person is adding, and would be paid for without it. */
export const lacksReferences = ({ copying, fault }: ReferencesStore): boolean => copying > 0 || (fault !== null && fieldNow()?.field.form === 'address');

/** The field of the selected account for reference pictures. */
const fieldNow = (): { readonly account: Account; readonly field: ReferenceField } | null => {
  const account = selectedAccount(appFacts());
  const field = account?.options.references;
  return account && field ? { account, field } : null;
};

/** Whether the selected account takes pictures themselves. */
export const takesPictures = (): boolean => selectedAccount(appFacts())?.options.references?.form === 'data-url';

export const keyOf = (reference: Reference): string => (reference.kind === 'address' ? reference.url : reference.sha256);

function setReferences(references: readonly Reference[]): void {
  const { references: _before, ...choices } = composeChoices();
  setChoices({ ...choices, ...(references.length > 0 && { references }) });
}

/** Adds references to the request in the compose bar, each once. A field for one picture gets the last, and what that replaces can be brought back. Returns whether a message says so. */
function addReferences(added: readonly Reference[]): boolean {
  const now = fieldNow();
  const [last] = added.slice(-1);
  if (!now || !last) return false;
  const known = composeChoices().references ?? [];
  const all = [...new Map([...(now.field.several ? known : []), ...added].map((reference) => [keyOf(reference), reference])).values()];
  if (all.length > referenceLimits.count) notify(currentWords()('references.fault.too-many', { most: referenceLimits.count }));
  if (now.field.several) {
    setReferences(all.slice(0, referenceLimits.count));
    return false;
  }
  const isReplaced = known.some((reference) => keyOf(reference) !== keyOf(last));
  if (isReplaced) replaceReferences(known, last);
  else setReferences([last]);
  if (added.length > 1) notify(currentWords()('references.takes-one', { account: now.account.name, count: added.length }));
  return isReplaced;
}

/** Changes the references so that it can be undone. `swap` makes of the references at that moment those with or without the change; null: it no longer can. */
function changeReferences({ words, name }: { readonly words: WordKey; readonly name: WordKey }, swap: (isDone: boolean, now: readonly Reference[]) => readonly Reference[] | null): void {
  const say = currentWords();
  const { selectedAccountId } = appFacts();
  const put = (isDone: boolean): Outcome => {
    // Meanwhile, the compose bar shows another account's request.
    if (appFacts().selectedAccountId !== selectedAccountId) return 'nothing';
    const next = swap(isDone, composeChoices().references ?? []);
    if (next === null) return 'changed';
    setReferences(next);
    return 'done';
  };
  put(true);
  didAct({ words: say(words), name: say(name), undo: () => Promise.resolve(put(false)), redo: () => Promise.resolve(put(true)) });
}

/** Puts a reference into the only place of a field. It can be undone, unless another one is there by then. */
function replaceReferences(before: readonly Reference[], last: Reference): void {
  const same = (one: readonly Reference[], other: readonly Reference[]): boolean => one.map(keyOf).join('\n') === other.map(keyOf).join('\n');
  changeReferences({ words: 'references.replaced', name: 'references.replacing' }, (isDone, now) => {
    const [from, to] = isDone ? [before, [last]] : [[last], before];
    return same(now, from) ? to : null;
  });
}

/** Takes one away. It can be undone, which leaves the others as they are by then. */
export function removeReference(removed: Reference): void {
  const place = (composeChoices().references ?? []).findIndex((reference) => keyOf(reference) === keyOf(removed));
  changeReferences({ words: 'references.removed', name: 'references.removing' }, (isDone, now) => {
    const others = now.filter((reference) => keyOf(reference) !== keyOf(removed));
    if (isDone) return others;
    // There may be no room for it any more.
    return others.length >= (fieldNow()?.field.several === true ? referenceLimits.count : 1) ? null : others.toSpliced(place, 0, removed);
  });
}

/** Adds the address that stands in its field. Returns whether nothing is left in the field. */
export function takeAddress(): boolean {
  const { typed } = useReferences.getState();
  const fault = typed.trim() === '' ? null : addAddress(typed);
  useReferences.setState({ typed: fault === null ? '' : typed, fault });
  return fault === null;
}

/** Adds an address that was typed or dropped. Returns why it was not added, or null. */
export function addAddress(text: string): AddressFault | null {
  const url = text.trim();
  const fault = addressFault(url);
  if (fault === null) addReferences([{ kind: 'address', url }]);
  return fault;
}

/** Shows why the selected account takes no references of this kind. */
export function refuse(kind: Reference['kind'], account: Account): void {
  notify(currentWords()(kind === 'file' ? 'references.takes-addresses' : 'references.takes-pictures', { account: account.name }));
}

/** Has main copy pictures, and adds the copies, unless the account was changed meanwhile. Shows errors. */
async function addCopies(copy: () => Promise<Result<readonly PictureReference[]>>, told: boolean): Promise<void> {
  const now = fieldNow();
  if (!now) return;
  if (now.field.form === 'address') return refuse('file', now.account);
  useReferences.setState(({ copying }) => ({ copying: copying + 1 }));
  const answer = await copy();
  useReferences.setState(({ copying, copied }) => ({ copying: copying - 1, copied: copied + 1 }));
  if (!answer.ok) return notifyError(answer.error);
  if (fieldNow()?.account.id !== now.account.id) {
    if (answer.value.length > 0) notify(currentWords()('references.account-changed', { count: answer.value.length }));
    return;
  }
  if (!addReferences(answer.value) && told) notify(currentWords()('references.used', { count: now.field.several ? answer.value.length : 1 }));
}

/** Adds files that were dropped or pasted. */
export function addFiles(files: readonly File[]): Promise<void> {
  return addCopies(async () => {
    if (files.length > referenceLimits.count) return { ok: false, error: { code: 'too-many-references' } };
    const large = files.find(({ size }) => size > referenceLimits.bytes);
    if (large) return { ok: false, error: { code: 'reference-too-large', detail: large.name } };
    try {
      const pictures = await Promise.all(files.map(async (file) => ({ name: file.name.slice(0, referenceLimits.name), bytes: new Uint8Array(await file.arrayBuffer()) })));
      return await bridge.referencesKeep({ pictures });
    } catch {
      // A folder, or a file that is gone.
      return { ok: false, error: { code: 'file-unreadable' } };
    }
  }, false);
}

/** Asks for files and adds them. */
export const chooseReferences = (): Promise<void> => addCopies(() => bridge.referencesChoose(), false);

/** Adds pictures of the library. */
export const referToPictures = (target: SelectionTarget): Promise<void> => addCopies(() => bridge.referencesFromPictures({ target: targetInput(target) }), true);

/** Says that references of a request that is used again are left out, because the selected account has no field for them. */
export function tellLeftOut(request: Pick<GenerationRequest, 'references'>): void {
  const account = selectedAccount(appFacts());
  if (account && account.options.references === null && hasReferences(request)) notify(currentWords()('references.left-out', { account: account.name }));
}
