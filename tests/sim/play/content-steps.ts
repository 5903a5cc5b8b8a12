import type { Answer } from '../../../collections/schemas/submissions.ts'
import {
  answerChange,
  editOn,
  finishOn,
  givenFiles,
  openOn,
  submitOn,
  type GivenChange,
} from '../acts/acts.ts'
import { must, perform, lookAtPhone } from '../acts/perform.ts'
import { noteOpen } from '../acts/pick-up.ts'
import { handOver } from '../acts/people-actions.ts'
import { deleteRows } from '../acts/server-actions.ts'
import { markerOf, submissionIn } from '../checks/places.ts'
import type { Leaving } from '../product/app.ts'
import type { SimContent } from '../world/content.ts'
import type { Interview, Tab, World } from '../world/world.ts'
import { fault, find, json, pass, sync, type Step } from './steps.ts'

/** Steps for days about contents and people. */

const somewhere: SimContent = {
  answers: { text: 'words', number: '12' },
  place: { latitude: 12.9715987, longitude: 77.5945627, accuracy: 8 },
}

/** A surveyor submits an interview with only this content. */
export const give =
  (marker: string, files: readonly string[] = [], content: Partial<SimContent> = {}): Step =>
  (world, a) =>
    submitOn(world, a, marker, files, { ...somewhere, ...content })

/** A surveyor submitted an interview with an old version of the app, without a key. */
export const giveOld =
  (marker: string): Step =>
  (world, a) =>
    submitOn(world, a, marker, [], somewhere, true)

/** An interview whose first answer was lost goes to Recovery, though the server has it. */
export const recovered = (marker: string): readonly Step[] => [
  fault({ path: '/form-submissions', method: 'POST', reaches: 'yes', answer: 'break' }),
  give(marker),
  (world, a, b) =>
    fault({
      path: '/form-submissions',
      // A server without keys is read before a repeat.
      method: world.server.name === 'ours' ? 'POST' : 'GET',
      reaches: 'no',
      answer: json(422, 'The given data was refused.'),
    })(world, a, b),
  pass,
  sync(),
]

/** An interview by its marker. */
const named = (world: World, marker: string): Interview => {
  const interview = world.interviews.find(known => known.marker === marker)
  if (interview === undefined) throw new Error(`There is no interview ${marker}.`)
  return interview
}

const change =
  (marker: string, make: (world: World, tab: Tab, interview: Interview) => GivenChange): Step =>
  async (world, a) => {
    const found = await find(world, a, marker)
    if (found === null) return `no ${marker} to change`
    return editOn(world, a, found, make(world, a, found.interview))
  }

/** A surveyor changes an answer, or clears it with null. */
export const answer = (marker: string, field: string, value: Answer | null): Step =>
  change(marker, () => answerChange({ [field]: value }))

/** A surveyor adds a photo. */
export const addPhoto = (marker: string): Step =>
  change(marker, (world, { phone }) => {
    const files = givenFiles(world, phone, `${marker} more ${world.log.length}`, ['photo'])
    return { answers: {}, add: files, files, remove: [] }
  })

/** A surveyor retakes a photo: the same edit removes the old one. */
export const retake = (marker: string): Step =>
  change(marker, (world, { phone }, { files: given }) => {
    const files = givenFiles(world, phone, `${marker} again ${world.log.length}`, ['photo'])
    const remove = given.filter(({ isRemoved }) => !isRemoved).map(({ id }) => id)
    return { answers: {}, add: files, files, remove: remove.slice(0, 1) }
  })

/** A surveyor starts an edit and leaves it open. */
export const leaveOpen =
  (marker: string, field: string, value: Answer): Step =>
  async (world, a) => {
    const found = await find(world, a, marker)
    return found === null
      ? `no ${marker} to open`
      : openOn(world, a, found, answerChange({ [field]: value }))
  }

/** A surveyor discards an open edit. */
export const discardOpen =
  (marker: string): Step =>
  async (world, a) => {
    const interview = named(world, marker)
    const draftId = interview.open?.draftId
    if (draftId === undefined) return `nothing of ${marker} is open`
    interview.open = null
    await must(world, a, app => app.discard(draftId))
    return `the open edit of ${marker} is thrown away`
  }

/** A surveyor submits an open draft. */
export const finish =
  (marker: string): Step =>
  (world, a) =>
    finishOn(world, a, named(world, marker))

