import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

interface Drawing {
  readonly bars: readonly { readonly name: string; readonly short: string; readonly value: number; readonly words: string }[];
  /** Whether the bars are horizontal, so that long names have room. */
  readonly lying: boolean;
  /** The words of a value on the axis. */
  readonly axis: (value: number) => string;
  readonly colours: { readonly bar: string; readonly text: string; readonly line: string };
}

/** Longest name on an axis, in characters. */
const longestName = 28;

/** Draws bars without an animation. Returns a function that removes them. */
export function drawChart(canvas: HTMLCanvasElement, { bars, lying, axis, colours }: Drawing): () => void {
  const font = { family: getComputedStyle(canvas).fontFamily, size: 11 };
  const values = {
    beginAtZero: true,
    border: { display: false },
    grid: { color: colours.line },
    ticks: { color: colours.text, font, maxTicksLimit: 6, callback: (value: number | string) => axis(Number(value)) },
  };
  const names = {
    border: { color: colours.line },
    grid: { display: false },
    ticks: { color: colours.text, font, autoSkip: !lying, maxRotation: 0, autoSkipPadding: 12, callback: (_: unknown, at: number) => shortened(bars[at]?.short ?? '') },
  };
  const chart = new Chart(canvas, {
    type: 'bar',
    data: { labels: bars.map(({ name }) => name), datasets: [{ data: bars.map(({ value }) => value), backgroundColor: colours.bar, borderRadius: 3, maxBarThickness: 36 }] },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      indexAxis: lying ? 'y' : 'x',
      scales: lying ? { x: values, y: names } : { x: names, y: values },
      plugins: { tooltip: { displayColors: false, callbacks: { label: ({ dataIndex }) => bars[dataIndex]?.words ?? '' } } },
    },
  });
  return () => chart.destroy();
}

const shortened = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name);
