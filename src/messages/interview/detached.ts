import { translatable } from '../catalogue.ts'

/** What happens to an edit whose submission was deleted; apart from the bin's words, because filling in needs only these. */
export const detached = translatable('detached.detached', {
  inList: 'Its submission was deleted. It will be sent as a new submission.',
  now: 'A submission that you were editing was deleted. Your edit is kept as an unfinished submission, and will be sent as a new one.',
})
