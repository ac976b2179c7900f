import { create } from 'zustand';
import { dayKey, dayOfKey, noGroup, type Groups, type Range } from '../../../shared/library/view.ts';
import type { Words } from '../../../shared/words/index.ts';
import { bridge } from '../../bridge.ts';
import { lastAtMost } from '../../ui/scrolling/binary-search.ts';
import type { Formats } from '../../../shared/words/format.ts';
import { useGallery, type PictureView } from './gallery-store.ts';

/** The groups of a view, as far as they are known. Null: it has none. */
export const groupsOf = ({ facts, firstGroups }: PictureView): Groups | null => facts?.groups ?? firstGroups;

/** Number of the group of a position. */
export const groupAt = ({ starts }: Groups, position: number): number => lastAtMost(starts, position);

/** Positions of the pictures of a group. */
export function rangeOfGroup(view: PictureView, { starts }: Groups, number: number): Range {
  return [starts[number] ?? view.length, starts[number + 1] ?? view.length];
}

/** The first picture of the next group, or of the previous one. From within a group, the previous one is the beginning of the same group. */
export function groupBeside(groups: Groups, position: number, step: 1 | -1): number | null {
  const number = groupAt(groups, position);
  const start = groups.starts[number] ?? 0;
  if (step === -1 && position > start) return start;
  return groups.starts[number + step] ?? null;
}

interface GroupLabels {
  /** The view that the labels are of. */
  readonly token: number;
  /** By the keys of groups. Null: its pictures have no prompt, model or batch. */
  readonly labels: ReadonlyMap<number, string | null>;
}

const nothing: ReadonlyMap<number, string | null> = new Map();

export const useGroupLabels = create<GroupLabels>(() => ({ token: 0, labels: nothing }));

/** Keys of labels that were requested. */
let requested = new Set<number>();

/** Reads all labels again, because names of batches may have changed. */
export function forgetLabels(token = 0): void {
  requested = new Set();
  useGroupLabels.setState({ token, labels: nothing });
}

/** The most labels that are requested at once. */
const mostLabels = 500;

/** Requests the labels of these groups that are not known. */
export async function wantLabels(numbers: readonly number[]): Promise<void> {
  const { view } = useGallery.getState();
  const groups = groupsOf(view);
  if (!groups || groups.by === 'day') return;
  if (useGroupLabels.getState().token !== view.token) forgetLabels(view.token);
  const wanted = numbers.filter((number) => !requested.has(groups.keys[number] ?? noGroup)).slice(0, mostLabels);
  if (wanted.length === 0) return;
  const keys = wanted.map((number) => groups.keys[number] ?? noGroup);
  const asked = requested;
  for (const key of keys) asked.add(key);
  const { token, revision } = view;
  const answer = await bridge.libraryGroupLabels({ token, revision, groups: wanted });
  if (asked !== requested) return;
  if (!answer.ok || answer.value === null) {
    // The next drawing of the headers asks again.
    for (const key of keys) asked.delete(key);
    return;
  }
  const found = answer.value;
  useGroupLabels.setState(({ labels }) => ({ token, labels: new Map([...labels, ...keys.map((key, at) => [key, found[at] ?? null] as const)]) }));
}

/** The label of a group. Empty: it is not known yet. `today`: the key of today, or null for a label that does not depend on it. */
export function labelOfGroup({ by, keys }: Groups, number: number, say: Words, format: Formats, today: number | null): string {
  const key = keys[number] ?? noGroup;
  if (by === 'day') {
    if (key === today) return say('arrange.today');
    if (today !== null && key === dayBefore(today)) return say('arrange.yesterday');
    return format.weekday(dayOfKey(key).getTime());
  }
  const label = key === noGroup ? null : useGroupLabels.getState().labels.get(key);
  return label === undefined ? '' : (label ?? say(`arrange.no-group.${by}`));
}

function dayBefore(key: number): number {
  const day = dayOfKey(key);
  day.setDate(day.getDate() - 1);
  return dayKey(day.getFullYear(), day.getMonth(), day.getDate());
}

/** How many pictures a group has, with those in closed stacks. */
export function picturesInGroup(view: PictureView, groups: Groups, number: number): number {
  const [first, end] = rangeOfGroup(view, groups, number);
  return groups.pictures?.[number] ?? end - first;
}
