import { connectToBus, type BusMessage } from './bus-connection.ts';
import { startMessageBus } from './message-bus.ts';

/** A notification as the daemon got it. */
export interface Notified {
  readonly id: number;
  readonly title: string;
  /** Markup, as daemons read it. */
  readonly body: string;
  /** Names of what can be done with it. */
  readonly actions: readonly string[];
  /** Width and height of its picture. */
  readonly picture: readonly [number, number] | null;
}

export interface DesktopBus {
  /** For the app's environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly notified: readonly Notified[];
  /** The person clicks a notification. */
  click(notified: Notified): void;
  /** From now on the daemon answers nothing, as one that hangs. */
  hang(): void;
  stop(): Promise<void>;
}

const notifications = 'org.freedesktop.Notifications';
const place = '/org/freedesktop/Notifications';

/** A message bus with a daemon of notifications (Desktop Notifications Specification 1.2). */
export async function startDesktopBus(): Promise<DesktopBus> {
  const bus = await startMessageBus();
  const notified: Notified[] = [];
  let hangs = false;
  const connection = await connectToBus(bus.socket, (message) => {
    if (!hangs && message.kind === 'call' && message.interface === notifications) answer(message);
  });
  const answer = (call: BusMessage): void => {
    if (call.member === 'GetCapabilities') return connection.answer(call, 'as', [['actions', 'body', 'body-markup', 'icon-static']]);
    if (call.member === 'GetServerInformation') return connection.answer(call, 'ssss', ['tests', 'tests', '1', '1.2']);
    if (call.member !== 'Notify') return connection.answer(call, '', []);
    const [, , , title, body, actions, hints] = call.values as [string, number, string, string, string, string[], Record<string, unknown>];
    const pixels = (hints['image-data'] ?? hints['image_data'] ?? hints['icon_data']) as readonly [number, number] | undefined;
    const id = notified.length + 1;
    notified.push({ id, title, body, actions, picture: pixels ? [pixels[0], pixels[1]] : null });
    return connection.answer(call, 'u', [id]);
  };
  connection.callBus('RequestName', 'su', [notifications, 4]);
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: bus.address },
    notified,
    click({ id }) {
      connection.signal(place, notifications, 'ActionInvoked', 'us', [id, 'default']);
      connection.signal(place, notifications, 'NotificationClosed', 'uu', [id, 2]);
    },
    hang: () => void (hangs = true),
    async stop() {
      connection.close();
      await bus.stop();
    },
  };
}
