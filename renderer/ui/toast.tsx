import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { AppError } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
import { currentWords, errorWords, useWords } from '../words/words.ts';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import styles from './toast.module.css';
import { useBodyMark } from './use-body-mark.ts';

const manager = Toast.createToastManager();

/** A button in a message. `name`: its accessible name, which begins with the label. The label itself if absent. */
interface MessageAction {
  readonly label: string;
  readonly name?: string;
  readonly run: () => void;
}

/** Shows a brief message. The same message again refreshes it. `action`: a button in it, such as Undo. The message then stays longer. */
export function notify(message: string, action: MessageAction | null = null): void {
  manager.add({
    // Among messages with a button, only the latest is shown, because there is little room.
    id: action ? 'action' : message,
    title: message,
    timeout: action ? 6000 : 4000,
    ...(action ? { actionProps: { children: action.label, ...(action.name !== undefined && { 'aria-label': action.name }), onClick: action.run } } : {}),
  });
}

/** Takes back a message that is no longer true. */
export const retract = (message: string): void => manager.close(message);

/** Shows why something failed that the person asked for. Stays until it is dismissed. */
export function notifyError(error: AppError, action: MessageAction | null = null): void {
  const say = currentWords();
  manager.add({
    id: error.code,
    type: 'error',
    title: errorWords(say, error),
    ...(error.detail ? { description: say('app.details', { detail: error.detail }) } : {}),
    priority: 'high',
    timeout: 0,
    ...(action ? { actionProps: { children: action.label, onClick: action.run } } : {}),
  });
}

/** Waits for main's answer, and shows its error if there is one. */
export async function notifyIfFailed<T>(call: Promise<Result<T>>): Promise<Result<T>> {
  const answer = await call;
  if (!answer.ok) notifyError(answer.error);
  return answer;
}

/** One-line messages at the right end of the status line, whose height is fixed. The app mounts it once. */
export function Toasts() {
  const say = useWords();
  return (
    <Toast.Provider toastManager={manager} limit={mostKept}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label={say('app.notifications')}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

const mostKept = 20;
/** Messages side by side, unless there are more errors. */
const mostShown = 2;

const isError = ({ type }: { readonly type?: string | undefined }): boolean => type === 'error';

function ToastList() {
  const say = useWords();
  const { toasts } = Toast.useToastManager();
  // Newest first. An error never gives way to a newer message.
  const errors = toasts.filter(isError);
  const others = toasts.filter((toast) => !isError(toast)).slice(0, Math.max(1, mostShown - errors.length));
  const shown = toasts.filter((toast) => isError(toast) || others.includes(toast));
  useBodyMark('data-shows-toast', shown.length > 0);
  return shown.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} data-toast data-shortcuts swipeDirection={['down', 'right']} className={classes(styles.toast, isError(toast) && styles.error)}>
      <Toast.Content className={styles.content}>
        <div className={styles.text}>
          <Toast.Title className={styles.title} render={<div />} />
          <Toast.Description className={styles.description} render={<div />} />
        </div>
        {toast.actionProps && <Toast.Action className={styles.action} />}
        {isError(toast) && (
          <Toast.Close render={<IconButton label={say('app.dismiss-notification')} className={styles.close} />}>
            <X size={14} />
          </Toast.Close>
        )}
      </Toast.Content>
    </Toast.Root>
  ));
}
