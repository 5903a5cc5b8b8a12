import { config } from '../../config.ts'
import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** About (2.about). The figures are shown as written (decisions 6). */
export const about = translatable('info.about', {
  title: 'About',
  tagline: 'Field surveys that work without a network, and lose nothing.',
  version: (version: string) => `Version ${version}`,
  home: 'Go to Dashboard',
  login: 'Go to Login',
  figures: [
    { value: '2.5K+', label: 'Surveys' },
    { value: '180+', label: 'Projects' },
    { value: '99.2%', label: 'Accuracy' },
    { value: '85+', label: 'Teams' },
  ],
  capabilitiesTitle: 'What it can do',
  capabilities: [
    {
      key: 'collect' as const,
      title: 'Data Collection',
      text: 'Texts, choices, numbers, dates, photos, recordings, signatures, codes and positions.',
    },
    {
      key: 'mobile' as const,
      title: 'Mobile Optimized',
      text: 'Made for one hand, small screens and bright sun. Installs like an app.',
    },
    {
      key: 'offline' as const,
      title: 'Offline Capability',
      text: 'Every survey opens without a network, and every answer is kept from its first letter.',
    },
    {
      key: 'analytics' as const,
      title: 'Advanced Analytics',
      text: 'See what you have done by day, week and month, and what is still to be sent.',
    },
  ],
  scaleTitle: 'Built for Scale',
  scale:
    'Hundreds of questions in a survey, thousands of submissions on a phone, and teams in many places at once. Each submission has its own key, so that the server makes one record of it, however often it arrives.',
})

/** Help and Support (2.help-and-support). */
export const help = translatable('info.help', {
  title: 'Help & Support',
  search: 'Search for help',
  searchPlaceholder: 'Search questions and answers',
  found: (count: number) => `${counted(count, 'article', 'articles')} found`,
  faq: 'Frequently Asked Questions',
  none: 'No articles found',
  noneMessage: 'Try another word, or write to us.',
  quick: 'Quick actions',
  videos: 'Video Tutorials',
  guide: 'User Guide',
  chat: 'Live Chat',
  feature: 'Feature Request',
  contact: 'Contact us',
  byEmail: (address: string) => `Each of these begins an e-mail to ${address}.`,
  emailTitle: 'Email support',
  emailText: 'We answer within 24 hours.',
  documentation: 'Documentation',
  documentationText: 'How your data is kept, sent and protected.',
  startChat: 'Start Live Chat',
  schedule: 'Schedule a Call',
  available: 'Support is available 24/7.',
})

/** The prepared e-mails that Help opens. */
export const mails = translatable('info.mails', {
  support: { subject: `${config.appName}: question`, body: 'My question:\n\n' },
  chat: {
    subject: `${config.appName}: live chat`,
    body: 'Please contact me for a chat.\nMy question:\n\n',
  },
  call: {
    subject: `${config.appName}: call`,
    body: 'Please call me.\nMy phone number:\nA good time:\nMy question:\n\n',
  },
  feature: {
    subject: `${config.appName}: feature request`,
    body: 'What I would like to do:\n\nHow I do it today:\n\n',
  },
})

/** A common question, its answer, and more words by which the search finds it. */
export interface FaqArticle {
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly tags: readonly string[]
}

/** The eight questions with the answers for this app (2.help-and-support.2, decisions 6). */
export const faq = translatable<readonly FaqArticle[]>('info.faq', [
  {
    id: 'sync',
    question: 'How do I sync my data?',
    answer:
      'Automatically: with Auto Sync on, pending work is sent as soon as there is a network. You can also open Sync and press Sync All, or select surveys and press Sync Selected. The badge of a submission changes from Pending Sync to Synced when the server has all of it.',
    tags: ['sync', 'upload', 'send', 'pending', 'auto sync'],
  },
  {
    id: 'offline',
    question: 'Can I work offline?',
    answer:
      'Yes. Once you have logged in, every survey assigned to you is kept on the device and opens without a network, even one that you have never opened before. Answers, photos and the location are kept on the device when you submit, and are sent later. Changes to your profile wait in the same way. The internet is needed for the login, a new password, clearing local data, and photos that are no longer on the device.',
    tags: ['offline', 'network', 'internet', 'connection'],
  },
  {
    id: 'clear',
    question: 'How do I clear local data?',
    answer:
      "Open Settings and go to 'Storage & Data'. Clear Local Data shows first what has not been sent yet, tries to send it, and offers a backup file. It then removes everything this app keeps on the device and fetches your surveys and submissions again, so it needs the internet.",
    tags: ['clear', 'storage', 'space', 'delete', 'reset'],
  },
  {
    id: 'edit',
    question: 'Can I edit a submitted survey?',
    answer:
      'Yes. Open Projects, then Completed Surveys, choose the survey, open the submission and press Edit. This works offline too: the change is sent with the next sync.',
    tags: ['edit', 'change', 'correct', 'submission', 'completed'],
  },
  {
    id: 'backup',
    question: 'Is my data backed up?',
    answer:
      'What shows as Synced is stored on the server. What is pending is on your device only, so sync when you can. Work that the server does not accept moves to Recovery, where you can read and export it; nothing there is deleted unless you delete it. Before a logout you can save a backup file of everything that was not sent.',
    tags: ['backup', 'server', 'lost', 'recovery', 'safe'],
  },
  {
    id: 'slow',
    question: 'The app is slow. What can I do?',
    answer:
      'On a weak network switch on Slow connection mode in Settings: data is then sent in small packets. If the device itself is slow, close other apps and check in Settings how much storage is used; free space on the device helps.',
    tags: ['slow', 'performance', 'speed', 'network'],
  },
  {
    id: 'logout',
    question: 'How do I log out?',
    answer:
      'Open Settings and press Logout at the bottom of the page, on a phone and on a computer alike. You are asked to confirm, because a logout removes everything from the device that has not been sent. The dialog says what that would be.',
    tags: ['logout', 'log out', 'sign out', 'account'],
  },
  {
    id: 'view',
    question: 'Where can I see the data I collected?',
    answer:
      'On the Dashboard, Total Submissions leads to all of them, newest first, and Recent Submissions shows the last five. In Projects, open All Surveys or Completed Surveys to see the submissions of one survey. View shows every answer, photo and file.',
    tags: ['view', 'data', 'submissions', 'answers', 'collected'],
  },
])
