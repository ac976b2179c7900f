import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function statisticsHandlers({ views }: HandlerServices): HandlersOf<'statistics'> {
  return {
    'statistics:days': () => views.pictureDays(),
    'statistics:pictures': ({ year }) => views.statistics(year),
  };
}
