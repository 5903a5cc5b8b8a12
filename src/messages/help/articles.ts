import { translatable } from '../catalogue.ts'

/** A page of Help: a title, an introduction and its parts. */
export interface Article {
  readonly title: string
  readonly intro: string
  readonly parts: readonly ArticlePart[]
}

/** A part of an article: a heading and its paragraphs. */
interface ArticlePart {
  readonly title: string
  /** Shown in order, as numbered steps or as paragraphs. */
  readonly kind: 'steps' | 'text'
  readonly lines: readonly string[]
}

/** The User Guide: all steps of the work, in order. */
export const guide = translatable<Article>('articles.guide', {
  title: 'User Guide',
  intro: 'From the login to a synced submission.',
  parts: [
    {
      title: 'Before you leave',
      kind: 'steps',
      lines: [
        'Log in while you have a network.',
        'Wait until your surveys are listed under Projects. They are kept on the device.',
        'Allow the app to use your location when you are asked, so that each submission records where it was made.',
        'Install the app from the browser’s menu, so that it opens like any other app.',
      ],
    },
    {
      title: 'Fill in a survey',
      kind: 'steps',
      lines: [
        'Open Projects and press Start Now, or press the plus button on the Dashboard and choose a project.',
        'Answer the questions. A red asterisk marks those that must be answered.',
        'Stop whenever you need to: every answer is kept at once. The survey offers to continue where you were.',
        'Press Submit & Close when you are done, or Submit & New to begin the next submission of the same survey.',
      ],
    },
    {
      title: 'Send what you have collected',
      kind: 'steps',
      lines: [
        'With Auto Sync on there is nothing to do: your work is sent as soon as there is a network.',
        'To send it now, open Sync and press Sync All.',
        'A submission that shows Synced is on the server with all its files.',
      ],
    },
    {
      title: 'Look at it again, or correct it',
      kind: 'steps',
      lines: [
        'Open Total Submissions on the Dashboard, or a survey’s submissions under Projects.',
        'Press a submission to read its answers, Edit to correct them, Delete to remove it.',
        'Deleted by mistake? Press Undo in the message, or open Bin in Settings, Storage & Data, within 30 days and press Restore.',
      ],
    },
    {
      title: 'When the server refuses something',
      kind: 'text',
      lines: [
        'It moves to Recovery with the reason, and stays there until you delete it. Open Recovery from Sync or Settings to read or export it, and tell your administrator.',
      ],
    },
  ],
})

/** What 'Video Tutorials' opens: walk-throughs in words, because they work without a network. */
export const tutorials = translatable<Article>('articles.tutorials', {
  title: 'Video Tutorials',
  intro:
    'Short walk-throughs, step by step. They are written down instead of filmed, so that they open without a network and cost no data.',
  parts: [
    {
      title: 'Your first survey, in one minute',
      kind: 'steps',
      lines: [
        'On the Dashboard, press the plus button.',
        'Choose a project and press Start Now.',
        'Answer every question with a red asterisk.',
        'Press Submit & Close. The list shows your submission at the top.',
      ],
    },
    {
      title: 'A day without a network',
      kind: 'steps',
      lines: [
        'Open the app. The header says Offline, and everything works as before.',
        'Fill in as many surveys as you like. Each is saved on the device when you submit it.',
        'When you are back in the network, keep the app open for a moment, or press Sync All under Sync. The count next to Sync goes down to zero.',
      ],
    },
    {
      title: 'A photo that shows enough',
      kind: 'steps',
      lines: [
        'Press the photo question and take a picture or choose one.',
        'Look at the preview: it is exactly what will be sent.',
        'Remove it and take another one if something cannot be read.',
      ],
    },
    {
      title: 'Legible in bright sun',
      kind: 'steps',
      lines: [
        'Open Settings.',
        'Under Appearance choose Sunlight: black on white, with thick edges.',
      ],
    },
  ],
})

/** How data is kept, sent and protected, for those who are responsible for it. */
export const documentation = translatable<Article>('articles.documentation', {
  title: 'Documentation',
  intro: 'How the app keeps, sends and protects what is entrusted to it.',
  parts: [
    {
      title: 'Where data is kept',
      kind: 'text',
      lines: [
        'Surveys, answers, photos and files are kept in this browser’s own database on this device, separately for each surveyor. Another surveyor who logs in on the same device does not see them.',
        'An answer is kept when it is given, not when it is submitted. It survives a closed tab, a crash and an update.',
      ],
    },
    {
      title: 'How it is sent',
      kind: 'text',
      lines: [
        'Submissions are sent first, their files after them, up to four at once and fewer on a weak network. What was interrupted is tried again, after longer and longer pauses.',
        'Each submission has its own key, so that the server makes one record of it, however often it arrives.',
        'A submission counts as synced when the server has confirmed it and every one of its files.',
      ],
    },
    {
      title: 'When something cannot be sent',
      kind: 'text',
      lines: [
        'If the server refuses a submission for good, or fails three times with an answer, the submission moves to Recovery with everything it holds. Only the surveyor can delete it there.',
      ],
    },
    {
      title: 'How it is protected',
      kind: 'text',
      lines: [
        'The login, the answers, photos and files are encrypted on the device with a key that cannot be taken out of this browser. Anyone who can unlock the device can open the app, so use a screen lock.',
        'Logout removes everything of yours from the device. It asks first, and says what has not been sent.',
        'Your location is read while you fill in a survey, and when you allow it under Ready for the field. Its address is requested from a maps service, which receives nothing else.',
      ],
    },
  ],
})
