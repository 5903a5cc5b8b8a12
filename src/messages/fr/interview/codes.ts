import type * as english from '../../interview/codes.ts'

export const codes: typeof english.codes = {
  scan: 'Scanner le code',
  starting: 'L’appareil photo démarre…',
  aim: 'Tenez le code devant l’appareil photo.',
  camera: 'Ce que voit l’appareil photo',
  read: code => `Lu : ${code}`,
  failed: {
    denied:
      'L’application n’a pas le droit d’utiliser l’appareil photo. Autorisez-le dans les réglages du navigateur, ou saisissez le code.',
    missing: 'Aucun appareil photo n’a été trouvé. Saisissez le code.',
    'no reader':
      'Le lecteur de codes n’est pas encore sur cet appareil. Connectez-vous à Internet et réessayez, ou saisissez le code.',
    stopped: 'L’appareil photo s’est arrêté. Réessayez, ou saisissez le code.',
  },
}
