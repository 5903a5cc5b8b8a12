import { config } from '../../config.ts'
import { translatable } from '../catalogue.ts'

/** The title of the window (1.6, decisions 1). */
export const titles = translatable('routes.titles', {
  /** Used when the screen has no title of its own. */
  unnamed: `${config.appName} | Field Data Collection Platform`,
  /** In the order of the spec (1.6). */
  login: `${config.appName} | Login`,
})

/** A screen's title as the browser shows it. */
export const pageTitle = (screen: string): string => `${screen} | ${config.appName}`

/** Every screen's title and description, as search engines and bookmarks show them. */
export const routeWords = translatable('routes.routeWords', {
  login: { title: 'Login', description: 'Sign in to see the surveys assigned to you.' },
  forgotPassword: {
    title: 'Forgot Password',
    description: 'Ask for a link to choose a new password.',
  },
  resetPassword: { title: 'Reset Password', description: 'Choose a new password.' },
  about: { title: 'About', description: 'What this app is and what it can do.' },
  help: { title: 'Help and Support', description: 'Answers to questions, and how to reach us.' },
  guide: { title: 'User Guide', description: 'How to work with the app, step by step.' },
  videos: { title: 'Video Tutorials', description: 'Short walk-throughs that work offline.' },
  documentation: {
    title: 'Documentation',
    description: 'How the app keeps, sends and protects your data.',
  },
  setPassword: { title: 'Set Password', description: 'Choose your first password.' },
  dashboard: { title: 'Dashboard', description: 'Your surveys and submissions at a glance.' },
  projects: { title: 'Projects', description: 'The surveys assigned to you.' },
  completedSurveys: {
    title: 'Completed Surveys',
    description: 'Surveys that have at least one submission.',
  },
  allSurveys: { title: 'All Surveys', description: 'Every survey assigned to you.' },
  survey: { title: 'Survey', description: 'Fill in a survey, with or without a network.' },
  submissions: { title: 'Submissions', description: 'What you have submitted, newest first.' },
  submission: { title: 'Submission', description: 'One submission and its answers.' },
  sync: { title: 'Sync', description: 'What waits to be sent to the server.' },
  recovery: {
    title: 'Recovery',
    description: 'Work that was not sent or not accepted, kept until you decide.',
  },
  bin: {
    title: 'Bin',
    description: 'Submissions that were deleted, kept for 30 days.',
  },
  cases: { title: 'Cases', description: 'Whom and what you visit again.' },
  case: { title: 'Case', description: 'What is known of one case, and its visits.' },
  ready: {
    title: 'Ready for the Field',
    description: 'Whether this device is ready for a day without a network.',
  },
  settings: { title: 'Settings', description: 'Your account, your data and this device.' },
  profile: { title: 'Edit Profile', description: 'Your name, phone number and picture.' },
  changePassword: { title: 'Change Password', description: 'Choose another password.' },
})
