import type { WholeCatalogue } from '../catalogues.ts';
import { albums } from './albums.de.ts';
import { app } from './app.de.ts';
import { arrange } from './arrange.de.ts';
import { compare } from './compare.de.ts';
import { compose } from './compose.de.ts';
import { contactSheet } from './contact-sheet.de.ts';
import { cull } from './cull.de.ts';
import { dialogs } from './dialogs.de.ts';
import { errors } from './errors.de.ts';
import { exports } from './export.de.ts';
import { fields } from './fields.de.ts';
import { first } from './first.de.ts';
import { frame } from './frame.de.ts';
import { gallery } from './gallery.de.ts';
import { history } from './history.de.ts';
import { imports } from './import.de.ts';
import { keepRunning } from './keep-running.de.ts';
import { licences } from './licences.de.ts';
import { links } from './links.de.ts';
import { list } from './list.de.ts';
import { marks } from './marks.de.ts';
import { matrix } from './matrix.de.ts';
import { mirror } from './mirror.de.ts';
import { money } from './money.de.ts';
import { news } from './news.de.ts';
import { notices } from './notices.de.ts';
import { palette } from './palette.de.ts';
import { notifications } from './notifications.de.ts';
import { prompts } from './prompts.de.ts';
import { prices } from './prices.de.ts';
import { queue } from './queue.de.ts';
import { quick } from './quick.de.ts';
import { references } from './references.de.ts';
import { repeats } from './repeats.de.ts';
import { search } from './search.de.ts';
import { settings } from './settings.de.ts';
import { settingsSearch } from './settings-search.de.ts';
import { unreadSettings } from './settings-unread.de.ts';
import { shortcuts } from './shortcuts.de.ts';
import { similar } from './similar.de.ts';
import { spending } from './spending.de.ts';
import { statistics } from './statistics.de.ts';
import { start } from './start.de.ts';
import { strip } from './strip.de.ts';
import { tags } from './tags.de.ts';
import { tasks } from './tasks.de.ts';
import { templates } from './templates.de.ts';
import { tray } from './tray.de.ts';
import { undo } from './undo.de.ts';
import { updates } from './updates.de.ts';
import { vary } from './vary.de.ts';
import { viewer } from './viewer.de.ts';

export const de = {
  ...albums,
  ...app,
  ...arrange,
  ...compare,
  ...compose,
  ...contactSheet,
  ...cull,
  ...dialogs,
  ...errors,
  ...exports,
  ...fields,
  ...first,
  ...frame,
  ...gallery,
  ...history,
  ...imports,
  ...keepRunning,
  ...licences,
  ...links,
  ...list,
  ...marks,
  ...matrix,
  ...mirror,
  ...money,
  ...news,
  ...notices,
  ...palette,
  ...notifications,
  ...prompts,
  ...prices,
  ...queue,
  ...quick,
  ...references,
  ...repeats,
  ...search,
  ...settings,
  ...settingsSearch,
  ...unreadSettings,
  ...shortcuts,
  ...similar,
  ...spending,
  ...statistics,
  ...start,
  ...strip,
  ...tags,
  ...tasks,
  ...templates,
  ...tray,
  ...undo,
  ...updates,
  ...vary,
  ...viewer,
} satisfies WholeCatalogue;
