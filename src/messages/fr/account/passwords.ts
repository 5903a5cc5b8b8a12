import type * as english from '../../account/passwords.ts'
import { numberText } from '../../locale.ts'

export const forgotPassword: typeof english.forgotPassword = {
  title: 'Mot de passe oublié',
  subtitle:
    'Indiquez votre adresse e-mail : nous vous enverrons un lien pour choisir un nouveau mot de passe.',
  email: 'E-mail',
  submit: 'Envoyer le lien',
  busy: 'Envoi...',
  back: 'Retour à la connexion',
  required: 'L’adresse e-mail est obligatoire',
  invalid: 'Veuillez saisir une adresse e-mail valide',
  failed: 'Le lien n’a pas pu être envoyé',
  sent: 'Un lien pour choisir un nouveau mot de passe vous a été envoyé par e-mail.',
}

export const passwords: typeof english.passwords = {
  mismatch: 'Les mots de passe ne sont pas identiques.',
  short: length => `Le mot de passe doit compter au moins ${numberText(length)} caractères.`,
  hint: length => `Au moins ${numberText(length)} caractères.`,
}

export const resetPassword: typeof english.resetPassword = {
  title: 'Réinitialiser le mot de passe',
  verifying: 'Vérification du lien',
  newPassword: 'Nouveau mot de passe',
  confirm: 'Confirmez le nouveau mot de passe',
  submit: 'Réinitialiser le mot de passe',
  busy: 'Réinitialisation...',
  missing: 'Jeton absent ou non valide',
  invalid: 'Jeton de réinitialisation non valide',
  requestNew: 'Demander un nouveau lien',
  failed: 'Le mot de passe n’a pas pu être réinitialisé',
  emptyToken: 'Jeton non valide.',
  doneTitle: 'Mot de passe réinitialisé',
  doneMessage: 'Vous pouvez maintenant vous connecter avec votre nouveau mot de passe.',
  backToLogin: 'Retour à la connexion',
  unchecked: why => `Le lien n’a pas pu être vérifié. ${why}`,
}

export const setPassword: typeof english.setPassword = {
  title: 'Choisissez votre mot de passe',
  subtitle: 'Votre mot de passe est temporaire. Choisissez-en un nouveau que vous seul connaissez.',
  password: 'Mot de passe',
  confirm: 'Confirmez le mot de passe',
  submit: 'Définir le mot de passe',
  busy: 'Enregistrement...',
  signOut: 'Retour à la connexion',
  done: 'Mot de passe défini. Bienvenue !',
  noToken: 'Jeton d’authentification introuvable.',
  failed: 'Le mot de passe n’a pas pu être défini',
}
