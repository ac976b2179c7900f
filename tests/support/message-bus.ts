import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** It starts no services: whatever is not there stays away, and a locked keyring opens no dialog that nobody answers. */
const busConfig = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=unused</listen>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`;

export interface MessageBus {
  /** A folder of its own, which is deleted with it. */
  readonly folder: string;
  /** The path of its socket. */
  readonly socket: string;
  /** For `DBUS_SESSION_BUS_ADDRESS`. */
  readonly address: string;
  stop(): Promise<void>;
}

/** A session's message bus of its own, as on a Linux desktop. */
export async function startMessageBus(): Promise<MessageBus> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-bus-'));
  const socket = path.join(folder, 'bus');
  await writeFile(path.join(folder, 'bus.conf'), busConfig);
  const bus = spawn('dbus-daemon', [`--config-file=${folder}/bus.conf`, '--nofork', '--nopidfile', '--print-address=1', `--address=unix:path=${socket}`], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
  return {
    folder,
    socket,
    address,
    async stop() {
      if (bus.exitCode === null && bus.signalCode === null) {
        const ended = once(bus, 'exit');
        bus.kill();
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
