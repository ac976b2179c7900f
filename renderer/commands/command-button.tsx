import { LabelledButton } from '../ui/button.tsx';
import { useWords } from '../words/words.ts';
import type { Subject } from './command.ts';
import { noKey } from './command-menu.tsx';
import { actFor, commands, keysOf, nameOf, type CommandId } from './registry.ts';
import { useOfCommands } from './use-known.ts';

interface CommandButtonProps {
  readonly id: CommandId;
  /** Read when the button is pressed. */
  readonly subject: () => Subject;
  readonly size?: number;
  readonly className?: string | undefined;
  /** While true, it does nothing, but stays where it is and keeps the focus. */
  readonly waiting?: boolean;
}

/** A button in a bar for a command. Nothing if the command does not apply. */
export function CommandButton({ id, subject, size = 14, className, waiting = false }: CommandButtonProps) {
  const say = useWords();
  const { icon: Icon, label, disabled } = commands[id];
  const name = useOfCommands(() => (actFor(id, subject()) === null ? '' : label ? say(label) : nameOf(say, id, subject())));
  const isDisabled = useOfCommands(() => (disabled?.(subject()) ? 'yes' : '')) !== '';
  if (name === '') return null;
  return (
    <LabelledButton
      icon={Icon && <Icon size={size} />}
      label={name}
      keys={keysOf(id, subject().place)}
      className={className}
      disabled={isDisabled}
      aria-disabled={waiting || undefined}
      onClick={() => void (waiting || actFor(id, subject())?.(noKey))}
    />
  );
}
