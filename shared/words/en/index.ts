import { app } from './app.ts';
import { compose } from './compose.ts';
import { dialogs } from './dialogs.ts';
import { errors } from './errors.ts';
import { exports } from './export.ts';
import { gallery } from './gallery.ts';
import { history } from './history.ts';
import { imports } from './import.ts';
import { marks } from './marks.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { strip } from './strip.ts';
import { tasks } from './tasks.ts';
import { viewer } from './viewer.ts';

export const en = { ...app, ...compose, ...dialogs, ...errors, ...exports, ...gallery, ...history, ...imports, ...marks, ...search, ...settings, ...strip, ...tasks, ...viewer } as const;
