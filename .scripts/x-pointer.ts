import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';

/**
 * Moves the pointer of a virtual screen to its upper left corner. It rests in the middle at first, and X reports it there to a window
 * whenever another one above it closes: a move without a pressed button, which ends drags and closes menus.
 *
 * Speaks the X11 protocol: the setup of a connection, WarpPointer, and a question whose answer comes when that is done.
 */
export async function parkPointer(display: string): Promise<void> {
  const file = `/tmp/.X11-unix/X${display}`;
  // Without that folder, the server listens at the abstract address alone.
  const socket = connect(existsSync(file) ? file : `\0${file}`);
  const fail = (): unknown => socket.destroy(new Error('the server does not answer'));
  socket.setTimeout(5_000, fail).on('end', fail);
  let received = Buffer.alloc(0);
  const read = async (bytes: number): Promise<void> => {
    while (received.length < bytes) received = Buffer.concat([received, ...((await once(socket, 'data')) as Buffer[])]);
  };
  const send = (...words: readonly number[]): unknown => socket.write(Buffer.from(Uint32Array.from(words).buffer));
  try {
    // Little-endian, version 11.0, no authorization.
    send(0x6c | (11 << 16), 0, 0);
    await read(8);
    if (received[0] !== 1) throw new Error('the server refuses connections');
    await read(8 + 4 * received.readUInt16LE(6));
    // After the fixed part come the vendor's name, the formats of pixmaps, and the first screen, which begins with its root window.
    const root = received.readUInt32LE(40 + Math.ceil(received.readUInt16LE(24) / 4) * 4 + 8 * received.readUInt8(29));
    received = Buffer.alloc(0);
    const [warpPointer, getInputFocus] = [41, 43];
    send(warpPointer | (6 << 16), 0, root, 0, 0, 0, getInputFocus | (1 << 16));
    await read(32);
  } finally {
    socket.destroy();
  }
}
