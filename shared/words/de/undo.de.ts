import type { undo as english } from '../en/undo.en.ts';
import type { Translation } from '../translation.ts';

export const undo = {
  'undo.button': 'Rückgängig',
  'undo.redo-button': 'Wiederholen',
  'undo.do': 'Rückgängig: {name}',
  'undo.redo': 'Wiederholen: {name}',
  'undo.undone': '{kept, plural, =0 {Rückgängig gemacht: {name}} one {Rückgängig gemacht: {name}. # wurde seitdem geändert und bleibt, wie es ist.} other {Rückgängig gemacht: {name}. # wurden seitdem geändert und bleiben, wie sie sind.}}',
  'undo.redone': '{kept, plural, =0 {Wiederholt: {name}} one {Wiederholt: {name}. # wurde seitdem geändert und bleibt, wie es ist.} other {Wiederholt: {name}. # wurden seitdem geändert und bleiben, wie sie sind.}}',
  'undo.stopped': '{left, plural, one {Gestoppt, # ist noch rückgängig zu machen: {name}} other {Gestoppt, # sind noch rückgängig zu machen: {name}}}',
  'undo.redo-stopped': '{left, plural, one {Gestoppt, # ist noch zu wiederholen: {name}} other {Gestoppt, # sind noch zu wiederholen: {name}}}',
  'undo.already': 'Schon rückgängig gemacht: {name}',
  'undo.later-first': 'Mach zuerst rückgängig, was seitdem verschoben wurde. Nicht geändert: {name}',
  'undo.changed': 'Nicht mehr rückgängig zu machen, weil seitdem etwas geändert wurde: {name}',
  'undo.forgotten': 'Seitdem wurde zu viel getan, deshalb nicht mehr rückgängig zu machen: {name}',
  'undo.too-late': 'Nicht mehr rückgängig zu machen: {name}',
  'undo.too-late-to-redo': 'Nicht mehr zu wiederholen: {name}',
  'undo.nothing': 'Nichts rückgängig zu machen',
  'undo.nothing-to-redo': 'Nichts zu wiederholen',
} satisfies Translation<typeof english>;
