import type * as english from '../../submissions/recovery.ts'
import { counted } from '../plural.ts'

export const recovery: typeof english.recovery = {
  title: 'Récupération',
  intro:
    'Le serveur n’a pas ce travail. Il reste sur cet appareil jusqu’à ce qu’il soit envoyé ou que vous le supprimiez.',
  refused: 'Refusé',
  waits: 'En attente du serveur',
  notSent: 'Non envoyé',
  count: count => counted(count, 'élément', 'éléments'),
  noneTitle: 'Rien à récupérer',
  noneMessage: 'Le travail que le serveur refuse est gardé ici, pour qu’il ne soit jamais perdu.',
  moved: when => `Placé ici ${when}`,
  made: when => `Fait le ${when}`,
  files: count => counted(count, 'fichier gardé', 'fichiers gardés'),
  serverSaid: text => `Le serveur a répondu : ${text}`,
  export: 'Exporter',
  delete: 'Supprimer définitivement',
  deleteTitle: 'Supprimer définitivement ?',
  deleteMessage:
    'Ce travail n’existe peut-être nulle part ailleurs. Une fois supprimé, personne ne peut le faire revenir.',
  deleted: 'Élément supprimé de Récupération.',
  edit: 'Modifier',
  trying: 'Essai...',
  tryingAgain: 'De retour dans la file : l’envoi est en cours.',
  triesLater: 'De retour dans la file : il part avec la prochaine synchro.',
  gone: 'Ce à quoi cela se rapporte n’est plus sur cet appareil. Modifiez-le comme nouvelle soumission, ou exportez-le.',
  openedWithout: lostFiles =>
    `Ouvert sans ${counted(lostFiles, 'fichier qui avait quitté', 'fichiers qui avaient quitté')} cet appareil.`,
  exportedWithout: lostFiles =>
    `Exporté sans ${counted(lostFiles, 'fichier qui avait quitté', 'fichiers qui avaient quitté')} cet appareil.`,
  failed: 'Cela n’a pas marché. L’élément est toujours ici.',
  returns: when => `Prochain essai : le ${when} ou plus tard.`,
  answers: 'Réponses',
  changes: 'Ce qui a été changé',
  cleared: 'Vidé',
  filesTitle: 'Fichiers',
  history: 'Ce qui s’est passé',
  newPicture: 'Une nouvelle photo',
}

export const kinds: typeof english.kinds = {
  create: 'Nouvelle soumission',
  edit: 'Modification d’une soumission',
  delete: 'Suppression d’une soumission',
  files: 'Fichiers d’une soumission',
  profile: 'Changement de votre profil',
  document: 'Enregistrement d’une version antérieure',
}

export const reasons: typeof english.reasons = {
  draft:
    'Le projet est maintenant un brouillon : il n’accepte plus de soumissions avant d’être republié.',
  deleted: 'Le projet ou la soumission a été supprimé sur le serveur.',
  invalid: 'Le serveur a trouvé une réponse non valide.',
  invalidProfile: 'Le serveur y a trouvé quelque chose de non valide.',
  refused: 'Le serveur l’a refusé.',
  exhausted: 'Trois essais ont été faits, et le serveur n’a pas pu l’accepter.',
  orphan: 'Sa soumission n’est plus sur cet appareil.',
  temporaryFiles: 'Impossible d’envoyer des fichiers avec un identifiant de soumission temporaire',
  unreadable: 'Ses fichiers ne peuvent plus être lus.',
  migration: 'Il n’a pas pu être adapté à cette version de l’application.',
  backup:
    'Il vient d’une sauvegarde, et peut être plus ancien que ce qui est sur cet appareil ou sur le serveur.',
}

export const advice: typeof english.advice = {
  draft: 'Demandez à votre bureau de publier le projet, puis réessayez.',
  deleted:
    'Demandez à votre bureau. Si le projet revient, réessayez ; sinon, exportez-le pour lui.',
  deletedEdit:
    'Modifiez-le pour en faire une nouvelle soumission, ou exportez-le pour votre bureau.',
  invalid: 'Modifiez la réponse et envoyez à nouveau.',
  refused:
    'Regardez ce que le serveur a répondu. Modifiez-le, ou réessayez une fois que votre bureau s’en est occupé.',
  exhausted:
    'Rien n’est faux. Il repart tout seul quand le serveur accepte à nouveau un tel travail ; vous pouvez aussi essayer maintenant.',
  orphan: 'Exportez ce qui est ici pour votre bureau, ou réessayez.',
  unreadable: 'Exportez ce qui est ici pour votre bureau, ou réessayez.',
  migration: 'Exportez-le pour votre bureau.',
  backup:
    'Comparez-le avec la soumission. Modifiez-le ou réessayez seulement s’il doit remplacer ce qui s’y trouve maintenant ; sinon, supprimez-le.',
  profile:
    'Corrigez-le dans votre profil et enregistrez-le, ou réessayez quand votre bureau l’aura examiné.',
}

export const events: typeof english.events = {
  saved: 'Enregistré sur cet appareil',
  sent: 'Envoyé au serveur',
  failed: 'Un essai a échoué',
  synced: 'Le serveur a tout reçu',
  file: 'Fichiers envoyés',
  edited: 'Modifié',
  deleted: 'Supprimé par vous',
  recovered: 'Passé dans Récupération',
  restored: 'Restauré depuis la corbeille',
  resent: 'Le serveur l’avait perdu : il est renvoyé',
}
