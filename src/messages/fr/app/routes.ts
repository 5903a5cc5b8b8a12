import { config } from '../../../config.ts'
import type * as english from '../../app/routes.ts'

export const titles: typeof english.titles = {
  unnamed: `${config.appName} | Plateforme de collecte de données de terrain`,
  login: `${config.appName} | Connexion`,
}

export const routeWords: typeof english.routeWords = {
  login: {
    title: 'Connexion',
    description: 'Connectez-vous pour voir les enquêtes qui vous sont attribuées.',
  },
  forgotPassword: {
    title: 'Mot de passe oublié',
    description: 'Demandez un lien pour choisir un nouveau mot de passe.',
  },
  resetPassword: {
    title: 'Réinitialiser le mot de passe',
    description: 'Choisissez un nouveau mot de passe.',
  },
  about: {
    title: 'À propos',
    description: 'Ce qu’est cette application et ce qu’elle sait faire.',
  },
  help: {
    title: 'Aide et assistance',
    description: 'Des réponses aux questions, et comment nous joindre.',
  },
  guide: {
    title: 'Guide d’utilisation',
    description: 'Travailler avec l’application, étape par étape.',
  },
  videos: {
    title: 'Tutoriels vidéo',
    description: 'De courtes démonstrations qui marchent hors ligne.',
  },
  documentation: {
    title: 'Documentation',
    description: 'Comment l’application garde, envoie et protège vos données.',
  },
  setPassword: {
    title: 'Choisir le mot de passe',
    description: 'Choisissez votre premier mot de passe.',
  },
  dashboard: {
    title: 'Tableau de bord',
    description: 'Vos enquêtes et soumissions en un coup d’œil.',
  },
  projects: { title: 'Projets', description: 'Les enquêtes qui vous sont attribuées.' },
  completedSurveys: {
    title: 'Enquêtes terminées',
    description: 'Les enquêtes qui ont au moins une soumission.',
  },
  allSurveys: {
    title: 'Toutes les enquêtes',
    description: 'Toutes les enquêtes qui vous sont attribuées.',
  },
  survey: { title: 'Enquête', description: 'Remplir une enquête, avec ou sans réseau.' },
  submissions: {
    title: 'Soumissions',
    description: 'Ce que vous avez envoyé, le plus récent d’abord.',
  },
  submission: { title: 'Soumission', description: 'Une soumission et ses réponses.' },
  sync: { title: 'Synchro', description: 'Ce qui attend d’être envoyé au serveur.' },
  recovery: {
    title: 'Récupération',
    description: 'Le travail non envoyé ou non accepté, gardé jusqu’à votre décision.',
  },
  bin: {
    title: 'Corbeille',
    description: 'Les soumissions supprimées, gardées 30 jours.',
  },
  cases: { title: 'Dossiers', description: 'Qui et quoi vous revisitez.' },
  case: { title: 'Dossier', description: 'Ce que l’on sait d’un dossier, et ses visites.' },
  ready: {
    title: 'Prêt pour le terrain',
    description: 'Si cet appareil peut travailler un jour sans réseau.',
  },
  settings: { title: 'Réglages', description: 'Votre compte, vos données et cet appareil.' },
  profile: {
    title: 'Modifier le profil',
    description: 'Votre nom, votre numéro de téléphone et votre photo.',
  },
  changePassword: {
    title: 'Changer le mot de passe',
    description: 'Choisissez un autre mot de passe.',
  },
}
