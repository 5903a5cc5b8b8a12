import type { NetworkQuality } from '../../../../replication/http/network-quality.ts'
import type * as english from '../../app/app.ts'
import { counted } from '../plural.ts'

const qualityText: Readonly<Record<NetworkQuality, string>> = {
  offline: 'Hors ligne',
  'very-slow': 'En ligne, réseau très lent',
  slow: 'En ligne, réseau lent',
  medium: 'En ligne, réseau moyen',
  fast: 'En ligne, réseau rapide',
}

const shortQuality = { offline: 'Hors ligne', 'very-slow': 'Très lent', slow: 'Lent' } as const

export const shell: typeof english.shell = {
  offlineBanner: 'Vous êtes hors ligne. Vous pouvez continuer à remplir le formulaire.',
  dismissBanner: 'Fermer',
  home: 'Aller au tableau de bord',
  unnamed: 'Utilisateur',
  accountMenu: name => `Compte de ${name}`,
  myProfile: 'Mon profil',
  changePassword: 'Changer le mot de passe',
  tabs: 'Principal',
  dashboard: 'Accueil',
  projects: 'Projets',
  sync: 'Synchro',
  settings: 'Réglages',
  network: quality => qualityText[quality],
  spoken: (state, waiting) => `${state}, ${waiting}`,
  quality: quality => (quality === 'fast' || quality === 'medium' ? '' : shortQuality[quality]),
  nothingPending: 'rien en attente',
  skipToContent: 'Aller au contenu',
}

export const network: typeof english.network = {
  labels: { 'login-page': 'Page de connexion', 'server-down': 'Pas de serveur' },
  spoken: {
    'login-page': 'Page de connexion : le réseau la demande',
    'server-down': 'Pas de serveur : il y a un réseau, mais le serveur ne répond pas',
  },
  titles: {
    'login-page': 'Ce réseau demande une connexion',
    'server-down': 'Le serveur ne répond pas',
    slow: 'Le réseau est lent',
  },
  tips: {
    'login-page':
      'Ouvrez les réglages Wi-Fi de cet appareil, ou une page du navigateur, et remplissez la page de connexion du réseau. Votre travail est en sécurité ici et part avec la prochaine synchro.',
    'server-down':
      'Il y a un réseau, mais le serveur ne répond pas. Votre travail est en sécurité ici et part avec la prochaine synchro. Sur un Wi-Fi public, cherchez sa page de connexion.',
    slow: 'Les réponses partent avant les photos. Si c’est trop long, activez le mode connexion lente dans les réglages.',
  },
}

export const notArrived: typeof english.notArrived = {
  submissions: count =>
    counted(count, 'soumission n’est pas arrivée', 'soumissions ne sont pas arrivées'),
  deletions: count =>
    counted(count, 'suppression n’est pas arrivée', 'suppressions ne sont pas arrivées'),
  profile: 'Les modifications de votre profil ne sont pas arrivées',
}

export const leaving: typeof english.leaving = {
  title: 'Abandonner les modifications ?',
  message: 'Des modifications ne sont pas enregistrées. Voulez-vous vraiment quitter cette page ?',
  keep: 'Garder comme brouillon',
  kept: 'Vos réponses sont sur cet appareil, mais pas envoyées. « Garder comme brouillon » les y laisse. « Confirmer » efface ce que vous avez saisi depuis l’ouverture de cette enquête.',
  failed:
    'Cet appareil n’a pas pu le faire. Vos réponses sont toujours là. Libérez de l’espace si l’appareil est plein.',
}

export const inactive: typeof english.inactive = {
  title: 'Compte désactivé',
  message: 'Votre compte est actuellement désactivé. Demandez de l’aide à votre administrateur.',
  kept: 'Votre travail reste sur cet appareil. Vous pourrez l’envoyer quand votre compte sera de nouveau actif.',
  okay: 'D’accord',
}
