import type * as english from '../../interview/fill.ts'
import { numberText } from '../../locale.ts'
import { counted } from '../plural.ts'

export const fill: typeof english.fill = {
  title: 'Enquête',
  loading: 'Chargement de l’enquête',

  unavailableTitle: 'Enquête indisponible',
  unavailableMessage:
    'Cette enquête n’a pas pu être chargée. Elle a peut-être été retirée, ou la connexion pose problème.',
  emptyTitle: 'Aucune question disponible',
  emptyMessage: 'Cette enquête n’a pas encore de questions. Revenez plus tard.',
  unpublishedTitle: 'Non publiée',
  unpublishedMessage:
    'Cette enquête n’est pas encore publiée. Elle pourra être remplie dès qu’elle le sera.',
  inRecoveryTitle: 'Cette soumission est dans Récupération',
  inRecoveryMessage:
    'Le serveur ne l’a pas acceptée. Ouvrez-la depuis Récupération : vos modifications y sont ajoutées.',
  openRecovery: 'Ouvrir Récupération',

  loadFailed: 'Le formulaire n’a pas pu être chargé.',
  notOffline: 'Formulaire non disponible hors ligne.',
  notFoundOffline: id => `Hors ligne : formulaire ${id} introuvable.`,
  submissionNotLocal: id => `Soumission ${id} introuvable sur cet appareil.`,

  submitClose: 'Envoyer et fermer',
  submitNew: 'Envoyer et nouveau',
  submitting: 'Envoi...',
  saved: 'Enregistré !',
  processingFiles: 'Un fichier est en préparation…',
  recordingRuns: 'Un enregistrement est en cours. Arrêtez-le d’abord.',

  requiredMissing: 'Veuillez remplir tous les champs obligatoires.',
  emptyForm: 'Un formulaire vide ne peut pas être envoyé.',
  saveFailed: 'La soumission n’a pas pu être enregistrée sur cet appareil.',
  onlineFailed: 'L’envoi en ligne a échoué. Enregistrement hors ligne.',
  savedOffline: 'Enquête enregistrée hors ligne !',
  submitted: 'Enquête envoyée !',
  recovered: said => `${said} Elle est gardée dans Récupération.`,
  nothingChanged: 'Aucune modification',

  answered: (answered, total) =>
    `${counted(answered, 'réponse', 'réponses')} sur ${numberText(total)}`,
  sections: 'Sections',
  sectionAnswered: (answered, total) => `${numberText(answered)} sur ${numberText(total)}`,
  unnamedSection: number => `Section ${numberText(number)}`,
  continued: name => `${name} (suite)`,

  problemsTitle: 'Il y a un problème',
  problems: count => counted(count, 'réponse à revoir', 'réponses à revoir'),
  moreProblems: count => `et ${counted(count, 'autre', 'autres')}`,
  nextProblem: 'Suivante',

  draftKept: 'Brouillon gardé sur cet appareil',
  troubleTitle: 'Vos dernières réponses ne sont pas encore enregistrées',
  trouble:
    'Cet appareil n’a pas pu les enregistrer. Laissez cette page ouverte : un nouvel essai est fait tout seul. Libérez de l’espace si l’appareil est plein.',
  endedElsewhere: 'Cette soumission a été envoyée ou supprimée dans un autre onglet.',
  wasSubmitted: 'C’est enregistré, et parmi vos soumissions.',

  versionTitle: 'Cette enquête a changé',
  versionMessage: changes =>
    `Depuis le début de cette soumission : ${changes}. Elle garde les questions du début, sauf si vous la faites passer à la nouvelle version.`,
  versionSame: 'sa formulation ou son ordre a changé',
  versionAdded: count => counted(count, 'question ajoutée', 'questions ajoutées'),
  versionRemoved: count => counted(count, 'retirée', 'retirées'),
  versionChanged: count => counted(count, 'modifiée', 'modifiées'),
  versionSee: 'Voir les changements',
  versionKeep: 'Garder ainsi',
  versionMove: 'Passer à la nouvelle version',
  versionAddedTitle: 'Ajoutées',
  versionRemovedTitle: 'Retirées',
  versionChangedTitle: 'Modifiées',
  versionAnswerDropped: 'Votre réponse ne serait pas envoyée',
  versionAnswerKept: 'Votre réponse reste',
  versionAnswerPartly: 'Une partie de vos réponses ne serait pas envoyée',
  versionNotMoved: 'La soumission n’a pas pu changer de version. Rien n’a été changé.',
  versionMoved: 'La soumission a maintenant les nouvelles questions.',
  unfittingTitle: 'Certaines réponses n’ont plus de place',
  unfittingMessage:
    'Elles ne seront pas envoyées, car cette enquête a changé depuis. Notez dans une autre question ce qui reste nécessaire.',
  unfittingCount: count => counted(count, 'réponse', 'réponses'),
  withdrawnTitle: 'Cette enquête est fermée',
  withdrawn:
    'Elle n’est plus publiée ou plus dans votre liste. Vous pouvez finir cette soumission ; si elle n’est pas acceptée, elle est gardée dans Récupération.',

  reviewAnswers: 'Revoir les réponses',
  reviewTitle: 'Revoir les réponses',
  reviewShow: 'Afficher',
  reviewAll: 'Toutes',
  reviewOpen: count => `Vides ${numberText(count)}`,
  reviewWrong: count => `À corriger ${numberText(count)}`,
  reviewReady: 'Tout ce qui est obligatoire a une réponse.',
  reviewNothing: 'Rien ici.',
  unanswered: 'Sans réponse',
  secret: 'Masqué',

  logicTitle: 'Certaines règles de cette enquête ne peuvent pas être suivies',
  logicMessage:
    'Toutes les questions sont quand même posées. Signalez-le à l’auteur de l’enquête :',
  logicUnknown: (question, name) =>
    `« ${question} » dépend de « ${name} », qui n’est pas une question ici.`,
  logicCycle: question => `« ${question} » dépend d’elle-même.`,

  noticesTitle: 'Savoir quand c’est envoyé ?',
  notices:
    'Ce que vous avez enregistré hors ligne part tout seul dès qu’il y a du réseau, même quand l’application est fermée. Une notification peut vous dire que c’est arrivé.',
  noticesAllow: 'Autoriser les notifications',
  noticesLater: 'Pas maintenant',

  draftsTitle: 'Soumissions inachevées',
  draftsMessage:
    'Elles sont gardées sur cet appareil jusqu’à ce que vous les envoyiez ou les supprimiez.',
  unnamedDraft: 'Soumission inachevée',
  continueDraft: 'Continuer',
  discardDraft: name => `Supprimer ${name}`,
  discardTitle: 'Supprimer la soumission ?',
  discardMessage: (name, answered) =>
    `« ${name} », avec ${counted(answered, 'réponse', 'réponses')} et ses fichiers, sera supprimée de cet appareil. Cette action est définitive.`,
  startNew: 'Commencer une nouvelle',

  locating: 'Recherche de votre position…',
  located: metres => `Position trouvée, à ${metres} près`,
  locatedPlain: 'Position trouvée',
  notLocated: 'Position inconnue. Vous pouvez envoyer sans elle.',
  seePlace: 'Voir',
  placeTitle: 'Le lieu de cette enquête',
  placeNotHere: 'La carte n’est pas encore sur cet appareil. Ouvrez-la une fois avec un réseau.',
  locateAgain: 'Réessayer',
  stillSending: 'Enregistré sur cet appareil. L’envoi est encore en cours.',
  editTitle: title => `Modification : ${title}`,
  saveChanges: 'Enregistrer les modifications',
  editSent: 'Modifications enregistrées et envoyées.',
  editSaved:
    'Modifications enregistrées sur cet appareil. Elles partent avec la prochaine synchro.',
  locationDenied:
    'La position n’est pas autorisée. Autorisez-la pour ce site dans les réglages du navigateur. Vous pouvez envoyer sans elle.',
}

