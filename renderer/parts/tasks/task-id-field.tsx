import { useState } from 'react';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useWords } from '../../words/words.ts';
import { idInAddress } from './id-in-address.ts';

interface TaskIdFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly error: string | null;
}

/** For the service's ID of a task. Of an address that is pasted, it takes the ID. */
export function TaskIdField({ value, onValueChange, ...rest }: TaskIdFieldProps) {
  const say = useWords();
  /** The ID that was taken from an address. */
  const [taken, setTaken] = useState<string | null>(null);
  return (
    <TextField
      {...rest}
      value={value}
      onValueChange={onValueChange}
      onPaste={(event) => {
        const id = idInAddress(event.clipboardData.getData('text/plain'));
        if (id === null) return;
        event.preventDefault();
        setTaken(id);
        onValueChange(id);
      }}
      hint={taken !== null && taken === value ? say('tasks.attach-from-address') : null}
      maxLength={10_240}
    />
  );
}
