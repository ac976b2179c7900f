import type { LucideIcon } from 'lucide-react';
import { Button, IconButton, LabelledButton } from '../ui/button.tsx';
import { useWords } from '../words/words.ts';
import type { Subject } from './command.ts';
import { pressWithoutKey } from './offered.ts';
import { actFor, commands, useKeysOf, labelOf, type CommandId } from './registry.ts';
import { useOfCommands } from './use-known.ts';

interface CommandButtonProps {
  readonly id: CommandId;
  /** Read when the button is pressed. */
  readonly subject: () => Subject;
  /** `icon`: the words are only its tooltip. `plain` and `solid`: the keys are in the button. */
  readonly look?: 'labelled' | 'icon' | 'plain' | 'solid';
  /** In place of the command's. */
  readonly icon?: LucideIcon;
  readonly size?: number;
  readonly className?: string | undefined;
  /** For a command that sets something or removes it: whether it is set. */
  readonly pressed?: boolean | undefined;
  /** While true, it does nothing, but stays where it is and keeps the focus. */
  readonly waiting?: boolean;
}

/** A button in a bar for a command. Nothing if the command does not apply. */
export function CommandButton({ id, subject, look = 'labelled', icon, size = 14, className, pressed, waiting = false }: CommandButtonProps) {
  const keysOf = useKeysOf();
  const say = useWords();
  const { icon: own, disabled } = commands[id];
  const name = useOfCommands(() => (actFor(id, subject()) === null ? '' : labelOf(say, id, subject())));
  const isDisabled = useOfCommands(() => (disabled?.(subject()) ? 'yes' : '')) !== '';
  if (name === '') return null;
  const Icon = icon ?? own;
  const shown = Icon && <Icon size={size} />;
  const button = {
    keys: keysOf(id, subject().place),
    className,
    disabled: isDisabled,
    'aria-disabled': waiting || undefined,
    onClick: () => void (waiting || actFor(id, subject())?.(pressWithoutKey)),
  };
  if (look === 'plain' || look === 'solid') {
    return (
      <Button {...button} size="small" variant={look} icon={shown}>
        {name}
      </Button>
    );
  }
  const toggle = { ...button, label: name, ...(pressed !== undefined && { pressed }) };
  return look === 'icon' ? <IconButton {...toggle}>{shown}</IconButton> : <LabelledButton {...toggle} icon={shown} />;
}
