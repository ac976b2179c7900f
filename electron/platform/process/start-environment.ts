/**
 * Variables by which whoever starts Latent could weaken its connections, read them, or bring code into it: orders to Node (NODE_OPTIONS,
 * NODE_TLS_REJECT_UNAUTHORIZED, NODE_DEBUG, NODE_PATH, …), a file for the keys of connections, and the switch that makes Electron run as Node.
 * NODE_EXTRA_CA_CERTS stays: connections are checked against `trustedCertificates` alone, so it adds nothing here, and a company's own programs
 * may need it when they are opened from Latent. NODE_ENV is not an order to Node.
 */
const orders = /^(?:NODE_(?!EXTRA_CA_CERTS$|ENV$).*|SSLKEYLOGFILE|ELECTRON_RUN_AS_NODE)$/i;

/**
 * Removes such variables, and returns their names. Threads and programs started later inherit what is left. Node reads
 * NODE_TLS_REJECT_UNAUTHORIZED at each connection, so that it is void afterwards. What Node reads before any script (NODE_OPTIONS) is void only in a
 * packaged app, where a fuse turns it off.
 */
export function cleanEnvironment(environment: NodeJS.ProcessEnv): readonly string[] {
  const removed = Object.keys(environment).filter((name) => orders.test(name));
  for (const name of removed) delete environment[name];
  // An empty address means no bus. Chromium's D-Bus library would start one, in a copy of this process that Chromium ends for touching its files.
  if (environment[bus] === '') environment[bus] = 'disabled:';
  // An empty home is none: the system's record of the user names it. With an empty one, Electron finds no folder at all.
  if (environment['HOME'] === '') delete environment['HOME'];
  return removed;
}

const bus = 'DBUS_SESSION_BUS_ADDRESS';

/** Signals by which a process is told of its own fault. */
const faults = ['SIGTRAP', 'SIGABRT', 'SIGSYS'] as const;

/**
 * Leaves signals of faults to the system. A library (when-exit, of electron-store) listens to them all. A copy of this process that is about to become
 * another program still has these listeners, and passes its signal on to this process, which the library then ends.
 */
export function ignoreFaultsOfCopies(process: { removeAllListeners(signal: NodeJS.Signals): unknown }): void {
  for (const signal of faults) process.removeAllListeners(signal);
}
