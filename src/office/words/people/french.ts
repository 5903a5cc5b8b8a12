import { numberText, pluralOf } from '../../../messages/locale.ts'
import type { Words } from '../words.ts'

const plural = pluralOf<'one' | 'other'>('fr')

const counted = (count: number, one: string, other: string): string =>
  `${numberText(count)} ${plural(count, { one, other })}`

const surveyors = (count: number) => counted(count, 'enquêteur', 'enquêteurs')

/** The words of the surveyors. */
export const people: Words['people'] = {
  title: 'Personnes',
  person: 'Enquêteur',
  groups: 'Groupes',
  state: 'État',
  submissions: 'Soumissions',
  waiting: 'En attente',
  lastContact: 'Dernier contact',
  version: 'Version',
  storage: 'Stockage libre',
  search: 'Rechercher des personnes',
  clear: 'Effacer la recherche',
  none: 'Il n’y a pas encore d’enquêteurs',
  noMatch: 'Personne ne correspond à la recherche',
  active: 'Actif',
  inactive: 'Inactif',
  firstLogin: 'Jamais connecté',
  silent: 'Silencieux',
  unknown: 'Inconnu',
  add: 'Ajouter un enquêteur',
  import: 'Importer une liste',
  choose: name => `Choisir ${name}`,
  chooseAll: 'Choisir tous ceux qui sont affichés',
  chosen: count =>
    plural(count, {
      one: `${numberText(count)} enquêteur choisi`,
      other: `${numberText(count)} enquêteurs choisis`,
    }),
  cancel: 'Annuler',
  save: 'Enregistrer',
  email: 'E-mail',
  firstName: 'Prénom',
  lastName: 'Nom',
  phone: 'Téléphone',
  region: 'Région',
  taken: 'Il y a déjà quelqu’un avec cette adresse.',
  needsGroup: 'Chacun doit être dans un de vos groupes.',
  acts: {
    cards: 'Nouveaux mots de passe',
    groups: 'Groupes',
    deactivate: 'Désactiver',
    activate: 'Activer',
    signOut: 'Déconnecter partout',
  },
  ask: {
    cards: count =>
      plural(count, {
        one: `${numberText(count)} enquêteur sera déconnecté et se reconnectera avec le nouveau mot de passe de sa carte. Ce qui n’est pas encore envoyé reste sur son téléphone.`,
        other: `${numberText(count)} enquêteurs seront déconnectés et se reconnecteront avec le nouveau mot de passe de leur carte. Ce qui n’est pas encore envoyé reste sur leurs téléphones.`,
      }),
    deactivate: count =>
      plural(count, {
        one: `${numberText(count)} enquêteur ne pourra plus travailler ni envoyer. Ce qu’il a envoyé reste, et vous pouvez le réactiver.`,
        other: `${numberText(count)} enquêteurs ne pourront plus travailler ni envoyer. Ce qu’ils ont envoyé reste, et vous pouvez les réactiver.`,
      }),
    activate: count =>
      plural(count, {
        one: `${numberText(count)} enquêteur pourra de nouveau travailler et envoyer.`,
        other: `${numberText(count)} enquêteurs pourront de nouveau travailler et envoyer.`,
      }),
    signOut: count =>
      plural(count, {
        one: `${numberText(count)} enquêteur sera déconnecté de tous ses téléphones. Ce qui n’est pas encore envoyé y reste jusqu’à sa prochaine connexion.`,
        other: `${numberText(count)} enquêteurs seront déconnectés de tous leurs téléphones. Ce qui n’est pas encore envoyé y reste jusqu’à leur prochaine connexion.`,
      }),
  },
  making: (done, all) => `${numberText(done)} mots de passe sur ${numberText(all)} sont créés`,
  joins: 'Ajouter à',
  leaves: 'Retirer de',
  newGroup: 'Un nouveau groupe',
  makeGroup: 'Ajouter ce groupe',
}

