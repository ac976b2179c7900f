import { noBudget, type Budget } from './money/budget.ts';
import type { Amount } from './money/amount.ts';
import type { KeyCorrection, KeyFault } from './network/service-key.ts';
import type { AccountId, EpochMs, RequestFields } from './task.ts';

/** The built-in account; its address and key exist only while the practice service runs. */
export const practiceAccountId: AccountId = '00000000-0000-4000-8000-000000000001';

/** Whether this account's tasks are never charged. */
export const isFree = (accountId: AccountId): boolean => accountId === practiceAccountId;

/** How a key is kept. `session`: in memory until the app quits. `unprotected`: on disk without a keyring, by explicit choice. */
export type KeyKeeping = 'protected' | 'session' | 'unprotected';

/** Everything about a key that may leave the main process. */
export type KeyState =
  | { readonly status: 'present'; readonly keeping: KeyKeeping; readonly lastFour: string }
  /** The service answered 401 or 403: its tasks wait, their ids are kept. */
  | { readonly status: 'refused'; readonly keeping: KeyKeeping; readonly lastFour: string }
  | { readonly status: 'missing' }
  /** The bytes are there (and are kept), but the operating system no longer decrypts them. */
  | { readonly status: 'unreadable' };

/** What a person may see of the key from SERVICE_API_KEY before it is kept. With a `fault`, it cannot be kept, and `lastFour` is empty. */
export interface EnvironmentKeyOffer {
  readonly lastFour: string;
  readonly corrected: readonly KeyCorrection[];
  readonly fault: KeyFault | null;
}

/** What a person may see of a key that main took from the clipboard. */
export interface ClipboardKeyOffer {
  readonly firstThree: string;
  readonly lastFour: string;
  readonly corrected: readonly KeyCorrection[];
}

/** A base URL and a key; tasks belong to exactly one. */
export interface Account {
  readonly id: AccountId;
  /** `practice`: the built-in service, whose address and key exist only while the app runs. */
  readonly kind: 'practice' | 'service';
  readonly name: string;
  /** Without trailing slash, without `/v1`. */
  readonly baseUrl: string;
  readonly key: KeyState;
  /** Removed by the person: no longer offered, and nothing is sent or checked with it. Its tasks and pictures stay, and History names it. */
  readonly removed: boolean;
  readonly consoles: Consoles;
  readonly options: AccountOptions;
  /** Several submissions in a row had no clear outcome. Nothing more is sent until the person says so. */
  readonly sendingStopped: boolean;
  /** Absent: the key and the address were not tested since they were entered. */
  readonly lastTest?: LastTest;
}

/** What the last test of an account said, and when. */
export interface LastTest {
  readonly test: AccountTest;
  readonly at: EpochMs;
}

/** Whether the service refused the key, or the last test did not get through, so that the account may not work. */
export function mayNotWork({ key, lastTest }: Account): boolean {
  return key.status === 'refused' || (lastTest !== undefined && lastTest.test.outcome !== 'accepted');
}

/** What a person set for an account besides its address and key. */
export interface AccountOptions {
  /** What its amounts are in: `credits`, or the code of a currency such as `USD`. */
  readonly unit: string;
  readonly budget: Budget;
  /** A submission that costs more than this asks first. Null: no such limit. */
  readonly askAbove: Amount | null;
  /** More fields of every request; those of the request itself replace them. */
  readonly fields: RequestFields;
  /** How requests refer to pictures. Null: the service has no such field, and nothing offers it. */
  readonly references: ReferenceField | null;
  /**
   * Not null: the service honours an `Idempotency-Key` for so many hours, so a submission of unknown outcome is sent again with its key. Null: nothing is
   * ever sent again by itself.
   */
  readonly repeats: { readonly hours: number } | null;
  /** Whether the service lists its latest tasks (`GET /v1/tasks`), so that a task of unknown outcome can be found there. */
  readonly listsTasks: boolean;
  readonly pricedBy: PricedBy;
}

/** What a price of the account depends on, besides model, size and quality. */
export interface PricedBy {
  /** The request's field with the number of pictures. Null: the service has none. */
  readonly pictures: string | null;
  /** Further fields of the request that change its price. */
  readonly fields: readonly string[];
  /** Whether the number of reference pictures changes it. */
  readonly references: boolean;
}

/** The most further fields that change a price. */
export const mostPricedFields = 10;

/** The most hours for which an account may say that its service remembers a key: a week. */
export const longestRepeatHours = 168;

/** The request's field for reference pictures, which the interface does not show (service-interface §2). */
export interface ReferenceField {
  readonly name: string;
  /** `address`: the service fetches an address. `data-url`: the picture's bytes are in the request. */
  readonly form: 'address' | 'data-url';
  /** Whether the field holds a list. */
  readonly several: boolean;
}

export const noOptions: AccountOptions = { unit: 'credits', budget: noBudget, askAbove: null, fields: {}, references: null, repeats: null, listsTasks: false, pricedBy: { pictures: 'n', fields: ['resolution'], references: true } };

/** Web pages of the service for its keys and billing, which a person opens in the browser. Null: not given. */
export interface Consoles {
  readonly key: string | null;
  readonly billing: string | null;
}

export type ConsoleName = keyof Consoles;

export const noConsoles: Consoles = { key: null, billing: null };

/** Whether an account to be added is one that exists already: the same name at the same origin. */
export function isSameAccount(account: Pick<Account, 'name' | 'baseUrl'>, name: string, baseUrl: string): boolean {
  return account.name.toLowerCase() === name.trim().toLowerCase() && new URL(account.baseUrl).origin === new URL(baseUrl).origin;
}

/** What happens to an account's tasks when it is removed. */
export interface RemovalFacts {
  /** Not sent yet: they are cancelled. */
  readonly waiting: number;
  /** Sent, not finished: they are no longer checked. */
  readonly inProgress: number;
  /** Nobody knows whether they were sent, and the person has not settled what they cost. */
  readonly unknown: number;
}

/** Whether this system can encrypt a key at rest. */
export type KeyringState = 'available' | 'unavailable';

/** The result of "Test", which queries an id that cannot exist and so costs nothing. `detail`: the words of what answered, redacted, or empty. */
export type AccountTest =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'key-refused'; readonly httpStatus: number; readonly detail?: string }
  /** `detail`: a code of the Http port. */
  | { readonly outcome: 'unreachable'; readonly detail: string }
  /** Something answered, and nothing is known about the key. */
  | { readonly outcome: 'unclear'; readonly httpStatus: number; readonly detail: string; readonly seen: UnclearAnswer };

/**
 * What answered a test in place of the service. `web-page`: HTML. `between`: no words, and a status of proxies and guards. `trouble`: an error
 * of the service itself. `other`: nothing shows that this is the service.
 */
export type UnclearAnswer =
  | { readonly kind: 'web-page' | 'between' | 'trouble' | 'other' }
  /** `location`: origin and path, null if there is none. `base`: the base URL that it seems to correct. */
  | { readonly kind: 'redirect'; readonly location: string | null; readonly base: string | null };

/** Longest unit, such as `credits` or `USD`. */
export const longestUnit = 12;

/** What the amounts of an account are in. */
export function unitOf(accounts: readonly Account[], accountId: AccountId): string {
  return accounts.find(({ id }) => id === accountId)?.options.unit ?? noOptions.unit;
}
