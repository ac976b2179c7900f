import { narrowWindow, useView } from '../../stores/view-store.ts';
import { useMedia } from '../../ui/use-media.ts';

/** Where the inspector stands; null while it is closed. */
export function useInspector(): 'beside' | 'over' | null {
  const narrow = useMedia(narrowWindow);
  const open = useView(({ inspectorOpen, inspectorOver }) => (narrow ? inspectorOver : inspectorOpen));
  if (!open) return null;
  return narrow ? 'over' : 'beside';
}
