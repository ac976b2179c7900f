import { marksOf, type Marks } from '../../../shared/library/view.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { isWholeTrash, placeOf, type Place } from '../../../shared/search/place.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';
import { useGallery } from './gallery-store.ts';
import { today } from '../now.ts';

/** Read once for all cells that ask. Which day it is decides no place. */
let read: SearchQuery = parseSearch('', today());

function queryOf(search: string): SearchQuery {
  if (read.text !== search) read = parseSearch(search, today());
  return read;
}

/** Where the pictures on the sheet are: as main has it. */
export function useSheetPlace(): Place {
  return useGallery(({ view }) => placeOf(queryOf(view.search)));
}

/** Whether the sheet shows all that was thrown away. */
export function useInWholeTrash(): boolean {
  return useGallery(({ view }) => isWholeTrash(queryOf(view.search)));
}

/** The marks that a cell of the sheet shows: that a picture is in the trash is said where others are not. */
export function useShownMarks(packed: number): Marks {
  const place = useSheetPlace();
  const marks = marksOf(packed);
  return { ...marks, trashed: marks.trashed && place === 'anywhere' };
}
