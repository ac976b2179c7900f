import { useEffect, useRef } from 'react';
import { useApp } from '../../stores/app-store.ts';
import { useMedia } from '../../ui/use-media.ts';
import { useFormats, useWords } from '../../words/words.ts';
import type { NamedLine } from './spending-lines.ts';
import type { Grouping } from './spending-choices.ts';
import styles from './spending.module.css';

interface SpendingChartProps {
  readonly by: Grouping;
  readonly lines: readonly NamedLine[];
  readonly unit: string;
}

/** The most bars of a chart that is not grouped by time. The table shows all lines. */
const mostBars = 12;

/** What was spent, as bars. Screen readers get the table. */
export function SpendingChart({ by, lines, unit }: SpendingChartProps) {
  const say = useWords();
  const formats = useFormats();
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useRef<HTMLSpanElement>(null);
  const theme = useApp((facts) => facts.settings.theme);
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const isTime = by === 'days' || by === 'months';
  useEffect(() => {
    let remove: (() => void) | null = null;
    let isOver = false;
    // Chart.js is loaded only when the chart is shown.
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (isOver || canvas.current === null || colours.current === null) return;
      const shown = isTime ? lines : lines.slice(0, mostBars);
      remove = drawChart(canvas.current, {
        // Amounts are converted to numbers only for drawing.
        bars: shown.map(({ words, short, spent }) => ({ name: words, short, value: Number(spent), words: formats.money(spent, unit) ?? formats.decimal(spent) })),
        lying: !isTime,
        axis: (value) => formats.money(String(value), unit) ?? formats.number(value),
        colours: coloursIn(colours.current),
      });
    });
    return () => {
      isOver = true;
      remove?.();
    };
  }, [lines, isTime, unit, formats, theme, isDark]);
  return (
    <div className={styles.chart}>
      <span ref={colours} hidden>
        {['--accent', '--ink-soft', '--line'].map((token) => (
          <span key={token} style={{ color: `var(${token})` }} />
        ))}
      </span>
      <canvas ref={canvas} role="img" aria-label={say('spending.chart', { by })} />
    </div>
  );
}

/** A canvas cannot use custom properties, so the colours are read from elements that use the tokens. */
function coloursIn(samples: HTMLElement): { readonly bar: string; readonly text: string; readonly line: string } {
  const [bar = '', text = '', line = ''] = [...samples.children].map((sample) => getComputedStyle(sample).color);
  return { bar, text, line };
}
