import type { LucideIcon } from 'lucide-react';
import {
  Aperture,
  Ban,
  CircleCheck,
  CirclePause,
  CircleSlash,
  Clock,
  CloudOff,
  Download,
  FileQuestionMark,
  ImageOff,
  KeyRound,
  Send,
  SearchX,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { classes } from '../../ui/classes.ts';
import styles from './task-icon.module.css';

const icons = {
  queued: Clock,
  'no-network': CloudOff,
  key: KeyRound,
  sending: Send,
  developing: Aperture,
  paused: CirclePause,
  unknown: FileQuestionMark,
  rejected: Ban,
  failed: TriangleAlert,
  missing: SearchX,
  empty: ImageOff,
  downloading: Download,
  expired: CircleSlash,
  withdrawn: Undo2,
  completed: CircleCheck,
} as const satisfies Record<string, LucideIcon>;

export type TaskIconName = keyof typeof icons;

/** `working`: the task continues by itself. `attention`: it waits for the person. */
export type Tone = 'working' | 'attention' | 'bad' | 'done';

interface TaskIconProps {
  readonly name: TaskIconName;
  readonly tone: Tone;
  readonly size?: number;
}

/** The shape shows the state, the colour how urgent it is. Always beside words. */
export function TaskIcon({ name, tone, size = 16 }: TaskIconProps) {
  const Icon = icons[name];
  return <Icon size={size} strokeWidth={1.75} aria-hidden className={classes(styles.icon, styles[tone])} />;
}
