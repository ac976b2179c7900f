import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** The pointer of an X server, moved by its test extension: every program on the screen sees a person's mouse. */
export interface RealPointer {
  /** Moves in small steps, as a hand does, to a point of the screen in pixels. */
  move(x: number, y: number): Promise<void>;
  /** Moves there at once, in two steps, as a quick flick does. */
  jump(x: number, y: number): void;
  /** Waits in this place until the programs have seen it. */
  rest(): Promise<void>;
  /** Presses keys together, as the whole system sees them, and lets go of them. X11's numbers of the places of keys. */
  chord(...keys: readonly number[]): void;
  down(): void;
  up(): void;
  close(): void;
}

// Of the X11 protocol and its XTEST extension.
const queryExtension = 98;
const fakeInput = 2;
const events = { keyPress: 2, keyRelease: 3, press: 4, release: 5, motion: 6 } as const;
const leftButton = 1;
const steps = 24;

/** Connects to the local X server of this DISPLAY, such as `:99`. Rejects if it has no test extension. */
export async function openRealPointer(display: string): Promise<RealPointer> {
  const socket = connect(`/tmp/.X11-unix/X${display.replace(/^:(\d+).*$/, '$1')}`);
  await once(socket, 'connect');
  const opcode = await findExtension(socket, 'XTEST');
  let at = { x: 0, y: 0 };
  const send = (type: number, detail: number, { x, y }: { readonly x: number; readonly y: number }): void => {
    const request = Buffer.alloc(36);
    request.writeUInt8(opcode, 0);
    request.writeUInt8(fakeInput, 1);
    request.writeUInt16LE(request.length / 4, 2);
    request.writeUInt8(type, 4);
    request.writeUInt8(detail, 5);
    request.writeInt16LE(x, 24);
    request.writeInt16LE(y, 26);
    socket.write(request);
  };
  return {
    async move(x, y) {
      const from = at;
      for (let step = 1; step <= steps; step += 1) {
        at = { x: Math.round(from.x + ((x - from.x) * step) / steps), y: Math.round(from.y + ((y - from.y) * step) / steps) };
        send(events.motion, 0, at);
        await wait(15);
      }
    },
    jump(x, y) {
      for (const share of [0.5, 1]) send(events.motion, 0, { x: Math.round(at.x + (x - at.x) * share), y: Math.round(at.y + (y - at.y) * share) });
      at = { x, y };
    },
    async rest() {
      for (let step = 0; step < 10; step += 1) {
        send(events.motion, 0, { x: at.x + (step % 2), y: at.y });
        await wait(50);
      }
    },
    chord(...keys) {
      for (const key of keys) send(events.keyPress, key, { x: 0, y: 0 });
      for (const key of keys.toReversed()) send(events.keyRelease, key, { x: 0, y: 0 });
    },
    down: () => send(events.press, leftButton, { x: 0, y: 0 }),
    up: () => send(events.release, leftButton, { x: 0, y: 0 }),
    close: () => void socket.destroy(),
  };
}

async function findExtension(socket: Socket, name: string): Promise<number> {
  const read = reader(socket);
  // Little-endian, protocol 11.0, no authorisation.
  socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  const answer = await read(8);
  if (answer.readUInt8(0) !== 1) throw new Error('the X server refuses the connection');
  await read(answer.readUInt16LE(6) * 4);
  const request = Buffer.alloc(8 + Math.ceil(name.length / 4) * 4);
  request.writeUInt8(queryExtension, 0);
  request.writeUInt16LE(request.length / 4, 2);
  request.writeUInt16LE(name.length, 4);
  request.write(name, 8, 'latin1');
  socket.write(request);
  const found = await read(32);
  if (found.readUInt8(8) !== 1) throw new Error(`the X server has no ${name}`);
  socket.resume();
  return found.readUInt8(9);
}

/** Reads so many bytes. */
function reader(socket: Socket): (bytes: number) => Promise<Buffer> {
  return async (bytes) => {
    for (;;) {
      const read = socket.read(bytes) as Buffer | null;
      if (read !== null || bytes === 0) return read ?? Buffer.alloc(0);
      await once(socket, 'readable');
    }
  };
}
