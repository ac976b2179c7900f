/** Text as a person meant it when they copied it from a page, a chat or a PDF. */
export interface PastedText {
  /** Without blanks around it. */
  readonly text: string;
  /** Characters were left out that nobody sees: of zero width, for the direction of writing, soft hyphens, control characters. */
  readonly invisible: boolean;
  /** Full-width letters and signs (`ｈｔｔｐｓ：`) were made ordinary ones. */
  readonly fullWidth: boolean;
}

const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu;
const wide = /[\uff01-\uff5e]/g;

/** Only for addresses and keys: in other text, such characters may be meant. */
export function readPasted(pasted: string): PastedText {
  const seen = pasted.replace(unseen, '');
  const narrow = seen.replace(wide, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  // Every kind of space is one: a no-break space looks the same.
  return { text: narrow.replace(/\p{Zs}/gu, ' ').trim(), invisible: seen !== pasted, fullWidth: narrow !== seen };
}

/** Quotation marks and brackets that may stand around what was copied. */
export const quotes = '"\'`“”„‘’‚«»‹›<>(){}';
