import type * as english from '../../account/profile.ts'
import { numberText } from '../../locale.ts'
import { counted } from '../plural.ts'

export const profile: typeof english.profile = {
  title: 'Modifier le profil',
  picture: 'Photo de profil',
  changePicture: 'Changer la photo',
  firstName: 'Prénom',
  lastName: 'Nom',
  phone: 'Numéro de téléphone',
  dialCode: 'Indicatif du pays',
  countryAndCode: (country, code) => `${country} (${code})`,
  email: 'E-mail',
  region: 'Région',
  readOnly: 'Votre administrateur peut changer ceci.',
  save: 'Enregistrer',
  saving: 'Enregistrement...',
  changePassword: 'Changer le mot de passe',
  nameRequired: 'Le prénom est obligatoire.',
  namesHint: 'Lettres et espaces seulement.',
  phoneInvalid: 'Le numéro de téléphone doit compter de 7 à 15 chiffres.',
  offlineHint:
    'Vous êtes hors ligne. Ce que vous enregistrez est gardé sur cet appareil et part avec la prochaine synchro.',
  pending:
    'Vos dernières modifications ne sont pas encore envoyées. Elles partent avec la prochaine synchro.',
  savedOffline: 'Profil enregistré hors ligne ! Il part avec la prochaine synchro.',
  sending: 'Profil enregistré sur cet appareil. L’envoi est encore en cours.',
  unsent: reason =>
    `${reason} Vos modifications sont gardées sur cet appareil et partent avec la prochaine synchro.`,
  inRecovery: 'Vos modifications sont gardées dans Récupération.',
  unchanged: 'Aucune modification',
  inactive: 'Ce compte est désactivé',
  updating: 'Mise à jour du profil...',
  updated: 'Profil mis à jour !',
  failed: 'Le profil n’a pas pu être mis à jour.',
  notOffline: 'Données du compte non disponibles hors ligne.',
  notSaved: 'Vous êtes hors ligne et le profil n’est pas enregistré sur cet appareil.',
}

export const pictureEditor: typeof english.pictureEditor = {
  title: 'Modifier la photo de profil',
  area: 'Cadrage : les flèches du clavier déplacent la photo',
  zoom: 'Zoom',
  rotate: 'Rotation',
  zoomText: zoom => `${numberText(zoom, { maximumFractionDigits: 2 })} fois`,
  rotateText: degrees => counted(degrees, 'degré', 'degrés'),
  cancel: 'Annuler',
  save: 'Enregistrer',
  failed: 'Cette image n’a pas pu être lue. Choisissez-en une autre.',
  notHere:
    'Ce qu’il faut pour modifier une image n’a pas pu être chargé. Enregistrez vos autres modifications, puis rechargez l’application avec le réseau.',
  tooLarge: name => `Le fichier « ${name} » dépasse la limite de 5 Mo.`,
  notImage: 'Le fichier fourni n’est pas une image',
}

export const changePassword: typeof english.changePassword = {
  title: 'Changer le mot de passe',
  oldPassword: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',
  confirm: 'Confirmez le nouveau mot de passe',
  submit: 'Changer le mot de passe',
  busy: 'Mise à jour...',
  show: 'Afficher le mot de passe',
  hide: 'Masquer le mot de passe',
  hint: length => `Au moins ${numberText(length)} caractères.`,
  offlineHint: 'Connectez-vous à Internet pour changer votre mot de passe.',
  oldRequired: 'Saisissez votre mot de passe actuel.',
  mismatch: 'Les nouveaux mots de passe ne sont pas identiques.',
  short: length =>
    `Le nouveau mot de passe doit compter au moins ${numberText(length)} caractères.`,
  updating: 'Mise à jour du mot de passe...',
  updated: 'Mot de passe mis à jour !',
  failed: 'Le mot de passe n’a pas pu être mis à jour.',
}
