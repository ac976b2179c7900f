import type { Report } from '../client/database-contract.ts';
import { isCorruption } from '../sqlite/database-failures.ts';

/** Leaves out a line that the database refuses. @throws if the database itself is damaged */
export function reportRefusal(message: string, report: Report, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (isCorruption(error)) throw error;
    report(`${message}: ${String(error)}`);
  }
}
