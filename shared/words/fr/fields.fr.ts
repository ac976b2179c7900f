import type { fields as english } from '../en/fields.en.ts';
import type { Translation } from '../translation.ts';

export const fields = {
  'fields.open': 'Autres champs de requête…',
  'fields.request.title': 'Autres champs de requête',
  'fields.request.explained':
    'Un objet JSON. Ses champs sont envoyés avec le modèle, le prompt, la taille et la qualité, et conservés avec la tâche. Un service peut ignorer ou refuser les champs qu’il ne connaît pas.',
  'fields.request.confirm': 'Utiliser ces champs',
  'fields.account.title': 'Champs de requête de {account}',
  'fields.account.explained': 'Un objet JSON envoyé avec chaque requête à ce compte. Un champ d’une requête particulière remplace le champ du même nom défini ici.',
  'fields.account.confirm': 'Enregistrer',
  'fields.label': 'Champs en JSON',
  'fields.example': '{open} "seed": 42 {close}',
  'fields.mark': '{count, plural, one {# autre champ de requête : {names}} other {# autres champs de requête : {names}}}',
  'fields.usual': '{count, plural, =0 {{account} n’ajoute aucun champ.} one {{account} ajoute {names} à chaque requête.} other {{account} ajoute {names} à chaque requête.}}',
  'fields.change-usual': 'Modifier…',
  'fields.did': 'Champs de requête de {account} modifiés',
  'fields.did-name': 'modifier les champs de requête de {account}',
  'fields.at': 'Ligne {line, number}, colonne {column, number} : {fault}',
  'fields.fault.object': 'un objet commence par une accolade.',
  'fields.fault.unexpected': '« {near} » n’a pas sa place ici.',
  'fields.fault.ends': 'le texte se termine trop tôt. Il manque une accolade, un crochet ou une valeur.',
  'fields.fault.text': 'ce texte ne se termine pas, ou contient un caractère à échapper.',
  'fields.fault.number': '« {near} » n’est pas un nombre en JSON.',
  'fields.fault.lossy': 'ce nombre a trop de chiffres pour être conservé exactement. Écrivez-le comme texte, entre guillemets.',
  'fields.fault.name': 'un nom entre guillemets est attendu ici.',
  'fields.fault.twice': 'le nom {near} est utilisé deux fois.',
  'fields.fault.own': 'la requête a déjà {near}. Modifiez-le dans le formulaire.',
  'fields.fault.deep': 'les listes et les objets sont trop imbriqués.',
  'fields.fault.too-long': 'les champs dépassent 20 000 caractères.',
} satisfies Translation<typeof english>;