export const problems: typeof english.problems = {
  required: 'Ce champ est obligatoire.',
  email: 'Veuillez saisir une adresse e-mail valide.',
  phone: 'Le numéro de téléphone doit compter de 7 à 15 chiffres.',
  number: 'Veuillez saisir un nombre valide.',
  whole: 'Veuillez saisir un nombre entier.',
  geopoint: 'Veuillez saisir une position, par exemple 22.3071 73.1812.',
  geotrace: 'Veuillez saisir au moins deux positions, séparées par des points-virgules.',
  geoshape:
    'Veuillez saisir au moins trois positions, puis de nouveau la première, séparées par des points-virgules.',
  time: 'Veuillez saisir une heure valide.',
  moment: 'Veuillez saisir une date et une heure valides.',
  notValid: 'Veuillez vérifier cette réponse.',
  notOffered: 'Ce choix n’est plus proposé. Veuillez choisir à nouveau.',
  password: minLength => `Veuillez saisir au moins ${numberText(minLength)} caractères.`,
  date: 'Veuillez saisir une date valide.',
  dateRange: (from, to) => `Veuillez saisir une date du ${from} au ${to}.`,
}

export const inputs: typeof english.inputs = {
  choose: 'Choisir…',
  chosen: count => counted(count, 'choix', 'choix'),
  search: 'Rechercher',
  noMatch: 'Rien ne correspond.',
  moreMatch: count => `Encore ${numberText(count)}. Tapez pour en trouver un.`,
  done: 'Terminé',
  clear: 'Effacer',
  minus: 'Moins',
  countryCode: 'Indicatif du pays',
  countryAndCode: (country, code) => `${country} (${code})`,
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  more: 'Plus',
  less: 'Moins',
  optional: 'facultatif',
  acknowledge: 'J’en ai pris connaissance',
  moveUp: name => `Monter ${name}`,
  moveDown: name => `Descendre ${name}`,
  keepOrder: 'Garder cet ordre',
  rated: (stars, most) => `${numberText(stars)} sur ${numberText(most)}`,
  yes: 'Oui',
}

