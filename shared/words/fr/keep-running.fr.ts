import type { keepRunning as english } from '../en/keep-running.en.ts';
import type { Translation } from '../translation.ts';

export const keepRunning = {
  'keep-running.title': 'Laisser Latent tourner sans sa fenêtre ?',
  'keep-running.tasks': '{count, plural, one {# tâche est en cours ou en attente.} other {# tâches sont en cours ou en attente.}}',
  'keep-running.icon':
    'Si Latent continue à tourner, il continue d’envoyer, d’interroger et d’enregistrer. Son icône dans la zone de notification rouvre la fenêtre, tout comme lancer Latent. Si vous quittez, les tâches reprennent quand vous rouvrez Latent. Vous pouvez changer cela dans Réglages, Apparence.',
  'keep-running.no-icon':
    'Si Latent continue à tourner, il continue d’envoyer, d’interroger et d’enregistrer. Lancer Latent rouvre la fenêtre. Si vous quittez, les tâches reprennent quand vous rouvrez Latent. Vous pouvez changer cela dans Réglages, Apparence.',
  'keep-running.keep': 'Continuer à tourner',
  'keep-running.quit': 'Quitter',
} satisfies Translation<typeof english>;
