import { expect, it } from 'vitest';
import type { BatchProgress } from '../../../../shared/batch.ts';
import type { News } from '../../../../shared/notifications/news.ts';
import { newsWords } from '../../../../shared/notifications/news-words.ts';
import { wordsFor } from '../../../../shared/words/index.ts';

const say = wordsFor('en-US');
const tasks = { kind: 'tasks', made: 0, failed: 0, undecided: 0, pictures: [], prompt: null } as const;
const progress = { tasks: 3, made: 3, empty: 0, failed: 0, unknown: 0, lost: 0 } as unknown as BatchProgress;

it.each<[News, string, string]>([
  [{ ...tasks, made: 1, pictures: [1], prompt: 'A fox\n in  snow' }, 'Your picture is ready', 'A fox in snow'],
  [{ ...tasks, made: 2, pictures: [1, 2, 3], undecided: 1 }, 'A task needs your decision', '3 pictures are ready'],
  [{ ...tasks, failed: 2 }, '2 tasks failed', ''],
  [{ kind: 'batch', name: 'Foxes', progress, picture: null }, 'A batch is done', 'Foxes\n3 of 3 tasks made pictures'],
  [{ kind: 'batch', name: 'Foxes', progress: { ...progress, made: 1, empty: 1, lost: 1 }, picture: null }, 'A batch needs your decision', 'Foxes\n1 of 3 tasks made pictures\nA task failed\nA task needs your decision'],
  [{ kind: 'budget', account: 'Studio' }, 'A budget is used up', 'Studio: tasks wait for the budget'],
])('%o', (news, title, body) => expect(newsWords(say, news)).toEqual({ title, body }));

it('cuts a long prompt between characters', () => {
  const { body } = newsWords(say, { ...tasks, made: 1, pictures: [1], prompt: '👩‍🚀'.repeat(80) });
  expect(body).toMatch(/^(?:👩‍🚀)+…$/u);
  expect(body.length).toBeLessThanOrEqual(120);
});
