import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function undoHandlers({ undoLog }: HandlerServices): HandlersOf<'undo'> {
  return { 'undo:run': ({ token, what, agreed }) => undoLog.run(token, what, agreed) };
}
