import { CalendarDays } from 'lucide-react';
import { useKeysOf } from '../../../commands/registry.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { readWrittenDay } from './written-day.ts';
import { locateTime, useGallery } from '../../../stores/gallery/gallery-store.ts';
import { today } from '../../../stores/now.ts';
import { useWords } from '../../../words/words.ts';
import { IconButton } from '../../../ui/button.tsx';
import { askText } from '../../../ui/dialogs/ask.ts';
import { notify } from '../../../ui/toast.tsx';

interface GoToDateProps {
  readonly enabled: boolean;
  /** Whether the pictures are arranged by date. */
  readonly possible: boolean;
  readonly onGo: (position: number) => void;
}

const longestDate = 100;

/** A button and a key that ask for a date. The sheet goes to the newest picture of that day, month or year, or else to the next older one. */
export function GoToDate({ enabled, possible, onGo }: GoToDateProps) {
  const keysOf = useKeysOf();
  const say = useWords();
  const choose = async (): Promise<void> => {
    const written = await askText({
      title: say('gallery.go-to-date'),
      label: say('gallery.go-to-date-label'),
      longest: longestDate,
      confirm: say('gallery.go-to-date-confirm'),
      check: () => ({ hint: say('gallery.go-to-date-hint') }),
      save: (text) => Promise.resolve(readWrittenDay(text, today())?.until ? null : say('gallery.go-to-date-wrong')),
    });
    const until = written === null ? undefined : readWrittenDay(written, today())?.until;
    if (until) onGo(await newestBefore(new Date(until.year, until.month - 1, until.day)));
  };
  useCommands('gallery', { 'go-to-date': enabled && (() => (possible ? void choose() : notify(say('gallery.go-to-date-unsorted')))) });
  if (!possible) return null;
  return (
    <IconButton label={say('gallery.go-to-date')} keys={keysOf('go-to-date', 'gallery')} side="inline-start" onClick={() => void choose()}>
      <CalendarDays size={15} />
    </IconButton>
  );
}

/** Position of the newest picture before a time, or of the oldest one. */
async function newestBefore(moment: Date): Promise<number> {
  const position = await locateTime(Math.max(Math.floor(moment.getTime() / 1000), 0));
  return Math.min(position ?? 0, Math.max(useGallery.getState().view.length - 1, 0));
}
