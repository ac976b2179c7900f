/** Has no zod schema, for the same reason as export-choices.ts. */

export const sheetKinds = ['pdf', 'html'] as const;
export const sheetPapers = ['a4', 'letter'] as const;
export const sheetOrientations = ['portrait', 'landscape'] as const;
/** What can be shown below a picture, in this order. */
export const sheetCaptions = ['name', 'prompt', 'settings', 'marks', 'date'] as const;

export const sheetLimits = { pictures: 2_000, columns: 8, title: 200 } as const;

/**
 * The most pictures of a sheet. With few columns they are large, so printing more of them could fail. Measured: 250 pictures in one column and 750 in three
 * were printed.
 */
export const mostOnSheet = (columns: number): number => (columns < 4 ? 250 * columns : sheetLimits.pictures);

/** What a person chose for a contact sheet, besides its title. */
export interface SheetChoices {
  readonly kind: (typeof sheetKinds)[number];
  readonly columns: number;
  /** For the PDF, and for a page that is printed later. */
  readonly paper: (typeof sheetPapers)[number];
  readonly orientation: (typeof sheetOrientations)[number];
  readonly captions: readonly SheetCaption[];
}

export type SheetCaption = (typeof sheetCaptions)[number];

export const usualSheet: SheetChoices = { kind: 'pdf', columns: 4, paper: 'a4', orientation: 'portrait', captions: ['name', 'prompt'] };
