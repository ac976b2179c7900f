import { Slider as Base } from '@base-ui/react/slider';
import styles from './slider.module.css';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** The value in words, for screen readers. */
  readonly valueText: (value: number) => string;
  readonly onValueChange: (value: number) => void;
}

export function Slider({ label, value, min, max, step = 1, valueText, onValueChange }: SliderProps) {
  return (
    <Base.Root value={value} min={min} max={max} step={step} onValueChange={onValueChange} thumbAlignment="edge">
      <Base.Control className={styles.control}>
        <Base.Track className={styles.track}>
          <Base.Indicator className={styles.indicator} />
          <Base.Thumb className={styles.thumb} aria-label={label} getAriaValueText={(_formatted, shown) => valueText(shown)} />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
