import { connectToBus, type BusMessage } from './bus-connection.ts';
import { startMessageBus } from './message-bus.ts';

/** A row of the menu as a desktop reads it (com.canonical.dbusmenu). */
export interface DesktopRow {
  readonly id: number;
  /** With `_` before a letter that is underlined, and `__` for one. A line has none. */
  readonly label: string;
  readonly enabled: boolean;
  readonly hasIcon: boolean;
}

export interface TrayBus {
  /** For the app's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of the icons that were registered and whose programs are still there. */
  registered(): readonly string[];
  tooltip(): Promise<string>;
  menu(): Promise<readonly DesktopRow[]>;
  /** The person clicks a row. */
  choose(label: string | RegExp): Promise<void>;
  /** The person clicks the icon. */
  click(): Promise<void>;
  stop(): Promise<void>;
}

const watcher = 'org.kde.StatusNotifierWatcher';
const item = 'org.kde.StatusNotifierItem';
const dbusmenu = 'com.canonical.dbusmenu';
const properties = 'org.freedesktop.DBus.Properties';

/**
 * A message bus with the panel of a desktop, which shows icons of apps. `hangs`: it answers nothing. `none`: nobody shows icons.
 */
export async function startTrayBus(panel: 'shows' | 'hangs' | 'none' = 'shows'): Promise<TrayBus> {
  const bus = await startMessageBus();
  let icons: readonly { readonly name: string; readonly owner: string }[] = [];
  const connection = await connectToBus(bus.socket, (message) => {
    if (message.kind === 'call' && panel === 'shows') answer(message);
    const [name, , owner] = message.values as readonly string[];
    if (message.member === 'NameOwnerChanged' && owner === '') icons = icons.filter((icon) => icon.owner !== name && icon.name !== name);
  });
  const answer = (call: BusMessage): void => {
    if (call.interface === properties && call.member === 'Get') {
      const [, name] = call.values as readonly string[];
      connection.answer(call, 'v', [name === 'IsStatusNotifierHostRegistered' ? { type: 'b', value: true } : { type: 'i', value: 0 }]);
    } else if (call.interface === watcher && call.member === 'RegisterStatusNotifierItem') {
      const [name = ''] = call.values as readonly string[];
      icons = [...icons, { name: name.startsWith('/') ? call.sender : name, owner: call.sender }];
      connection.answer(call, '', []);
    } else connection.answer(call, '', []);
  };
  connection.callBus('AddMatch', 's', ["type='signal',member='NameOwnerChanged'"]);
  if (panel !== 'none') connection.callBus('RequestName', 'su', [watcher, 4]);

  const latest = (): string => {
    const icon = icons.at(-1);
    if (icon === undefined) throw new Error('no icon was registered');
    return icon.name;
  };
  const get = async (name: string): Promise<unknown> => (await connection.call(latest(), '/StatusNotifierItem', properties, 'Get', 'ss', [item, name]))[0];
  const menuPath = async (): Promise<string> => (await get('Menu')) as string;
  const menu = async (): Promise<readonly DesktopRow[]> => {
    const path = await menuPath();
    const [, layout] = (await connection.call(latest(), path, dbusmenu, 'GetLayout', 'iias', [0, -1, []])) as [number, [number, object, readonly (readonly [number, Record<string, unknown>])[]]];
    return layout[2].map(([id, row]) => ({ id, label: (row['label'] as string | undefined) ?? '', enabled: row['enabled'] !== false, hasIcon: row['icon-data'] !== undefined }));
  };
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: bus.address },
    registered: () => icons.map(({ name }) => name),
    async tooltip() {
      const [, , title, text] = (await get('ToolTip')) as readonly string[];
      return title === '' || title === undefined ? (text ?? '') : title;
    },
    menu,
    async choose(label) {
      const row = (await menu()).find((each) => (typeof label === 'string' ? each.label === label : label.test(each.label)));
      if (row === undefined) throw new Error(`the menu has no ${String(label)}`);
      await connection.call(latest(), await menuPath(), dbusmenu, 'Event', 'isvu', [row.id, 'clicked', { type: 's', value: '' }, 0]);
    },
    async click() {
      await connection.call(latest(), '/StatusNotifierItem', item, 'Activate', 'ii', [0, 0]);
    },
    async stop() {
      connection.close();
      await bus.stop();
    },
  };
}
