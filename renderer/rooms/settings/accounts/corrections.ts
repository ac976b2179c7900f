import type { BaseUrlReading } from '../../../../shared/network/base-url.ts';
import type { KeyCorrection } from '../../../../shared/network/service-key.ts';
import type { Words } from '../../../../shared/words/index.ts';

/** Which address is used, and what was corrected in it. */
export function correctedAddress(say: Words, { base, corrected }: Extract<BaseUrlReading, { ok: true }>): string {
  const used = say('settings.account.address-used', { base });
  if (corrected.length === 0) return used;
  const what = corrected.map((correction) => say(`settings.account.address-corrected.${correction}`)).join(', ');
  return `${say('settings.account.address-corrected', { base, what })} ${used}`;
}

/** What is corrected in a key before it is kept and sent. */
export function correctedKey(say: Words, corrected: readonly KeyCorrection[]): string {
  return say('settings.account.key-corrected', { what: corrected.map((correction) => say(`settings.account.key-corrected.${correction}`)).join(', ') });
}