/** The words of one surveyor's record. */
export const person: Words['person'] = {
  title: 'Enquêteur',
  changed: 'Une autre personne a modifié cette fiche entre-temps. Rien n’a été écrasé.',
  field: 'Champ',
  mine: 'Le vôtre',
  theirs: 'Actuellement',
  takeTheirs: 'Reprendre ce qui est enregistré',
  keepMine: 'Enregistrer le mien à la place',
  inGroups: 'Groupes',
  erase: 'Effacer',
  eraseTitle: 'Effacer cet enquêteur ?',
  eraseWhat: (submissions, files, cases) =>
    `${counted(submissions, 'soumission', 'soumissions')}, ${counted(files, 'fichier', 'fichiers')} et ce qui y est dit de ${counted(cases, 'cas', 'cas')} sont effacés du serveur, définitivement.`,
  eraseWaiting: waiting =>
    plural(waiting, {
      one: `${numberText(waiting)} soumission du téléphone ne pourra plus être envoyée.`,
      other: `${numberText(waiting)} soumissions du téléphone ne pourront plus être envoyées.`,
    }),
  eraseInstead: 'Pour garder ce qui a été envoyé, désactivez plutôt cette personne.',
  eraseType: email => `Tapez ${email} pour confirmer`,
  eraseForGood: 'Effacer définitivement',
  otherGroups: 'Cette personne est aussi dans d’autres groupes. Un administrateur peut l’effacer.',
}

/** The words of the cards. */
export const cards: Words['cards'] = {
  title: 'Cartes de connexion',
  why: 'Imprimez ces cartes maintenant et distribuez-les. Les mots de passe ne sont affichés qu’une fois ; chacun sert à la première connexion.',
  print: 'Imprimer',
  done: 'Terminé',
  password: 'Mot de passe',
  scan: 'Scannez le code, ou ouvrez l’adresse :',
  qr: name => `Code de ${name}`,
}

/** The words of the import. */
export const importing: Words['importing'] = {
  title: 'Importer des enquêteurs',
  how: 'Choisissez un fichier CSV dont la première ligne nomme les colonnes. Seule email est nécessaire. Une cellule vide ne change rien.',
  columns: 'Colonnes',
  empty: 'Une feuille vide',
  file: 'Fichier CSV',
  reading: 'Lecture du fichier...',
  counts: {
    new: count => counted(count, 'nouveau', 'nouveaux'),
    changed: count => counted(count, 'modifié', 'modifiés'),
    unchanged: count => counted(count, 'inchangé', 'inchangés'),
    wrong: count => counted(count, 'erroné', 'erronés'),
  },
  nothingYet: 'Rien n’est encore écrit.',
  correct:
    'Corrigez ces lignes dans le fichier, puis choisissez-le de nouveau. Rien n’est importé avant.',
  nothing: 'Tous sont déjà là. Il n’y a rien à importer.',
  submit: count => `Importer ${surveyors(count)}`,
  running: (done, all) => `${numberText(done)} sur ${numberText(all)} importés`,
  stopped:
    'L’import s’est arrêté en route. Ce qui a été importé reste, et les cartes jusqu’ici sont ci-dessous.',
  imported: count =>
    plural(count, {
      one: `${numberText(count)} enquêteur importé.`,
      other: `${numberText(count)} enquêteurs importés.`,
    }),
  back: 'Vers la liste',
  line: 'Ligne',
  what: 'Ce qui se passe',
  kinds: { new: 'Nouveau', changed: 'Modifié', unchanged: 'Inchangé', wrong: 'Erroné' },
  joins: group => `entre dans ${group}`,
  fields: {
    first_name: 'Prénom',
    last_name: 'Nom',
    phone: 'Téléphone',
    region: 'Région',
    group: 'Groupe',
  },
  wrong: {
    address: text => `« ${text} » n’est pas une adresse e-mail.`,
    twice: () => 'L’adresse est deux fois dans le fichier.',
    stray: text =>
      `« ${text} » n’est dans aucune colonne. Une cellule avec une virgule a besoin de guillemets.`,
    long: text => `« ${text.slice(0, 40)}… » est trop long.`,
    elsewhere: () => 'Cette adresse est celle de quelqu’un hors de vos groupes.',
    no_group: text => `Il manque le groupe : ${text}.`,
    group: text => `Le groupe « ${text} » n’est pas parmi les vôtres.`,
  },
  unreadable: {
    csv_encoding: () =>
      'Le fichier n’est pas en UTF-8. Dans Excel, enregistrez-le comme « CSV UTF-8 ».',
    csv_quote: () => 'Un guillemet du fichier ne se ferme pas avec sa cellule.',
    csv_no_email: () => 'La première ligne ne nomme pas de colonne email.',
    csv_column: text => `Il n’y a pas de colonne ${text}.`,
    csv_column_twice: text => `La colonne ${text} apparaît deux fois.`,
    csv_empty: () => 'Il n’y a personne dans le fichier.',
    csv_many: text => `Le fichier a plus de ${text} lignes. Veuillez le diviser.`,
  },
}
