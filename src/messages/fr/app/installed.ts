import { config } from '../../../config.ts'
import type * as english from '../../app/installed.ts'

export const install: typeof english.install = {
  title: `Installer ${config.appName}`,
  message: 'S’ouvre plus vite, garde mieux vos données.',
  now: 'Installer',
  how: 'Comment ?',
  notNow: 'Pas maintenant',
  sheetTitle: `Installer ${config.appName}`,
  sheetIntro: 'Sur iPhone et iPad, vous ajoutez l’application vous-même. Trois gestes suffisent :',
  steps: {
    share: 'Touchez Partager dans la barre du navigateur.',
    add: 'Choisissez « Sur l’écran d’accueil ».',
    confirm: 'Touchez « Ajouter », puis ouvrez l’application depuis l’écran d’accueil.',
  },
  sheetWhy:
    'Si l’application n’est pas sur l’écran d’accueil, cet appareil efface ce qu’elle a enregistré après 7 jours sans utilisation.',
  sheetSync:
    'Synchronisez d’abord : l’application installée a son propre stockage. Elle vous demande de vous connecter, et ne montre pas ce qui est enregistré dans ce navigateur.',
  done: 'Compris',
}

export const update: typeof english.update = {
  title: 'Mise à jour disponible',
  message: 'Elle prend quelques secondes. Tout ce que vous avez saisi est gardé.',
  now: 'Mettre à jour',
  later: 'Plus tard',
  waiting: {
    form: 'Mise à jour dès que cette enquête est envoyée ou fermée.',
    sync: 'Mise à jour dès que la synchro est finie.',
    tab: 'Mise à jour dès que l’enquête de votre autre onglet est envoyée ou fermée.',
  },
  updating: 'Mise à jour...',
  outdatedTitle: 'Application mise à jour',
  outdatedMessage:
    'Cet onglet montre encore la version précédente. Tout ce que vous avez saisi est gardé.',
  reload: 'Recharger',
}

export const updated: typeof english.updated = {
  toast: version => `Application mise à jour en v${version} ! Cache vidé automatiquement.`,
  notCleared:
    'Application mise à jour, mais le cache n’a pas pu être vidé. Rechargez la page en cas de problème.',
  title: 'Application mise à jour !',
  message: version =>
    `Vous avez maintenant la version ${version}. Tout ce que vous avez saisi est encore sur cet appareil.`,
  resume: 'Continuer',
  refresh: 'Recharger maintenant',
}
