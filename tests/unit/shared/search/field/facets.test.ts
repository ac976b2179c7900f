import { describe, expect, test } from 'vitest';
import { albumSearch, type Album } from '../../../../../shared/library/albums.ts';
import { chipsOf } from '../../../../../shared/search/field/chips.ts';
import { nameAsValue, shownFilter, withFacet, withValues, writtenValues, type Facet } from '../../../../../shared/search/field/facets.ts';
import { matchesName } from '../../../../../shared/search/text/match-name.ts';
import type { FilterKey } from '../../../../../shared/search/query.ts';
import { search } from '../samples.ts';

const today = { year: 2026, month: 11, day: 21 };
const flag: Facet = { keys: ['flag'] };
const favourite: Facet = { keys: ['is'], only: 'favourite' };
const date: Facet = { keys: ['on', 'after', 'before'] };

function shown(text: string, facet: Facet): string | null {
  const filter = shownFilter(search(text), facet);
  return filter && `${filter.key}:${writtenValues(filter).join(',')}`;
}

describe('a menu of filters', () => {
  test.each<[string, Facet, string | null]>([
    ['fox', flag, null],
    ['fox flag:pick', flag, 'flag:picked'],
    ['flag:picked,none fox', flag, 'flag:picked,none'],
    ['-flag:picked', flag, null],
    ['flag:picked OR fox', flag, null],
    ['flag:picked flag:none', flag, null],
    ['is:rated is:favourite', favourite, 'is:favourite'],
    ['is:rated,favourite', favourite, null],
    ['after:7d', date, 'after:7d'],
    ['after:2025 before:2026', date, null],
    ['rating:>2', { keys: ['rating'] }, 'rating:>=3'],
    ['rating:0', { keys: ['rating'] }, 'rating:none'],
    ['tag:none,"black cat"', { keys: ['tag'] }, 'tag:none,black cat'],
    ['ratio:16:9,square', { keys: ['ratio'] }, 'ratio:16:9,square'],
    ['cost:none', { keys: ['cost'] }, 'cost:none'],
  ])('shows of %j', (text, facet, wanted) => {
    expect(shown(text, facet)).toBe(wanted);
  });

  test.each<[string, Facet, FilterKey, readonly string[], string]>([
    ['', flag, 'flag', ['picked'], 'flag:picked '],
    ['fox', flag, 'flag', ['picked', 'none'], 'fox flag:picked,none '],
    ['fox flag:none snow', flag, 'flag', ['picked'], 'fox flag:picked snow'],
    ['fox flag:none snow', flag, 'flag', [], 'fox snow'],
    ['flag:picked flag:none fox', flag, 'flag', [], 'fox'],
    ['flag:picked flag:none fox', flag, 'flag', ['rejected'], 'fox flag:rejected '],
    ['-flag:picked fox', flag, 'flag', ['none'], '-flag:picked fox flag:none '],
    ['fox flag:', flag, 'flag', ['none'], 'fox flag:none '],
    ['is:rated is:favourite x', favourite, 'is', [], 'is:rated x'],
    ['is:rated x', favourite, 'is', ['favourite'], 'is:rated x is:favourite '],
    ['after:7d fox', date, 'on', ['today'], 'on:today fox'],
  ])('writes into %j', (text, facet, key, values, wanted) => {
    expect(withFacet(text, facet, { key, values }, today)).toBe(wanted);
  });

  test.each<[string, readonly string[], string]>([
    ['fox -flag:picked OR snow', ['rejected', 'none'], 'fox -flag:rejected,none OR snow'],
    ['flag:none OR flag:picked snow', [], 'flag:none snow'],
    ['rating:4 rating:5 flag:picked', ['none'], 'rating:4 rating:5 flag:none'],
  ])('changes one chip of %j to %j', (text, values, wanted) => {
    const chip = chipsOf(search(text)).at(-1);
    expect(chip && withValues(text, chip, chip.key, values)).toBe(wanted);
  });

  test.each(['flux', 'flux pro', 'none', 'a,b', '"x"', 'None'])('writes the name %j so that it is read again', (name) => {
    expect(search(`tag:${nameAsValue(name, true)} `).clauses[0]?.anyOf[0]).toMatchObject({ values: [{ of: 'name', text: name, exact: true }] });
  });
});

test.each(['\u202eexe.evil album', 'zero\u200bwidth', 'a"b" tag:x', '-x', 'none', 'x,y', '../../..', 'مرحبا', '👩‍🚀'])('the search of the album %j finds it', (name) => {
  const album: Album = { id: 'i', name, place: 0, pinned: false, takesNew: false, createdAt: 0 };
  const filter = shownFilter(search(albumSearch(album, [album])), { keys: ['album'] });
  const [value] = filter?.key === 'album' ? filter.values : [];
  expect(value?.of === 'name' && matchesName(name, value)).toBe(true);
});