export const files: typeof english.files = {
  addPhoto: 'Ajouter une photo',
  addPhotos: 'Ajouter des photos',
  replacePhoto: 'Remplacer la photo',
  addFile: 'Ajouter un fichier',
  addFiles: 'Ajouter des fichiers',
  replaceFile: 'Remplacer le fichier',
  preparing: 'Préparation…',
  sentBefore: count => counted(count, 'fichier déjà envoyé', 'fichiers déjà envoyés'),
  remove: name => `Retirer ${name}`,
  removeTitle: 'Retirer le fichier',
  removeMessage: name => `« ${name} » sera retiré de cette soumission.`,
  removeConfirm: 'Oui, retirer',
  notRemoved: name => `Le fichier « ${name} » n’a pas pu être retiré.`,
  limitOne: limit => `Jusqu’à ${limit}`,
  limitEach: limit => `Jusqu’à ${limit} chacun`,
  tooLarge: (name, limit) => `Le fichier « ${name} » dépasse la limite de ${limit}.`,
  empty: name => `Le fichier « ${name} » est vide.`,
  unreadable: name => `Le fichier « ${name} » n’a pas pu être lu.`,
  noRoom: name =>
    `Il n’y a pas de place sur cet appareil pour « ${name} ». Vos réponses sont en sécurité. Choisissez un fichier plus petit ou libérez de l’espace.`,
  madeSmaller: name =>
    `« ${name} » a été réduit : il ne reste presque plus de place sur cet appareil.`,
  unstored: name => `« ${name} » n’est pas encore enregistré`,
  tryAgain: 'Réessayer',
  leaveOutTitle: 'Laisser un fichier de côté ?',
  leaveOutMessage: names =>
    `Pas enregistré sur cet appareil : ${names}. Ce que vous soumettez maintenant part sans lui, et il est perdu. Pour le garder, annulez, libérez de l’espace et appuyez sur « Réessayer » à la question.`,
  leaveOutConfirm: 'Le laisser de côté',
  sent: 'Envoyé',
  sentHint: 'Ce qui a été envoyé reste avec la soumission. Vous pouvez en ajouter.',
  photoProblem: {
    dark: 'La photo est très sombre. Vous pouvez la reprendre.',
    blurred: 'La photo semble floue. Vous pouvez la reprendre.',
  },
  keptAsIs: name => `« ${name} » n’a pas pu être réduit. Il est gardé tel quel.`,
  notStored: name =>
    `Le fichier « ${name} » n’a pas pu être enregistré. Vos réponses sont en sécurité.`,
  notABlob: 'Le fichier fourni n’est pas un Blob ou un File',
  notAnImage: 'Le fichier fourni n’est pas une image',
}
