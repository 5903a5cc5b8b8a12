import type * as english from '../../device/base-maps.ts'

export const baseMaps: typeof english.baseMaps = {
  title: 'Cartes',
  absent: size => `Pas sur cet appareil (${size}).`,
  part: (here, size) => `${here} sur ${size} sont ici.`,
  kept: size => `Sur cet appareil (${size}).`,
  download: (name, size) => `Télécharger la carte : ${name} (${size})`,
  fetch: 'Télécharger',
  goOn: 'Continuer',
  stop: 'Arrêter',
  remove: 'Supprimer',
  removeTitle: name => `Supprimer la carte « ${name} » de cet appareil ?`,
  removeText: size =>
    `Cela libère ${size}. Aucune réponse n’est supprimée, et la carte peut être téléchargée de nouveau.`,
  progress: name => `Téléchargement de ${name}`,
  problems: {
    network: 'Le réseau est coupé. Le téléchargement reprend à son retour.',
    gone: 'Le serveur n’a plus cette carte.',
    server: 'Le serveur n’a pas envoyé cette carte. Réessayez plus tard.',
    'no-room': 'Il n’y a pas de place pour cette carte sur cet appareil.',
    'made-room':
      'Elle a été supprimée ici ou a fait de la place aux réponses, et attend que vous la téléchargiez.',
    elsewhere: 'Un autre onglet la télécharge.',
  },
  ready: (here, all) => `${here} sur ${all} sur cet appareil.`,
  readyBad: 'Téléchargez les autres maintenant, de préférence en Wi-Fi.',
  readyBadOffline: 'Connectez-vous à Internet pour télécharger les autres.',
}
