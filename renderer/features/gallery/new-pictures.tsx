import { ArrowUp } from 'lucide-react';
import { scrollToTop, useSheetTop } from '../../stores/sheet-top.ts';
import { useWords } from '../../stores/words.ts';
import { Button } from '../../ui/button.tsx';

/** Pictures that came above what is in sight, and the way to them. */
export function NewPictures() {
  const say = useWords();
  const count = useSheetTop(({ unseen }) => unseen);
  if (count === 0) return null;
  return (
    <Button size="small" icon={<ArrowUp size={13} />} onClick={scrollToTop}>
      {say('gallery.new-pictures', { count })}
    </Button>
  );
}
