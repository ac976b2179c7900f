/** One line at the bottom of a terminal, which is written over. Nothing of it gets into a pipe or a file. */
export interface ProgressLine {
  show(text: string): void;
  /** Removes it while something else is written. */
  around<T>(write: () => T): T;
  end(): void;
}

/** Milliseconds between two states that are shown, at least. */
const pause = 100;

export function createProgressLine(stream: NodeJS.WriteStream): ProgressLine {
  let [shown, shownAt] = ['', -Infinity];
  const isTerminal = stream.isTTY;
  const clear = (): void => void (shown !== '' && stream.write('\r\u001b[K'));
  const draw = (): void => void (shown !== '' && stream.write(shown));
  return {
    show(text) {
      if (!isTerminal || performance.now() - shownAt < pause) return;
      clear();
      // A line that breaks cannot be written over.
      shown = text.slice(0, Math.max(0, (stream.columns || 80) - 1));
      shownAt = performance.now();
      draw();
    },
    around(write) {
      clear();
      const result = write();
      draw();
      return result;
    },
    end() {
      clear();
      shown = '';
    },
  };
}
