import { albums } from './albums.en.ts';
import { app } from './app.en.ts';
import { arrange } from './arrange.en.ts';
import { compare } from './compare.en.ts';
import { compose } from './compose.en.ts';
import { contactSheet } from './contact-sheet.en.ts';
import { cull } from './cull.en.ts';
import { dialogs } from './dialogs.en.ts';
import { errors } from './errors.en.ts';
import { exports } from './export.en.ts';
import { fields } from './fields.en.ts';
import { first } from './first.en.ts';
import { frame } from './frame.en.ts';
import { gallery } from './gallery.en.ts';
import { history } from './history.en.ts';
import { imports } from './import.en.ts';
import { keepRunning } from './keep-running.en.ts';
import { licences } from './licences.en.ts';
import { links } from './links.en.ts';
import { list } from './list.en.ts';
import { marks } from './marks.en.ts';
import { matrix } from './matrix.en.ts';
import { mirror } from './mirror.en.ts';
import { money } from './money.en.ts';
import { news } from './news.en.ts';
import { notices } from './notices.en.ts';
import { palette } from './palette.en.ts';
import { notifications } from './notifications.en.ts';
import { prompts } from './prompts.en.ts';
import { prices } from './prices.en.ts';
import { queue } from './queue.en.ts';
import { quick } from './quick.en.ts';
import { references } from './references.en.ts';
import { repeats } from './repeats.en.ts';
import { search } from './search.en.ts';
import { settings } from './settings.en.ts';
import { settingsSearch } from './settings-search.en.ts';
import { unreadSettings } from './settings-unread.en.ts';
import { shortcuts } from './shortcuts.en.ts';
import { similar } from './similar.en.ts';
import { spending } from './spending.en.ts';
import { statistics } from './statistics.en.ts';
import { start } from './start.en.ts';
import { strip } from './strip.en.ts';
import { tags } from './tags.en.ts';
import { tasks } from './tasks.en.ts';
import { templates } from './templates.en.ts';
import { tray } from './tray.en.ts';
import { undo } from './undo.en.ts';
import { updates } from './updates.en.ts';
import { vary } from './vary.en.ts';
import { viewer } from './viewer.en.ts';

export const en = {
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
} as const;
