import { once } from 'node:events';
import { connect } from 'node:net';
import { BusReader, BusWriter } from './bus-values.ts';

export interface BusMessage {
  readonly kind: 'call' | 'return' | 'error' | 'signal';
  readonly serial: number;
  readonly interface: string;
  readonly member: string;
  readonly path: string;
  readonly sender: string;
  readonly values: readonly unknown[];
  /** The call that it answers. */
  readonly replyTo: number;
}

export interface BusConnection {
  /** Calls the bus itself, and does not wait for the answer. */
  callBus(member: string, signature: string, values: readonly unknown[]): void;
  /** Calls another program, and resolves to its answer. Rejects if it answers with an error. */
  call(to: string, path: string, of: string, member: string, signature: string, values: readonly unknown[]): Promise<readonly unknown[]>;
  answer(call: BusMessage, signature: string, values: readonly unknown[]): void;
  signal(path: string, of: string, member: string, signature: string, values: readonly unknown[], to?: string): void;
  close(): void;
}

const kinds = ['call', 'return', 'error', 'signal'] as const;
/** Numbers of the fields of a header. */
const field = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, sender: 7, signature: 8 } as const;

/** A connection to a message bus of the tests, at the path of its socket. `heard`: every message that arrives. */
export async function connectToBus(socketPath: string, heard: (message: BusMessage) => void): Promise<BusConnection> {
  const socket = connect(socketPath);
  await once(socket, 'connect');
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')}\r\n`);
  const [greeting] = (await once(socket, 'data')) as [Buffer];
  if (!greeting.toString('latin1').startsWith('OK')) throw new Error(`the bus refused the tests: ${greeting.toString('latin1')}`);
  socket.write('BEGIN\r\n');
  let serial = 0;
  let unread = Buffer.alloc(0);
  const waiting = new Map<number, PromiseWithResolvers<readonly unknown[]>>();

  const send = (kind: BusMessage['kind'], fields: readonly (readonly [number, 's' | 'o' | 'g' | 'u', unknown])[], signature: string, values: readonly unknown[]): void => {
    serial += 1;
    const body = new BusWriter().all(signature, values).bytes;
    const list = new BusWriter();
    for (const [number, type, value] of signature === '' ? fields : [...fields, [field.signature, 'g', signature] as const]) list.align(8).one('y', number).one('g', type).one(type, value);
    const head = new BusWriter().append(Buffer.from([0x6c, kinds.indexOf(kind) + 1, 0, 1])).one('u', body.length).one('u', serial).one('u', list.bytes.length);
    socket.write(head.append(list.bytes).align(8).append(body).bytes);
  };

  socket.on('data', (piece: Buffer) => {
    unread = Buffer.concat([unread, piece]);
    for (;;) {
      const message = read(unread);
      if (message === null) return;
      unread = unread.subarray(message.length);
      const { kind, replyTo, values } = message.message;
      if (kind === 'return') waiting.get(replyTo)?.resolve(values);
      else if (kind === 'error') waiting.get(replyTo)?.reject(new Error(String(values[0])));
      waiting.delete(replyTo);
      heard(message.message);
    }
  });
  const bus = 'org.freedesktop.DBus';
  const connection: BusConnection = {
    callBus: (member, signature, values) =>
      send('call', [[field.path, 'o', '/org/freedesktop/DBus'], [field.interface, 's', bus], [field.member, 's', member], [field.destination, 's', bus]], signature, values),
    call(to, path, of, member, signature, values) {
      send('call', [[field.path, 'o', path], [field.interface, 's', of], [field.member, 's', member], [field.destination, 's', to]], signature, values);
      const answered = Promise.withResolvers<readonly unknown[]>();
      waiting.set(serial, answered);
      return answered.promise;
    },
    answer: (call, signature, values) => send('return', [[field.replySerial, 'u', call.serial], [field.destination, 's', call.sender]], signature, values),
    signal: (path, of, member, signature, values, to) =>
      send('signal', [[field.path, 'o', path], [field.interface, 's', of], [field.member, 's', member], ...(to === undefined ? [] : [[field.destination, 's', to] as const])], signature, values),
    close: () => void socket.destroy(),
  };
  connection.callBus('Hello', '', []);
  return connection;
}

/** The first message, if all of it is there. */
function read(bytes: Buffer): { readonly message: BusMessage; readonly length: number } | null {
  if (bytes.length < 16) return null;
  const head = new BusReader(bytes, 4);
  const [bodyLength, serial] = head.all('uu') as [number, number];
  const bodyAt = Math.ceil((16 + bytes.readUInt32LE(12)) / 8) * 8;
  if (bytes.length < bodyAt + bodyLength) return null;
  const fields = new Map(head.one('a(yv)') as [number, unknown][]);
  const text = (number: number): string => (fields.get(number) as string | undefined) ?? '';
  const body = new BusReader(Buffer.from(bytes.subarray(bodyAt, bodyAt + bodyLength)));
  const message = {
    kind: kinds[(bytes[1] ?? 1) - 1] ?? 'error',
    serial,
    interface: text(field.interface),
    member: text(field.member),
    path: text(field.path),
    sender: text(field.sender),
    replyTo: (fields.get(field.replySerial) as number | undefined) ?? 0,
    values: body.all(text(field.signature)),
  };
  return { message, length: bodyAt + bodyLength };
}
