import type * as english from '../../account/auth.ts'

export const login: typeof english.login = {
  subtitle: 'Connectez-vous pour continuer',
  email: 'E-mail',
  password: 'Mot de passe',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  rememberMe: 'Se souvenir de moi',
  forgot: 'Mot de passe oublié ?',
  submit: 'Se connecter',
  busy: 'Connexion...',
  late: 'Ce réseau est lent. La connexion continue.',
  backToPin: 'Retour au code PIN',
  about: 'À propos',
  help: 'Aide et assistance',
  invalidResponse: 'Réponse de connexion non valide du serveur.',
  inactive: 'Votre compte est désactivé. Adressez-vous à votre administrateur.',
  failed: 'La connexion a échoué. Veuillez réessayer.',
  checkEmail: 'Vérifiez l’adresse e-mail.',
  checkPassword: 'Vérifiez le mot de passe.',
}
