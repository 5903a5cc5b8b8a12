import { config } from '../../../config.ts'
import type * as english from '../../help/info.ts'
import { counted } from '../plural.ts'

export const about: typeof english.about = {
  title: 'À propos',
  tagline: 'Des enquêtes de terrain qui marchent sans réseau et ne perdent rien.',
  version: version => `Version ${version}`,
  home: 'Aller au tableau de bord',
  login: 'Aller à la connexion',
  figures: [
    { value: '2,5 k+', label: 'Enquêtes' },
    { value: '180+', label: 'Projets' },
    { value: '99,2 %', label: 'Exactitude' },
    { value: '85+', label: 'Équipes' },
  ],
  capabilitiesTitle: 'Ce qu’elle sait faire',
  capabilities: [
    {
      key: 'collect',
      title: 'Collecte de données',
      text: 'Textes, choix, nombres, dates, photos, enregistrements, signatures, codes et positions.',
    },
    {
      key: 'mobile',
      title: 'Pensée pour le mobile',
      text: 'Faite pour une main, de petits écrans et le plein soleil. S’installe comme une application.',
    },
    {
      key: 'offline',
      title: 'Travail hors ligne',
      text: 'Chaque enquête s’ouvre sans réseau, et chaque réponse est gardée dès la première lettre.',
    },
    {
      key: 'analytics',
      title: 'Analyses avancées',
      text: 'Voyez ce que vous avez fait par jour, semaine et mois, et ce qui reste à envoyer.',
    },
  ],
  scaleTitle: 'Faite pour de grands projets',
  scale:
    'Des centaines de questions dans une enquête, des milliers de soumissions sur un téléphone, et des équipes en bien des lieux à la fois. Chaque soumission a sa propre clé, pour que le serveur n’en fasse qu’un enregistrement, même si elle arrive plusieurs fois.',
}

export const help: typeof english.help = {
  title: 'Aide et assistance',
  search: 'Chercher dans l’aide',
  searchPlaceholder: 'Questions et réponses',
  found: count => counted(count, 'article trouvé', 'articles trouvés'),
  faq: 'Questions fréquentes',
  none: 'Aucun article trouvé',
  noneMessage: 'Essayez un autre mot, ou écrivez-nous.',
  quick: 'Accès rapide',
  videos: 'Tutoriels vidéo',
  guide: 'Guide d’utilisation',
  chat: 'Discussion en direct',
  feature: 'Proposer une idée',
  contact: 'Nous contacter',
  byEmail: address => `Chacun de ces choix commence un e-mail à ${address}.`,
  emailTitle: 'Assistance par e-mail',
  emailText: 'Nous répondons sous 24 heures.',
  documentation: 'Documentation',
  documentationText: 'Comment vos données sont gardées, envoyées et protégées.',
  startChat: 'Commencer une discussion',
  schedule: 'Fixer un appel',
  available: 'L’assistance est disponible 24 h/24, 7 j/7.',
}

export const mails: typeof english.mails = {
  support: { subject: `${config.appName} : question`, body: 'Ma question :\n\n' },
  chat: {
    subject: `${config.appName} : discussion en direct`,
    body: 'Merci de me contacter pour une discussion.\nMa question :\n\n',
  },
  call: {
    subject: `${config.appName} : appel`,
    body: 'Merci de m’appeler.\nMon numéro de téléphone :\nUn moment qui convient :\nMa question :\n\n',
  },
  feature: {
    subject: `${config.appName} : proposition`,
    body: 'Ce que je voudrais faire :\n\nComment je le fais aujourd’hui :\n\n',
  },
}

