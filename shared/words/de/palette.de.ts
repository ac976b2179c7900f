import type { palette as english } from '../en/palette.en.ts';
import type { Translation } from '../translation.ts';

export const palette = {
  'palette.open': 'Befehlspalette',
  'palette.field': 'Befehle, Einstellungen, Alben, Schlagwörter, Suchen, Prompts, Auftrags-IDs',
  'palette.found': 'Ergebnisse',
  'palette.nothing': 'Nichts beginnt mit diesen Wörtern.',
  'palette.recent': 'Zuletzt verwendet',
  'palette.command': 'Befehle',
  'palette.setting': 'Einstellungen',
  'palette.place': 'Alben und gespeicherte Suchen',
  'palette.tag': 'Schlagwörter',
  'palette.prompt': 'Prompts',
  'palette.task': 'Aufträge',
  'palette.show-task': 'Auftrag mit der ID {id} suchen',
  'palette.hint.album': 'Album',
  'palette.hint.search': 'gespeicherte Suche',
  'palette.hint.prompt': 'füllt das Formular',
} satisfies Translation<typeof english>;
