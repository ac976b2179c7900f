import type { links as english } from '../en/links.en.ts';
import type { Translation } from '../translation.ts';

export const links = {
  'links.prompt': 'Prompt repris d’un lien, rien n’a été envoyé. Annuler dans le prompt rétablit ce qui s’y trouvait',
  'links.search': 'Recherche reprise d’un lien',
  'links.task': 'Tâche d’un lien. Si elle n’apparaît pas, cet historique ne la contient pas',
  'links.picture': 'Image d’un lien',
  'links.no-picture': 'Cette bibliothèque ne contient pas l’image de ce lien.',
  'links.copy': 'Copier un lien vers ceci',
  'links.copy-picture': 'Lien vers l’image',
  'links.copy-task': 'Lien vers la tâche',
  'links.copy-search': 'Copier un lien vers cette recherche',
  'links.copied': 'Lien copié. Il s’ouvre dans Latent sur cet ordinateur',
  'links.refused.unknown': 'Latent ne connaît pas ce lien, rien n’a donc été fait. Il faut peut-être une version plus récente.',
  'links.refused.damaged': 'Ce lien est endommagé, rien n’a donc été fait.',
  'links.refused.too-long': 'Ce lien est trop long, rien n’a donc été fait.',
  'links.unread.unreadable': 'Impossible de lire « {name} », rien n’a donc été modifié.',
  'links.unread.too-large': '« {name} » est trop volumineux pour un fichier de prompt, rien n’a donc été modifié. Pour l’ouvrir comme liste, déposez-le sur la fenêtre.',
  'links.others': 'Seul le plus récent a été ouvert. {count, plural, one {# autre lien ou fichier ne l’a pas été} other {# autres liens ou fichiers ne l’ont pas été}}',
  'links.too-many': '{count, plural, one {# lien ou fichier n’a pas été ouvert, car il en est arrivé trop en une minute.} other {# liens ou fichiers n’ont pas été ouverts, car il en est arrivé trop en une minute.}} Rien n’a été modifié.',
  'links.waits': 'Ce que vous ou un autre programme avez demandé d’ouvrir s’affichera quand vous fermerez ce dialogue.',
} satisfies Translation<typeof english>;
