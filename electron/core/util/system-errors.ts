/** The code of a system error, such as ENOSPC. Empty for any other error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether an error means that the disk or the quota is full. */
export function isFull(error: unknown): boolean {
  return noRoom.has(codeOf(error));
}

/** Whether an error came from the file system. */
export function isSystemError(error: unknown): boolean {
  return codeOf(error) !== '' && error instanceof Error && 'syscall' in error;
}

export function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(code), { code, syscall });
}
