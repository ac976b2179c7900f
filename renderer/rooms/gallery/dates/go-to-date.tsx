import { CalendarDays } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { keysOf } from '../../../commands/registry.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { readWrittenDay } from './written-day.ts';
import { locateTime, useGallery } from '../../../stores/gallery/gallery-store.ts';
import { today } from '../../../stores/now.ts';
import { useWords } from '../../../words/words.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { notify } from '../../../ui/toast.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';

interface GoToDateProps {
  readonly enabled: boolean;
  /** Whether the pictures are arranged by date. */
  readonly possible: boolean;
  readonly onGo: (position: number) => void;
}

/** A button and a key that ask for a date. The sheet goes to the newest picture of that day, month or year, or else to the next older one. */
export function GoToDate({ enabled, possible, onGo }: GoToDateProps) {
  const say = useWords();
  const [open, setOpen] = useState(false);
  useCommands('gallery', { 'go-to-date': enabled && (() => (possible ? setOpen(true) : notify(say('gallery.go-to-date-unsorted')))) });
  return (
    <>
      {possible && (
        <IconButton label={say('gallery.go-to-date')} keys={keysOf('go-to-date', 'gallery')} side="left" onClick={() => setOpen(true)}>
          <CalendarDays size={15} />
        </IconButton>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={say('gallery.go-to-date')}>
        <DateForm
          onGo={(position) => {
            setOpen(false);
            onGo(position);
          }}
        />
      </Dialog>
    </>
  );
}

/** A component of its own, so that closing the dialog discards what was typed. */
function DateForm({ onGo }: Pick<GoToDateProps, 'onGo'>) {
  const say = useWords();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const go = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const until = readWrittenDay(typed, today())?.until;
    if (!until) return setWrong(true);
    onGo(await newestBefore(new Date(until.year, until.month - 1, until.day)));
  };
  return (
    <form onSubmit={(event) => void go(event)} style={{ display: 'contents' }}>
      <TextField
        label={say('gallery.go-to-date-label')}
        hint={say('gallery.go-to-date-hint')}
        value={typed}
        onValueChange={(value) => {
          setTyped(value);
          setWrong(false);
        }}
        error={wrong ? say('gallery.go-to-date-wrong') : null}
      />
      <Button size="large" variant="solid" submits disabled={typed.trim() === ''}>
        {say('gallery.go-to-date-confirm')}
      </Button>
    </form>
  );
}

/** Position of the newest picture before a time, or of the oldest one. */
async function newestBefore(moment: Date): Promise<number> {
  const position = await locateTime(Math.max(Math.floor(moment.getTime() / 1000), 0));
  return Math.min(position ?? 0, Math.max(useGallery.getState().view.length - 1, 0));
}
