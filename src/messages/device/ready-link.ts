import { translatable } from '../catalogue.ts'

/** The way to 'Ready for the field', apart from its words, because the dashboard needs only this one. */
export const readyLink = translatable('ready-link.readyLink', {
  title: 'Ready for the field?',
  detail: 'Check this device before you leave the network.',
})
