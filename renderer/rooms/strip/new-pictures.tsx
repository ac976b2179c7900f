import { ArrowUp } from 'lucide-react';
import { receivePictures } from '../../stores/gallery/arrivals.ts';
import { scrollToTop, showTop, useSheetTop } from '../../stores/gallery/sheet-top.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';

/** Counts the new pictures that are out of sight or not yet shown, and leads to them. */
export function NewPictures() {
  const say = useWords();
  const unseen = useSheetTop((top) => top.unseen);
  const waiting = useSheetTop((top) => top.waiting);
  const count = unseen + waiting;
  // With nothing selected, what waits takes its place.
  const show = (): void => {
    if (waiting === 0) return scrollToTop();
    showTop();
    receivePictures();
  };
  if (count === 0) return null;
  return (
    <Button size="small" icon={<ArrowUp size={13} />} onClick={show}>
      {say('gallery.new-pictures', { count })}
    </Button>
  );
}