export const faq: typeof english.faq = [
  {
    id: 'sync',
    question: 'Comment synchroniser mes données ?',
    answer:
      'Cela se fait tout seul : quand la synchro automatique est activée, ce qui est en attente part dès qu’il y a du réseau. Vous pouvez aussi ouvrir Synchro et appuyer sur Tout synchroniser, ou choisir des enquêtes et appuyer sur Synchroniser la sélection. L’étiquette d’une soumission passe de En attente à Synchronisé quand le serveur a tout reçu.',
    tags: ['synchro', 'synchroniser', 'envoyer', 'en attente', 'automatique'],
  },
  {
    id: 'offline',
    question: 'Puis-je travailler hors ligne ?',
    answer:
      'Oui. Une fois connecté, chaque enquête qui vous est attribuée est gardée sur l’appareil et s’ouvre sans réseau, même si vous ne l’avez jamais ouverte. Réponses, photos et lieu sont gardés sur l’appareil quand vous envoyez, et partent plus tard. Les changements de votre profil attendent de même. Internet est nécessaire pour la connexion, un nouveau mot de passe, l’effacement des données locales et les photos qui ne sont plus sur l’appareil.',
    tags: ['hors ligne', 'réseau', 'internet', 'connexion'],
  },
  {
    id: 'clear',
    question: 'Comment effacer les données locales ?',
    answer:
      'Ouvrez Réglages et allez à « Stockage et données ». Effacer les données locales montre d’abord ce qui n’est pas encore envoyé, essaie de l’envoyer et propose un fichier de sauvegarde. Ensuite, tout ce que l’application garde sur l’appareil est retiré, puis vos enquêtes et soumissions sont rechargées : il faut donc Internet.',
    tags: ['effacer', 'stockage', 'espace', 'supprimer', 'réinitialiser'],
  },
  {
    id: 'edit',
    question: 'Puis-je modifier une enquête envoyée ?',
    answer:
      'Oui. Ouvrez Projets, puis Enquêtes terminées, choisissez l’enquête, ouvrez la soumission et appuyez sur Modifier. Cela marche aussi hors ligne : le changement part avec la prochaine synchro.',
    tags: ['modifier', 'changer', 'corriger', 'soumission', 'terminée'],
  },
  {
    id: 'backup',
    question: 'Mes données sont-elles sauvegardées ?',
    answer:
      'Ce qui est marqué Synchronisé est sur le serveur. Ce qui est en attente n’est que sur votre appareil : synchronisez quand vous le pouvez. Le travail que le serveur n’accepte pas passe dans Récupération, où vous pouvez le lire et l’exporter ; rien n’y est supprimé sans vous. Avant de vous déconnecter, vous pouvez enregistrer un fichier de sauvegarde de tout ce qui n’a pas été envoyé.',
    tags: ['sauvegarde', 'serveur', 'perdu', 'récupération', 'sûr'],
  },
  {
    id: 'slow',
    question: 'L’application est lente. Que faire ?',
    answer:
      'Sur un réseau faible, activez le Mode connexion lente dans Réglages : les données partent alors par petits paquets. Si c’est l’appareil qui est lent, fermez d’autres applications et regardez dans Réglages combien d’espace est utilisé ; libérer de l’espace aide.',
    tags: ['lent', 'performance', 'vitesse', 'réseau'],
  },
  {
    id: 'logout',
    question: 'Comment me déconnecter ?',
    answer:
      'Ouvrez Réglages et appuyez sur Déconnexion en bas de la page, sur un téléphone comme sur un ordinateur. Une confirmation vous est demandée, car la déconnexion efface de l’appareil tout ce qui n’a pas été envoyé. Elle vous dit de quoi il s’agirait.',
    tags: ['déconnexion', 'se déconnecter', 'quitter', 'compte'],
  },
  {
    id: 'view',
    question: 'Où voir les données que j’ai recueillies ?',
    answer:
      'Sur le tableau de bord, Total des soumissions les montre toutes, de la plus récente à la plus ancienne, et Soumissions récentes montre les cinq dernières. Dans Projets, ouvrez Toutes les enquêtes ou Enquêtes terminées pour voir les soumissions d’une enquête. Voir montre chaque réponse, photo et fichier.',
    tags: ['voir', 'données', 'soumissions', 'réponses', 'recueillies'],
  },
]
