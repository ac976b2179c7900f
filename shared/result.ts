import type { AppError } from './errors.ts';

/** The answer of every IPC call: a value, or an error with words in the catalogue. IPC never throws. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError };

export function ok(): Result<void>;
export function ok<T>(value: T): Result<T>;
export function ok<T>(value?: T): Result<T | undefined> {
  return { ok: true, value };
}

export function err(error: AppError): { readonly ok: false; readonly error: AppError } {
  return { ok: false, error };
}

/** Closes a switch over a union: a missing case is a type error. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
