import type * as english from '../../help/articles.ts'

export const guide: typeof english.guide = {
  title: 'Guide d’utilisation',
  intro: 'Le chemin de la connexion à la soumission synchronisée.',
  parts: [
    {
      title: 'Avant de partir',
      kind: 'steps',
      lines: [
        'Connectez-vous tant que vous avez du réseau.',
        'Attendez que vos enquêtes apparaissent dans Projets. Elles sont gardées sur l’appareil.',
        'Autorisez l’application à utiliser votre position quand elle vous le demande, pour que chaque soumission connaisse son lieu.',
        'Installez l’application depuis le menu du navigateur : elle s’ouvrira comme toute autre application.',
      ],
    },
    {
      title: 'Remplir une enquête',
      kind: 'steps',
      lines: [
        'Ouvrez Projets et appuyez sur Commencer, ou appuyez sur le bouton plus du tableau de bord et choisissez un projet.',
        'Répondez aux questions. Un astérisque rouge marque celles qui sont obligatoires.',
        'Arrêtez-vous quand il le faut : chaque réponse est gardée aussitôt. L’enquête propose de reprendre là où vous étiez.',
        'Appuyez sur Envoyer et fermer quand vous avez fini, ou sur Envoyer et nouveau pour commencer la soumission suivante de la même enquête.',
      ],
    },
    {
      title: 'Envoyer ce que vous avez recueilli',
      kind: 'steps',
      lines: [
        'Si la synchro automatique est activée, il n’y a rien à faire : l’envoi part dès qu’il y a du réseau.',
        'Pour envoyer maintenant, ouvrez Synchro et appuyez sur Tout synchroniser.',
        'Une soumission marquée Synchronisé est sur le serveur avec tous ses fichiers.',
      ],
    },
    {
      title: 'La revoir ou la corriger',
      kind: 'steps',
      lines: [
        'Ouvrez Total des soumissions sur le tableau de bord, ou les soumissions d’une enquête dans Projets.',
        'Appuyez sur une soumission pour lire ses réponses, Modifier pour les corriger, Supprimer pour la retirer.',
        'Supprimée par erreur ? Appuyez sur Annuler dans le message, ou ouvrez Corbeille depuis Réglages dans les 30 jours et appuyez sur Restaurer.',
      ],
    },
    {
      title: 'Quand le serveur refuse quelque chose',
      kind: 'text',
      lines: [
        'Cela passe dans Récupération avec la raison, et y reste jusqu’à ce que vous le supprimiez. Ouvrez Récupération depuis Synchro ou Réglages pour le lire ou l’exporter, et prévenez votre administrateur.',
      ],
    },
  ],
}

export const tutorials: typeof english.tutorials = {
  title: 'Tutoriels vidéo',
  intro:
    'De courtes démonstrations, étape par étape. Elles sont écrites et non filmées : elles s’ouvrent sans réseau et ne consomment aucune donnée.',
  parts: [
    {
      title: 'Votre première enquête, en une minute',
      kind: 'steps',
      lines: [
        'Sur le tableau de bord, appuyez sur le bouton plus.',
        'Choisissez un projet et appuyez sur Commencer.',
        'Répondez à chaque question marquée d’un astérisque rouge.',
        'Appuyez sur Envoyer et fermer. Votre soumission est en haut de la liste.',
      ],
    },
    {
      title: 'Une journée sans réseau',
      kind: 'steps',
      lines: [
        'Ouvrez l’application. L’en-tête indique Hors ligne, et tout fonctionne comme avant.',
        'Remplissez autant d’enquêtes que vous voulez. Chacune est gardée sur l’appareil quand vous l’envoyez.',
        'De retour dans le réseau, laissez l’application ouverte un moment, ou appuyez sur Tout synchroniser dans Synchro. Le nombre à côté de Synchro descend jusqu’à disparaître.',
      ],
    },
    {
      title: 'Une photo qui en dit assez',
      kind: 'steps',
      lines: [
        'Appuyez sur la question photo et prenez une image ou choisissez-en une.',
        'Regardez l’aperçu : c’est exactement ce qui sera envoyé.',
        'Si quelque chose est illisible, retirez-la et prenez-en une autre.',
      ],
    },
    {
      title: 'Lisible en plein soleil',
      kind: 'steps',
      lines: [
        'Ouvrez Réglages.',
        'Sous Apparence, choisissez Soleil : noir sur blanc, avec des bords épais.',
      ],
    },
  ],
}

export const documentation: typeof english.documentation = {
  title: 'Documentation',
  intro: 'Comment l’application garde, envoie et protège ce qui lui est confié.',
  parts: [
    {
      title: 'Où les données sont gardées',
      kind: 'text',
      lines: [
        'Les enquêtes, réponses, photos et fichiers sont gardés dans la base de données de ce navigateur, sur cet appareil, séparément pour chaque enquêteur. Un autre enquêteur qui se connecte sur le même appareil ne les voit pas.',
        'Une réponse est gardée quand elle est donnée, et non quand elle est envoyée. Elle survit à un onglet fermé, à un plantage et à une mise à jour.',
      ],
    },
    {
      title: 'Comment elles sont envoyées',
      kind: 'text',
      lines: [
        'Les soumissions partent d’abord, puis leurs fichiers, jusqu’à quatre à la fois, moins sur un réseau faible. Ce qui a été interrompu est retenté, à intervalles croissants.',
        'Chaque soumission porte sa propre clé : le serveur n’en fait qu’un enregistrement, quel que soit le nombre de fois où elle arrive.',
        'Une soumission est synchronisée quand le serveur l’a confirmée, ainsi que chacun de ses fichiers.',
      ],
    },
    {
      title: 'Ce que devient ce qui ne peut pas être envoyé',
      kind: 'text',
      lines: [
        'Si le serveur refuse définitivement une soumission, ou échoue trois fois en répondant, elle passe dans Récupération avec tout ce qu’elle contient. Seul l’enquêteur peut l’y supprimer.',
      ],
    },
    {
      title: 'Comment elles sont protégées',
      kind: 'text',
      lines: [
        'La connexion, les réponses, les photos et les fichiers sont chiffrés sur l’appareil avec une clé qui ne peut pas sortir de ce navigateur. Qui peut déverrouiller l’appareil peut ouvrir l’application : verrouillez son écran.',
        'La déconnexion efface de l’appareil tout ce qui est à vous. Elle vous le demande d’abord, et dit ce qui n’a pas été envoyé.',
        'Votre position est lue pendant que vous remplissez une enquête, et quand vous l’autorisez dans « Prêt pour le terrain ». Son adresse est demandée à un service de cartes, auquel rien d’autre n’est envoyé.',
      ],
    },
  ],
}
