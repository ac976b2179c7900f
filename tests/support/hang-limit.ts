/** Milliseconds until what a test waits for must be there. No figure: a busy machine stalls for many seconds, and one is half as fast as another. */
export const hangLimit = 120_000;
