// Loaded before the command. Kills this process when a step of a worker is passed for the nth time: KILL_AT=granted:3. `post-sent`: a whole POST is with the system.
const { subscribe } = require('node:diagnostics_channel');
const { isMainThread } = require('node:worker_threads');

const [step, nth] = (process.env.KILL_AT ?? '').split(':');
let left = Number(nth);
const passed = (name) => {
  if (name !== step) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
if (isMainThread) {
  subscribe('latent:worker', passed);
  subscribe('latent:request-sent', (hasBody) => hasBody === true && passed('post-sent'));
}
