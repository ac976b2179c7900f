import { oneWay, type Arrangement, type PictureGroup, type PictureSort, type PictureStack } from '../../../shared/library/arrangement.ts';
import { arrangementFor, chosenArrangement, keepArrangement, useArrangements } from './arrangements.ts';
import { forgetPlace } from './gallery-scroll.ts';
import { rowAt } from '../windowed/blocks.ts';
import { selectIndex, useSelection } from '../selection/selection-store.ts';
import { entryAt, useGallery } from './gallery-store.ts';
import { followArrangement, followNow, useLibrarySearch } from './library-view.ts';
import { openStacks, switchAllStacks, switchStack } from './open-stacks.ts';

/** The arrangement of the current search. */
export function useArrangement(): Arrangement {
  const search = useLibrarySearch((state) => state.search);
  return arrangementFor(search, useArrangements((state) => chosenArrangement(search, state)));
}

/** Sorts by this, with the newest, best, largest or most expensive first. Makes a new random order each time. */
export function sortBy(by: PictureSort): void {
  change({ by, descending: true, seed: by === 'random' ? Math.floor(Math.random() * 0x100000000) : 0 });
}

export function setDescending(descending: boolean): void {
  change({ descending });
}

/** Reverses the order. */
export function reverseOrder(): void {
  const { by, descending } = arrangementFor(useLibrarySearch.getState().search);
  if (!oneWay.includes(by)) change({ descending: !descending });
}

/** Stacks pictures that have this in common. Null: shows every picture. The visible pictures stay in sight. */
export function stackBy(stack: PictureStack | null): void {
  keep({ stack });
}

/** Shows pictures that have this in common under a header. Null: no headers. The visible pictures stay in sight. */
export function groupBy(group: PictureGroup | null): void {
  keep({ group });
}

/** The position of the top of the stack that a position is in, or the position itself. */
function topOf(position: number): number {
  const { blocks } = useGallery.getState().view;
  let top = position;
  while (top > 0 && rowAt(blocks, top)?.stack?.count === 0) top -= 1;
  return top;
}

/** Opens or closes the stack at a position. Closing it selects its top. */
export function toggleStack(position: number): void {
  const { blocks } = useGallery.getState().view;
  const picture = rowAt(blocks, position);
  if (!picture?.stack) return;
  const top = topOf(position);
  if (picture.stack.isOpen && top !== position) selectIndex(top);
  const shown = [rowAt(blocks, top) ?? picture];
  for (let next = rowAt(blocks, top + 1); next?.stack?.count === 0; next = rowAt(blocks, top + shown.length)) shown.push(next);
  switchStack(shown.map(({ imageId }) => imageId));
  void followNow();
}

/** What the command does with the stack of the selected picture. Null: it is in none. */
export function stackStep(): 'open' | 'close' | null {
  const entry = entryAt(useGallery.getState(), useSelection.getState().index);
  return entry?.kind !== 'image' || entry.stack === null ? null : entry.stack.isOpen ? 'close' : 'open';
}

/** Opens all stacks, or closes all if they are open. */
export function toggleAllStacks(): void {
  if (useGallery.getState().view.arrangement.stack === null) return;
  const top = topOf(useSelection.getState().index);
  if (openStacks().all && top >= 0) selectIndex(top);
  switchAllStacks(!openStacks().all);
  void followNow();
}

/** Scrolls to the top, because a person sorts to see what comes first. */
function change(changed: Partial<Arrangement>): void {
  forgetPlace();
  keep(changed);
}

function keep(changed: Partial<Arrangement>): void {
  const { search } = useLibrarySearch.getState();
  keepArrangement(search, { ...chosenArrangement(search), ...changed });
  followArrangement();
}
