import { expect, test } from 'vitest';
import { createProgressLine } from '../../../../electron/hosts/command/generate/progress-line.ts';

/** A stream that keeps what is written. Pipes say nothing of a terminal, and some terminals say that they have no columns. */
function streamOf(isTTY: true | undefined, columns?: number): { readonly stream: NodeJS.WriteStream; readonly text: () => string } {
  let text = '';
  const stream = { isTTY, columns, write: (piece: string) => (text += piece) };
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => text };
}

test('nothing of it gets into a pipe', () => {
  const { stream, text } = streamOf(undefined);
  const line = createProgressLine(stream);
  line.show('1 of 2');
  line.around(() => stream.write('said\n'));
  line.end();
  expect(text()).toBe('said\n');
});

test('on a terminal it is written over, makes room for what is said, and is gone at the end', () => {
  const { stream, text } = streamOf(true, 6);
  const line = createProgressLine(stream);
  line.show('1 of 20');
  line.around(() => stream.write('said\n'));
  line.end();
  expect(text()).toBe('1 of \r\u001b[Ksaid\n1 of \r\u001b[K');
});

test('a terminal without a width has the usual one', () => {
  const { stream, text } = streamOf(true, 0);
  createProgressLine(stream).show('1 of 2');
  expect(text()).toBe('1 of 2');
});
