import { Circle, Diamond, Hexagon, Square, Triangle } from 'lucide-react';
import type { Label } from '../../../shared/library/marks.ts';
import styles from './label-sign.module.css';

/** The sign of a label. Each label has its own shape, because not everybody can distinguish the colours. */
const shapes = { red: Circle, yellow: Triangle, green: Square, blue: Diamond, purple: Hexagon } as const;

/** @param size side in CSS pixels */
export function LabelSign({ label, size }: { readonly label: Label; readonly size: number }) {
  const Shape = shapes[label];
  return <Shape size={size} fill="currentColor" className={styles[label]} aria-hidden />;
}
