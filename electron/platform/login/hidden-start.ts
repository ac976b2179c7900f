/** With this switch, Latent starts without showing its window, if it may run without one. Whatever starts it at login passes it. */
export const hiddenSwitch = '--hidden';

export const isHiddenStart = (args: readonly string[]): boolean => args.includes(hiddenSwitch);
