import { beforeEach, expect, it, vi } from 'vitest';
import { inItsOrder, newestFirst, type Arrangement } from '../../../../../shared/library/arrangement.ts';

vi.mock('../../../../../renderer/stores/windows/remember-view.ts', () => ({ viewMemory: () => ({ arrangements: [] }), remember: () => undefined }));

vi.mock('../../../../../renderer/stores/library/saved-searches.ts', () => ({ useSavedSearches: { getState: () => ({ saved: [] }) } }));

const { arrangementFor, chosenArrangement, keepArrangement, moveArrangements, useArrangements } = await import('../../../../../renderer/stores/gallery/arrangements.ts');

const byRating: Arrangement = { ...newestFirst, by: 'rating' };

beforeEach(() => useArrangements.setState({ arrangements: [] }));

it('searches share the arrangement of the library or of their album, and the trash, favourites and every album have their own', () => {
  keepArrangement('', byRating);
  expect([chosenArrangement('fox'), chosenArrangement('rating:5 ')]).toEqual([byRating, byRating]);
  expect([chosenArrangement('in:trash'), chosenArrangement('is:favourite')]).toEqual([newestFirst, newestFirst]);
  expect([chosenArrangement('album:"Best of May"'), chosenArrangement('album:none')]).toEqual([inItsOrder, byRating]);
  keepArrangement('album:"Best of May"', newestFirst);
  expect([chosenArrangement('album:"Best of May" '), chosenArrangement('album:"Best of June"'), chosenArrangement('album:"Best of May" fox')]).toEqual([newestFirst, inItsOrder, newestFirst]);
  expect([chosenArrangement('rating:5 album:"Best of June"'), chosenArrangement('-album:"Best of June"'), chosenArrangement('fox OR album:June')]).toEqual([inItsOrder, byRating, byRating]);
});

it('stays with a place whose search gets another text', () => {
  keepArrangement('album:"Sea"', byRating);
  moveArrangements([{ from: 'album:"Sea"', to: 'album:"Ocean"' }]);
  expect([chosenArrangement('album:"Ocean"'), chosenArrangement('album:"Sea"')]).toEqual([byRating, inItsOrder]);
});

it('forgets what is as usual', () => {
  keepArrangement('in:trash', byRating);
  keepArrangement('in:trash', newestFirst);
  expect(useArrangements.getState().arrangements).toEqual([]);
});

it('sorts by relevance only while there are words, and keeps the stacks', () => {
  const relevant: Arrangement = { ...newestFirst, by: 'relevance', stack: 'prompt' };
  keepArrangement('fox', relevant);
  expect(arrangementFor('fox')).toEqual(relevant);
  expect(arrangementFor('rating:5 ')).toEqual({ ...newestFirst, stack: 'prompt' });
});
