import type { App } from 'electron';
import { errorFacts, type Log } from '../../core/log/log.ts';
import type { CallAny } from '../../handlers/answer.ts';
import { isOpenToPrograms } from '../../socket/open-channels.ts';
import { serveSocket, type SocketServer } from '../../socket/socket-server.ts';

/**
 * Lets other programs of the same user call this app, which owns the profile and runs its engine. Null: no socket can be made. Then they say that Latent is open.
 * Never rejects.
 */
export async function servePrograms(app: Pick<App, 'getPath' | 'getVersion'>, call: CallAny, log: Log): Promise<SocketServer | null> {
  try {
    return await serveSocket({
      userData: app.getPath('userData'),
      version: app.getVersion(),
      call,
      isOpen: isOpenToPrograms,
      // The engine runs, and a person is looking.
      asked: (request) => Promise.resolve(request === 'go-on'),
      log: (message, error) => log.warn('app', message, errorFacts(error)),
    });
  } catch (error) {
    log.warn('app', 'no socket could be made', errorFacts(error));
    return null;
  }
}
