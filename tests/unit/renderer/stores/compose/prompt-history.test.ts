import { expect, test } from 'vitest';
import { createPromptHistory, type Draft } from '../../../../../renderer/stores/compose/prompt-history.ts';

const choices = { model: 'm', size: '', quality: '' };
const draft = (text: string): Draft => ({ text, start: text.length, end: text.length, retryOf: null, choices });

/** Types letter by letter, a tenth of a second apart. */
function typist(clock: { at: number }) {
  const history = createPromptHistory(() => clock.at);
  let text = '';
  return {
    history,
    type(letters: string): void {
      for (const letter of letters) {
        clock.at += 100;
        history.typed(draft(text), text + letter, 'insertText');
        text += letter;
      }
    },
    place(next: string): void {
      history.replaced(draft(text));
      text = next;
    },
    move(direction: 'undo' | 'redo'): string | null {
      const step = history[direction](draft(text));
      text = step?.draft.text ?? text;
      return step?.draft.text ?? null;
    },
  };
}

test('goes back word by word, and forward again', () => {
  const { type, move } = typist({ at: 0 });
  type('a red fox');
  expect(['undo', 'undo', 'undo', 'undo'].map(() => move('undo'))).toEqual(['a red ', 'a ', '', null]);
  expect([move('redo'), move('redo'), move('redo'), move('redo')]).toEqual(['a ', 'a red ', 'a red fox', null]);
});

test('a pause begins a new step', () => {
  const clock = { at: 0 };
  const { type, move } = typist(clock);
  type('fo');
  clock.at += 5_000;
  type('x');
  expect([move('undo'), move('undo')]).toEqual(['fo', '']);
});

test('a text that the app put in is a separate step', () => {
  const { type, place, move } = typist({ at: 0 });
  type('fox');
  place('a harbour');
  type('s');
  expect([move('undo'), move('undo'), move('undo'), move('undo')]).toEqual(['a harbour', 'fox', '', null]);
});

test('typing after an undo clears what could be redone', () => {
  const { type, move } = typist({ at: 0 });
  type('fox');
  move('undo');
  type('hare');
  expect(move('redo')).toBeNull();
  expect(move('undo')).toBe('');
});

test('remembers which task the text was another try of', () => {
  const history = createPromptHistory();
  history.replaced({ ...draft('fox'), retryOf: 'task' }, { withChoices: true });
  expect(history.undo(draft('hare'))).toMatchObject({ draft: { text: 'fox', retryOf: 'task' }, withChoices: true });
  expect(history.redo(draft('fox'))).toMatchObject({ draft: { text: 'hare', retryOf: null }, withChoices: true });
});
