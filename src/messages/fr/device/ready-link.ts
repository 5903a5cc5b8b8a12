import type * as english from '../../device/ready-link.ts'

export const readyLink: typeof english.readyLink = {
  title: 'Prêt pour le terrain ?',
  detail: 'Vérifiez cet appareil avant de quitter le réseau.',
}
