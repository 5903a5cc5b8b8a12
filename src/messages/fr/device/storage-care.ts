import type * as english from '../../device/storage-care.ts'
import { numberText } from '../../locale.ts'
import { counted } from '../plural.ts'

export const migration: typeof english.migration = {
  title: 'Un instant',
  migrating: (done, total) =>
    `Mise à jour des données enregistrées… ${numberText(done)} sur ${numberText(total)}`,
  importing: (done, total) =>
    `Reprise de vos données de l’ancienne application… ${numberText(done)} sur ${numberText(total)}`,
  message:
    'Cela n’arrive qu’une fois. Rien n’est perdu si vous fermez l’application : cela continue au prochain démarrage.',
}

const unsentListed = (interviews: number): string =>
  counted(
    interviews,
    'soumission non envoyée était présente',
    'soumissions non envoyées étaient présentes',
  )

export const storageNews: typeof english.storageNews = {
  deletedTitle: 'Ce navigateur a effacé des données enregistrées',
  deleted: (interviews, when) =>
    interviews === 0
      ? `C’est arrivé après le ${when}. Tout avait été envoyé, et est rechargé.`
      : `C’est arrivé après le ${when}. ${unsentListed(interviews)} à ce moment-là.`,
  deletedNow: (interviews, isRescued) =>
    [
      interviews === 0 ? 'Tout avait été envoyé.' : `${unsentListed(interviews)}.`,
      isRescued &&
        'Ce qui est à l’écran a été enregistré à nouveau ; les photos et fichiers ne l’ont pas été. Vérifiez avant de continuer.',
    ]
      .filter(part => part !== false)
      .join(' '),
  advice:
    'Pour que cela n’arrive plus, installez l’application et gardez de la place libre sur l’appareil.',
  closedTitle: 'Le navigateur a fermé le stockage de l’application',
  closed:
    'Ce que vous saisissez maintenant ne peut pas être enregistré. Rechargez l’application avant de continuer.',
  reload: 'Recharger',
  okay: 'D’accord',
}

export const lowStorage: typeof english.lowStorage = {
  text: free =>
    `Il ne reste que ${free}. Les réponses tiennent encore ; les photos bientôt peut-être plus. Synchronisez, et libérez de l’espace sur cet appareil.`,
  full: 'Cet appareil est plein. Les photos peuvent ne plus tenir, et bientôt les réponses non plus. Synchronisez, et libérez de l’espace sur cet appareil.',
  dismiss: 'Fermer',
}
