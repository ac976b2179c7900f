import type { first as english } from '../en/first.en.ts';
import type { Translation } from '../translation.ts';

export const first = {
  'first.at': 'Étape {step} sur {steps}',
  'first.skip': 'Passer',
  'first.close': 'Fermer les premiers pas',

  'first.try.title': 'Bienvenue dans Latent',
  'first.try.explained': 'Vous écrivez une phrase, et un service crée l’image. Latent la conserve sur cet ordinateur et ne paie jamais deux fois par accident.',
  'first.try.practice': 'Essayer avec une image d’essai',
  'first.try.practice-explained': 'Une image d’essai est gratuite, et rien ne quitte cet ordinateur.',
  'first.try.key': 'J’ai une clé…',

  'first.folder.title': 'Où vont vos images',
  'first.folder.usual': 'Chaque image est un fichier ordinaire dans ce dossier, parmi vos autres images.',
  'first.folder.chosen': 'Chaque image est un fichier ordinaire dans ce dossier, que vous avez choisi.',
  'first.folder.free': '{free} libres',
  'first.folder.keep': 'Utiliser ce dossier',
  'first.folder.choose': 'Choisir un autre dossier…',
  'first.folder.import': 'Latent a trouvé des images d’autres programmes. Il copie ce que vous choisissez, et les originaux restent à leur place.',
  'first.folder.import-some': '{count, plural, one {Importer # image de {tool}} other {Importer # images de {tool}}}',
  'first.folder.import-many': '{count, plural, one {Importer plus de # image de {tool}} other {Importer plus de # images de {tool}}}',

  'first.write.title': 'Écrivez une phrase',
  'first.write.explained': 'Décrivez une image dans le champ ci-dessus, puis appuyez sur {keys} ou cliquez sur « Générer ». Si vous n’avez pas encore d’idée, prenez celle-ci.',
  'first.write.explained-button': 'Décrivez une image dans le champ ci-dessus, puis cliquez sur « Générer ». Si vous n’avez pas encore d’idée, prenez celle-ci.',
  'first.write.done': 'Terminé',
} satisfies Translation<typeof english>;
