import type * as english from '../../submissions/cases.ts'
import { counted } from '../plural.ts'

export const cases: typeof english.cases = {
  title: 'Dossiers',
  count: count => counted(count, 'dossier', 'dossiers'),
  lists: 'Liste',
  order: 'Ordre',
  orders: { due: 'Prochaine visite', near: 'Le plus proche', name: 'Nom' },
  search: 'Chercher des dossiers',
  searchPlaceholder: 'Nom, lieu ou toute information',
  reading: 'Lecture des dossiers...',
  found: count => counted(count, 'dossier trouvé', 'dossiers trouvés'),
  noneFound: 'Rien trouvé',
  noneFoundMessage: 'Chaque mot doit commencer un mot de ce que l’on sait d’un dossier.',
  none: 'Pas encore de dossiers',
  noneMessage:
    'Les dossiers apparaissent ici quand vous en enregistrez un, ou quand on vous en confie un.',
  noneOffline:
    'Vous êtes hors ligne. Les dossiers qui vous sont confiés arrivent à la prochaine synchronisation.',
  locating: 'Recherche de votre position...',
  notLocated: 'Votre position est inconnue : les dossiers sont classés par nom.',
  due: day => `Visite avant le ${day}`,
  dueToday: 'Visite aujourd’hui',
  overdue: day => `En retard depuis le ${day}`,
  overdueCount: count => counted(count, 'visite en retard', 'visites en retard'),
  waits: 'En attente d’envoi',
  refused: 'Non accepté',
  unnamed: 'Sans nom',
}

export const oneCase: typeof english.oneCase = {
  title: 'Dossier',
  loading: 'Chargement du dossier',
  notFound: 'Dossier introuvable',
  notFoundMessage: 'Il a été supprimé, ou il est confié à quelqu’un d’autre.',
  goBack: 'Retour',
  retracted: 'Son enregistrement a été supprimé. Ce que les visites ont noté reste ici.',
  known: 'Ce que l’on sait',
  nothingKnown: 'Rien n’a encore été noté.',
  contested: 'Réponses différentes',
  contestedMessage:
    'Ces visites ne se connaissaient pas. La prochaine visite qui note la question décide.',
  saidBy: (who, when) => `${who}, ${when}`,
  history: 'Historique',
  registered: 'Enregistré',
  visited: 'Visité',
  imported: 'Saisi par le bureau',
  unknownPerson: 'Personne inconnue',
  beginOf: survey => `Commencer : ${survey}`,
}

export const chosenCase: typeof english.chosenCase = {
  retracted: name =>
    `L’enregistrement de ${name} a été supprimé. Choisissez-en un autre si la visite avait lieu ailleurs.`,
  thisCase: 'ce dossier',
  gone: 'Ce qui est choisi ici n’est plus dans votre liste : supprimé, ou confié à quelqu’un d’autre.',
}
