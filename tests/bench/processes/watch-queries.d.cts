export function takeLateness(): Promise<readonly number[]>;