/** A surveyor opens an interview, or an edit of it, from Recovery. */
export const reopen =
  (marker: string): Step =>
  async (world, a) => {
    const look = await lookAtPhone(a.phone)
    const entry = look?.recovery.find(known => markerOf(submissionIn(known)) === marker)
    if (entry === undefined) return `no ${marker} in Recovery`
    const opened = await must(world, a, app => app.reopen(entry.id))
    if (opened === null) return `${marker} cannot be opened`
    const draftId = opened.kind === 'draft' ? opened.id : `edit_${opened.id}`
    noteOpen(a.phone, named(world, marker), await lookAtPhone(a.phone), draftId)
    return `${marker} is opened from Recovery`
  }

/** A surveyor changes an answer in an open draft from Recovery, and submits it. */
export const finishWith =
  (marker: string, field: string, value: Answer | null): Step =>
  async (world, a) => {
    const interview = named(world, marker)
    const { open } = interview
    if (open === null) return `nothing of ${marker} is open`
    await must(world, a, app => app.type(open.draftId, field, value))
    interview.edits.push({ phone: a.phone, field, value })
    return finishOn(world, a, interview)
  }

/** An interview is deleted at the office. */
export const goneElsewhere =
  (marker: string): Step =>
  async world => {
    const isThere = (await world.server.rows('asha')).some(known => known.marker === marker)
    return isThere ? deleteRows(world, named(world, marker)) : `no ${marker} on the server`
  }

/** The phone is handed over while the outbox is full and answers are slow. */
export const handedOver =
  (how: Leaving): Step =>
  (world, a) =>
    handOver(world, a.phone, { how, to: 'ravi', slow: 4, unsent: 6 })

/** The server makes a backup. */
export const backedUp: Step = async world => {
  await world.server.backUp()
  return 'the server is backed up'
}

/** The server is restored from its backup. */
export const restored: Step = async world => {
  world.isRestored = await world.server.restore()
  return 'the server goes back'
}

/** The browser repeats the next POST. */
export const repeated =
  (path: string): Step =>
  world => {
    world.wire.arm({ path, method: 'POST', times: 1, reaches: 'yes', answer: 'again' })
    return Promise.resolve(`the next POST of ${path} is sent twice`)
  }

/** The device loses one file of an interview, as with a damaged disk. */
export const loseFile =
  (marker: string): Step =>
  async (world, a) => {
    const [file] = named(world, marker).files
    if (file === undefined) return `${marker} has no files`
    await must(world, a, app => app.loseFile(file.id))
    file.isRemoved = true
    file.isLost = true
    return `the device loses ${file.name} of ${marker}`
  }

/** The server already has so many submissions of the second surveyor before they come to this phone. */
export const past =
  (count: number): Step =>
  async world => {
    const { server } = world
    for (let number = 0; number < count; number += 1) {
      await server.fetch(
        new Request(`${server.origin}/api/surveyor/form-submissions`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${server.accounts.ravi.token}`,
            'Content-Type': 'application/json',
          },
          body: JSON.stringify({
            form_id: server.formId,
            latitude: null,
            longitude: null,
            created_at: new Date(number * 60_000).toISOString(),
            answers: [{ form_field_id: 'marker', value: `past ${number}` }],
          }),
        }),
      )
    }
    return `${count} submissions are on the server`
  }

/** A surveyor changes their telephone number. */
export const numbered =
  (number: string): Step =>
  async (world, a) => {
    const { phone } = a
    const outcome = await must(world, a, app => app.editProfile({ phone_number: number }))
    world.profiles.push({ author: phone.surveyor, phone, number, isSure: true })
    return `the number is ${number}: ${outcome}`
  }

/** All unsent work is copied to the second phone in a backup file. */
export const carriedOver: Step = async (world, a, b) => {
  const backup = await must(world, a, app => app.backUp())
  world.copiedTo.add(b.phone)
  return `a backup is restored: ${await must(world, b, app => app.restore(backup))}`
}

/** The second phone holds every file of an interview, so that the first one may be lost. */
export const filesCarried =
  (marker: string): Step =>
  async (world, _, b) => {
    const look = await lookAtPhone(b.phone)
    const missing = named(world, marker).files.filter(({ id }) => look?.files.has(id) !== true)
    world.mishaps.push(
      ...missing.map(({ name }) => `the backup of ${marker} came without its file ${name}`),
    )
    return `${b.phone.name} has the files of ${marker}`
  }

/** All lists are fetched again, as after a quiet hour. */
export const refreshed: Step = async (world, a) => {
  await perform(world, a, app => app.refresh())
  return 'the first fetches the list'
}
