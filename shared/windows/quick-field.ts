import type { AccountId } from '../task.ts';

/**
 * The quick prompt: a small field over everything that buys one picture. Its page knows nothing and decides nothing. The page of the main window tells it what
 * to show, in words, and composes and sends what was typed, as the compose bar does (renderer/parts/quick/).
 */

/** Whether the person's shortcut opens the field. `unsure`: on Wayland, the system says yes to programs whose shortcuts it ignores. */
export const shortcutStates = ['off', 'works', 'refused', 'unsure'] as const;
export type ShortcutState = (typeof shortcutStates)[number];

/** A press of Enter in the field. It is handed out once. */
export interface QuickPress {
  readonly text: string;
  readonly accountId: AccountId | null;
  /** `QuickView.offer` as it was shown at the press. */
  readonly offer: string;
}

/** What main knows of the field, for the page of the main window. */
export interface QuickAsked {
  readonly isOpen: boolean;
  readonly text: string;
  /** The account that was chosen in the field. Null: the one of the compose bar. */
  readonly accountId: AccountId | null;
  readonly press: QuickPress | null;
  readonly shortcut: ShortcutState;
}

/** What the field shows. */
export interface QuickView {
  readonly theme: 'system' | 'light' | 'dark';
  readonly direction: 'ltr' | 'rtl';
  readonly language: string;
  readonly accounts: readonly { readonly id: AccountId; readonly name: string }[];
  /** Null: there is none. */
  readonly accountId: AccountId | null;
  /** Model, size and quality. */
  readonly choices: string;
  readonly price: string | null;
  /** What is left of the budget. */
  readonly left: string | null;
  /** Why Enter sends nothing by itself, or not from here. */
  readonly note: string | null;
  /** What Enter does. */
  readonly action: string;
  readonly isBlocked: boolean;
  /** Identifies what is sent, besides its text, and what it costs. A press for another offer sends nothing. */
  readonly offer: string;
  readonly labels: QuickLabels;
}

export interface QuickLabels {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly account: string;
  /** For a press too soon after the field opened. */
  readonly again: string;
  /** No answer came to a press. */
  readonly unanswered: string;
}

/**
 * What came of a press. `queued`: a task has the text. `window`: the text is in the compose bar of the main window, which comes to the front. `kept`: nothing
 * was sent, and the text stays.
 */
export interface QuickOutcome {
  readonly is: 'queued' | 'window' | 'kept';
  readonly words: string;
  readonly detail: string | null;
  /** Milliseconds after which the field closes, unless the person goes on there. Null: it stays. */
  readonly closesAfter: number | null;
}

export interface QuickShown {
  readonly view: QuickView;
  readonly outcome: QuickOutcome | null;
}

/** What main sends to the field. `text`: put this into it. */
export type QuickOrder = { readonly kind: 'opened'; readonly text: string } | ({ readonly kind: 'shown' } & QuickShown);

/** What the field tells main. */
export type QuickMessage =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'account'; readonly accountId: AccountId }
  | { readonly kind: 'send'; readonly text: string; readonly offer: string }
  | { readonly kind: 'close' };

/** What the preload of the field puts on `window.quick`. */
export interface QuickApi {
  readonly onOrder: (listener: (order: QuickOrder) => void) => void;
  readonly tell: (message: QuickMessage) => void;
}

export const quickChannels = { order: 'quick-field:order', message: 'quick-field:message' } as const;
