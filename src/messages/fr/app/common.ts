import type * as english from '../../app/common.ts'

export const common: typeof english.common = {
  back: 'Retour',
  close: 'Fermer',
  loading: 'Chargement',
  required: 'obligatoire',
  tryAgain: 'Réessayer',
  goBack: 'Revenir',
  viewAll: 'Tout voir',
  notifications: 'Notifications',
  unexpected: 'Une erreur inattendue est survenue.',
  pendingSync: 'En attente',
  synced: 'Synchronisé',
  untitledForm: 'Formulaire sans titre',
  comma: ', ',
  clearSearch: 'Effacer la recherche',
  more: 'Plus',
}

export const confirmWords: typeof english.confirmWords = {
  cancel: 'Annuler',
  labels: {
    default: 'Confirmer',
    destructive: 'Oui, supprimer',
    danger: 'Confirmer',
    logout: 'Oui, me déconnecter',
    sync: 'Confirmer',
  },
}

export const promiseWords: typeof english.promiseWords = {
  pending: 'Traitement...',
  success: 'C’est fait !',
  error: 'Une erreur est survenue.',
}
